// A choice of several things in one move: by taps on the table, or on their names.

import { button, make } from "/client/dom.js";

const FEW = 8; // names that are listed though they lie on the table

export class Choice {
  // `changed` is called after each tap.
  constructor(tap, changed) {
    Object.assign(this, { tap, changed, chosen: [], sought: "" });
    this.things = tap.choice.things;
    this.most = Math.max(...tap.choice.sizes);
  }

  left(thing) { return thing.most - this.chosen.filter((one) => one === thing).length; }

  get open() { return this.chosen.length < this.most ? this.things.filter((thing) => this.left(thing) > 0) : []; }

  get ready() { return this.tap.choice.sizes.includes(this.chosen.length); }

  // The whole move as it is typed.
  get move() {
    const words = this.chosen.map((thing) => thing.word);
    const groups = this.tap.choice.groups.length ? this.tap.choice.groups : [words.length];
    return `${this.tap.move} ${groups.map((n) => words.splice(0, n).join(" ")).join(" / ")}`;
  }

  get says() {
    const times = (thing) => this.chosen.filter((one) => one === thing).length;
    return [...new Set(this.chosen)].map((thing) => (times(thing) > 1 ? `${times(thing)} × ${thing.words}` : thing.words)).join(", ");
  }

  // What nobody saw is mostly all of the rest: one tap for it.
  get unseen() { return this.most - this.chosen.length > 1 ? this.open.find((thing) => thing.word === "?") : undefined; }

  rest() {
    const { unseen } = this;
    while (this.chosen.length < this.most) this.chosen.push(unseen);
    this.changed();
  }

  // Take what lies under a finger, or give back what was taken of it. Returns whether it was any of the things.
  tapped(ids) {
    const named = (thing) => thing.ids.some((entry) => entry.split(" ").some((id) => ids.has(id)));
    const thing = this.open.find(named);
    if (thing) this.take(thing);
    else {
      const back = this.chosen.findLastIndex(named);
      if (back < 0) return false;
      this.giveBack(back);
    }
    return true;
  }

  // Take again what was taken of another table, unless some of it is not there any more.
  resume(taken) {
    for (const { word } of taken) {
      const thing = this.open.find((one) => one.word === word);
      if (!thing) { this.chosen = []; return; }
      this.chosen.push(thing);
    }
  }

  take(thing) { this.chosen.push(thing); this.changed(); }

  giveBack(at) { this.chosen.splice(at, 1); this.changed(); }

  marks() {
    const ids = (things) => new Set(things.flatMap((thing) => thing.ids.flatMap((entry) => entry.split(" "))));
    return { next: ids(this.open), later: ids(this.things), chosen: ids(this.chosen) };
  }

  // Whether any of the things is `shown`, a test of an id.
  isOn(shown) { return this.things.some((thing) => thing.ids.some((entry) => entry.split(" ").some(shown))); }

  // Whether the list of names is needed: where it is short, or something lies nowhere on the table.
  get listed() { return this.things.length <= FEW || this.things.some((thing) => !thing.ids.length); }

  soFar() {
    const sizes = this.tap.choice.sizes;
    const many = sizes.length > 1 ? `${sizes[0]} to ${this.most}` : `${this.most}`;
    return make("p", { class: "so-far" }, `${this.chosen.length} of ${many} chosen.`);
  }

  view() {
    const taken = this.chosen.map((thing, at) => button(`${thing.words} ✕`, () => this.giveBack(at),
      { "aria-label": `${thing.words}: give back` }));
    const seek = make("input", { type: "search", "aria-label": "Find", placeholder: "Find", value: this.sought });
    const offers = make("div", { class: "things" });
    const fill = () => offers.replaceChildren(...this.open
      .filter((thing) => thing.words.toLowerCase().includes(this.sought.toLowerCase())).slice(0, 60)
      .map((thing) => button(this.left(thing) > 1 ? `${thing.words} (${this.left(thing)})` : thing.words,
        () => this.take(thing))));
    seek.addEventListener("input", () => { this.sought = seek.value; fill(); });
    fill();
    return make("div", { class: "choice" }, taken.length ? make("div", { class: "things taken" }, taken) : "", this.groupsSaid(),
      this.unseen ? button(`The rest not seen (${this.most - this.chosen.length})`, () => this.rest()) : "",
      this.things.length > 24 ? seek : "", offers);
  }

  groupsSaid() {
    const { groups } = this.tap.choice;
    if (!groups.length) return "";
    let left = this.chosen.length;
    const said = groups.map((n, at) => {
      const here = Math.min(n, left);
      left -= here;
      return `${at + 1}: ${here} of ${n}`;
    });
    return make("p", {}, `One group after the other, in the order of the seats. ${said.join("; ")}.`);
  }
}
