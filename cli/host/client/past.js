// Going back through the game on the same board. The scribe may also put another move in the place of a record there.

import { button, make } from "/client/dom.js";
import { ask } from "/client/link.js";
import { effects } from "/client/told.js";

export class Past {
  // `at` is the record after which the table is shown, null for now; `record` the one that is put right.
  constructor(table) {
    Object.assign(this, { table, at: null, record: null, taps: [], stuck: null });
    addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
      if (table.root.isConnected && (step < 0 || this.at !== null)) this.step(step);
    });
  }

  get records() { return [0, ...this.table.happened.map((one) => one.revision)]; }

  get place() { return this.at === null ? this.records.length - 1 : this.records.indexOf(this.at); }

  step(by) {
    const to = this.records[this.place + by];
    if (this.place + by >= this.records.length - 1) this.leave();
    else if (to !== undefined) this.go(to);
  }

  // Show the table after a record; with `record`, what may stand in its place is offered there.
  async go(at, record = null) {
    const { link, board } = this.table;
    const wished = this.wished = Symbol("the latest wish");
    const found = await link.patiently(() => ask(`${link.base}/past?${link.query}&at=${at}`));
    if (!found || this.wished !== wished) return;
    Object.assign(this, { at, record, stuck: null, taps: record === null ? [] : found.taps });
    board.show(found.svg, this.table.state.title, this.table.viewer);
    this.table.begin();
    board.root.scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.wished = null;
    if (this.at === null) return;
    Object.assign(this, { at: null, record: null, taps: [], stuck: null });
    this.table.board.show(this.table.state.svg, this.table.state.title, this.table.viewer);
    this.table.begin();
  }

  // The move for a record. If later records can't follow it, the scribe is asked whether they are dropped.
  async amend(move, truncate = false) {
    const said = await this.table.made("amend", { record: this.record, move, truncate });
    if (said?.accepted) this.leave();
    else if (said?.code === "stuck") { this.stuck = move; this.table.render(); }
  }

  // The button that begins to go back.
  opener() {
    return this.at === null && this.records.length > 1
      ? [button("◀", () => this.step(-1), { "aria-label": "Back through the game" })] : [];
  }

  view() {
    if (this.at === null) return [];
    const { happened } = this.table;
    const shown = happened.find((one) => one.revision === (this.record ?? this.at));
    const which = this.record === null ? `After record ${this.at} of ${this.records.at(-1)}` : `Put right record ${this.record}`;
    return [make("p", {}, make("strong", {}, `${which}. `), shown ? shown.words : "The beginning.",
        this.record !== null && !this.taps.length ? " Nothing else can stand in its place." : ""),
      shown ? effects(shown) : "",
      make("div", { class: "steps" },
        this.record === null ? [button("◀", () => this.step(-1), { "aria-label": "One record back", disabled: this.place === 0 }),
          button("▶", () => this.step(1), { "aria-label": "One record on" })] : "",
        button(this.record === null ? "Back to now" : "Leave it as it is", () => this.leave()),
        this.stuck === null ? "" : button("Put it right, and drop what can't follow", () => this.amend(this.stuck, true)))];
  }
}
