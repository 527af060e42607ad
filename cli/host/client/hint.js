// A hint: the moves that a bot prefers, judged by what this player knows. A tap on one chooses it, and plays nothing.

import { button, make } from "/client/dom.js";
import { ask } from "/client/link.js";

export class HintBox {
  constructor(table) {
    Object.assign(this, { table, at: null });
    this.said = make("div", { class: "advice", "aria-live": "polite" });
    this.opener = button("Hint", () => this.seek());
    this.root = make("div", { class: "hint", hidden: true }, this.opener, this.said);
  }

  // A hint is for one position: after any change but a note it is forgotten.
  render(state, now) {
    this.root.hidden = !now || !state.taps.length;
    if (this.at === state.position) return;
    this.at = state.position;
    this.opener.disabled = false;
    this.said.replaceChildren();
  }

  async seek() {
    const { link } = this.table, { at } = this;
    this.opener.disabled = true;
    this.said.replaceChildren("A bot is looking …");
    let found;
    try {
      found = await ask(`${link.base}/hint?${link.query}`);
    } catch (error) {
      found = { words: error.message || "There is no hint now.", moves: [] };
    }
    if (this.at !== at) return;
    this.opener.disabled = found.moves.length > 0;
    this.said.replaceChildren(make("p", {}, found.words), ...found.moves.map((one) => this.move(one)),
      found.judged ? make("details", {}, make("summary", {}, "What the figures mean"),
        make("p", { class: "rule" }, "%: how often this player would win from there. ", found.judged)) : "");
  }

  move(one) {
    const tap = this.table.offered().find((other) => other.move === one.move);
    const says = `${one.wins} · ${one.words}`;
    return make("div", {}, tap ? button(says, () => this.table.pick(tap)) : make("p", {}, says),
      one.then.length ? make("p", { class: "rule" }, `and then ${one.then.join("; ")}`) : "");
  }
}
