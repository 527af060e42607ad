// The analysis of a game that is over: skill, luck, the costliest decisions. It is made once, for everybody.

import { button, make } from "/client/dom.js";
import { ask } from "/client/link.js";

const AGAIN = 1500; // milliseconds between two looks while it is made

export class Review {
  // `shown` opens the table as it was after a record.
  constructor(link, watches, shown) {
    Object.assign(this, { link, watches, shown, at: null });
    this.root = make("section", { class: "review", "aria-label": "Skill and luck", hidden: true });
  }

  // The game is over at this revision, or null while it goes on.
  render(revision) {
    this.root.hidden = revision === null;
    if (this.at === revision) return;
    this.at = revision;
    if (revision !== null) this.look();
  }

  look() { return this.tell(() => ask(`${this.link.base}/analysis?${this.link.query}`)); }

  begin(start) { return this.tell(() => ask(`${this.link.base}/analysis`, { start, viewer: this.link.viewer })); }

  async tell(asked) {
    const { at } = this;
    let now;
    try {
      now = await asked();
    } catch (error) {
      now = { state: "failed", message: error.message };
    }
    if (this.at !== at || at === null) return;
    const had = this.root.contains(document.activeElement);
    this.root.replaceChildren(make("h2", {}, "Skill and luck"), ...this.view(now));
    if (had) this.root.querySelector("button")?.focus();
    if (now.state === "running") setTimeout(() => this.link.open && this.at === at && this.look(), AGAIN);
  }

  view({ state, done, of, message, found }) {
    if (state === "ready") return this.found(found);
    if (state === "running") {
      return [make("progress", { value: `${done}`, max: `${of || 1}`, "aria-label": "Judged" }), make("p", {}, `${done} of ${of} events are judged.`),
        this.watches ? "" : button("Cancel the analysis", () => this.begin(false))];
    }
    return [message ? make("p", { role: "alert" }, message) : "",
      this.watches ? button("Look again", () => this.look()) : button("Analyse the game", () => this.begin(true))];
  }

  found({ conclusion, costliest, draws, heads, rows, notes }) {
    const before = (one) => button("The table before it", () => this.shown(one.record - 1), { class: "small", "aria-label": `The table before record ${one.record}` });
    const some = (title, list, line) => (list.length ? [make("h3", {}, title), make("ol", {}, list.map((one) => make("li", {}, line(one))))] : []);
    return [make("p", {}, conclusion),
      ...some("Costliest decisions", costliest, (one) => [`${one.words} `, make("span", { class: "rule why" }, one.why), " ", before(one)]),
      ...some("Draws that decided", draws, (one) => [`${one.words}. `, before(one)]),
      make("div", { class: "sheet" }, make("table", {}, make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, rows.map(([name, ...cells]) => make("tr", {}, make("th", { scope: "row" }, name), cells.map((cell) => make("td", {}, cell))))))),
      make("details", {}, make("summary", {}, "What the figures mean"), notes.filter(Boolean).map((note) => make("p", { class: "rule why" }, note)))];
  }
}
