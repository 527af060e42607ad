// One game as one viewer sees it: taps, the move that they make, the list of moves in words, what happened.

import { Board } from "/client/board.js";
import { Choice } from "/client/choice.js";
import { button, make } from "/client/dom.js";
import { HintBox } from "/client/hint.js";
import { Past } from "/client/past.js";
import { Review } from "/client/review.js";
import { scribeTools } from "/client/scribe.js";
import { ring, settings, settingsBox } from "/client/settings.js";
import { kindOf, leftOf, meant, narrowed, textOf } from "/client/taps.js";
import { effects, scoreSheet, withRule } from "/client/told.js";

const FEW = 8; // moves that are listed without their kinds
const FEWEST = 3; // moves that are offered on a phone outside the list
const WIDE = matchMedia("(min-width: 900px)");

export class Table {
  // `game` is what the server says of it and its viewer. `moved` is called after a move of this viewer was made.
  constructor(link, game, moved) {
    const { viewer } = game;
    Object.assign(this, { link, viewer, moved, taps: [], kind: "", choice: null, sending: false, happened: [], unfolded: new Set() });
    this.board = new Board((ids, x, y) => this.tap(ids, x, y));
    this.past = new Past(this);
    this.due = make("h2", { class: "due", tabindex: "-1", "aria-live": "polite" });
    this.status = make("p", { class: "status", role: "status" });
    this.refusal = make("p", { class: "refusal", role: "alert" });
    this.told = make("p", { class: "told" });
    this.then = make("div", { class: "past" });
    this.act = make("div", { class: "act" });
    this.decide = make("div", { class: "decide" });
    this.list = make("div", { class: "list" });
    this.heading = make("summary", {});
    this.typed = viewer === "referee" ? this.typing() : "";
    this.words = make("details", { class: "words" }, this.heading, this.list, this.typed);
    this.hand = make("div", { class: "hand" });
    this.back = make("span", { class: "back" });
    this.news = make("ol", { class: "happened", reversed: true });
    this.latest = make("div", { class: "latest", "aria-live": "polite" });
    this.score = make("div", { class: "score" });
    this.totals = make("summary", {});
    this.sheet = make("details", {}, this.totals, this.score);
    this.whole = make("a", { class: "whole", href: `${link.base}/page?${link.query}`, hidden: true },
      "Save the whole game as a page");
    this.hints = game.hints ? new HintBox(this) : null;
    this.review = game.analysis ? new Review(link, viewer === "bystander", (at) => this.past.go(at)) : null;
    this.tools = viewer === "referee" ? scribeTools(this, game.analysis) : null;
    this.root = make("main", { class: "table" }, this.board.root,
      make("section", { class: "panel", "aria-label": "Your move" },
        make("div", { class: "top" }, this.due, this.back),
        this.status, this.refusal, this.hand, this.then, this.act, this.decide, this.told, this.words, this.hints?.root || "", this.latest),
      make("section", { class: "more" },
        make("details", { class: "news", open: WIDE.matches }, make("summary", {}, "What happened"), this.news),
        this.whole,
        this.sheet,
        this.review?.root || "",
        this.tools?.root || "",
        settingsBox(() => this.render())));
  }

  // -- what the server tells -----------------------------------------------------------------------------------

  update(state) {
    const old = this.state;
    const same = old && old.revision === state.revision;
    const still = old && old.position === state.position; // only notes were written: what was tapped stays
    this.state = still ? { ...state, taps: old.taps } : state;
    for (const move of this.state.taps) this.named(move);
    if (!same) {
      this.happened.push(...state.happened);
      if (!still) {
        this.since = Date.now();
        this.told.textContent = "";
        if (this.past.at === null) {
          this.board.show(state.svg, state.title, this.viewer);
          this.keepTaps();
        }
      }
      this.seen ??= state.revision - 1;
      this.tell();
      if (state.ended && !old?.ended) this.sheet.open = true;
      if (old && this.isMine(state) && !this.isMine(old) && settings.bell) ring();
    }
    this.root.dataset.revision = state.revision;
    document.title = `${this.isMine(state) ? "● " : ""}${state.title}`;
    if (!same) this.render();
  }

  isMine(state) { return state.taps.length > 0; }

  // What others did leaves taps as they are, if the moves that they mean are still there.
  keepTaps() {
    if (!this.moves().some((move) => leftOf(move, this.taps))) this.taps = [];
    this.picked &&= this.moves().find((move) => move.move === this.picked.move) || null;
    const before = this.sending ? null : this.choice;
    this.choice = null;
    this.words.open = WIDE.matches;
    const several = this.offered().filter((tap) => tap.choice);
    const rest = this.offered().filter((tap) => !tap.choice);
    if (several.length === 1 && rest.every((tap) => kindOf(tap) === kindOf(several[0]))) this.choose(several[0]);
    const again = before && several.find((tap) => tap.move === before.tap.move);
    if (again) {
      this.choose(again);
      this.choice.resume(before.chosen);
    }
  }

  // Another table is shown: what was tapped is forgotten.
  begin() {
    Object.assign(this, { taps: [], kind: "", picked: null, choice: null });
    this.say("");
    this.told.textContent = "";
    for (const move of this.past.taps) this.named(move);
    this.keepTaps();
    this.render();
  }

  named(move) { move.who = this.state.seats.find((name) => move.move.startsWith(`${name}: `)) || "chance"; }

  // What may be done at the table that is shown: looking back, nothing, except in the place of a record.
  offered() { return this.past.at === null ? this.state?.taps || [] : this.past.taps; }

  moves() { return this.offered().filter((tap) => !tap.choice && (!this.kind || kindOf(tap) === this.kind)); }

  // What has happened since the viewer's own last move, and all of the game.
  tell() {
    const since = this.happened.filter((one) => one.revision > this.seen);
    const shown = (since.length ? since : this.happened).slice(-4).map((one) => make("div", { class: "one" }, make("p", {}, one.words), effects(one)));
    this.latest.replaceChildren(...shown);
    this.news.replaceChildren(...[...this.happened].reverse().map((one) => make("li", { value: one.revision },
      make("button", { type: "button", class: "record", title: "Show the table after this", onclick: () => this.past.go(one.revision) }, one.words),
      effects(one), this.tools ? this.tools.ofRecord(one) : "")));
  }

  // -- taps ------------------------------------------------------------------------------------------------------

  async tap(ids, x, y) {
    this.tapped = ids;
    this.board.hush();
    this.say("");
    this.told.textContent = this.board.titleOf(ids);
    if (this.sending || !this.state) return;
    if (this.choice) {
      if (!this.choice.tapped(ids) && this.told.textContent) this.board.say(this.told.textContent, x, y);
      return;
    }
    const now = narrowed(this.moves(), this.taps);
    if ([...ids].some((id) => now.later.has(id))) {
      this.picked = null;
      this.taps.push(ids);
      this.step();
      return;
    }
    const again = this.taps.findLastIndex((tap) => [...tap].some((id) => ids.has(id)));
    if (again >= 0) {
      this.picked = null;
      this.taps.splice(again, 1);
      this.render();
    } else await this.askWhy(now, ids, x, y);
  }

  async askWhy(now, ids, x, y) {
    const text = now.moves.length && this.past.at === null ? meant(now.moves, this.taps, ids, this.board.cardOf) : null;
    const said = text && await this.link.whether(text);
    if (this.tapped !== ids) return; // the finger is elsewhere by now
    if (said?.code === "stale") await this.link.refresh();
    if (said && !said.accepted) this.say(withRule(said));
    this.board.say(this.refusal.textContent || this.told.textContent || "Nothing can be done with this now.", x, y);
  }

  // After a tap: a move that is the only one left, or tapped in full, is shown; it is made at once if so wished.
  step() {
    const { moves, full } = narrowed(this.moves(), this.taps);
    if (moves.length === 1 && !settings.confirm) this.play(moves[0].move);
    else this.render();
    if (full || moves.length === 1) this.decide.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  choose(tap) {
    this.taps = [];
    this.choice = new Choice(tap, () => {
      if (!settings.confirm && this.choice.ready && !this.choice.open.length) this.play(this.choice.move);
      else this.render();
    });
    this.render();
  }

  cancel() {
    Object.assign(this, { taps: [], kind: "", picked: null, choice: this.choice && new Choice(this.choice.tap, this.choice.changed) });
    this.say("");
    this.board.hush();
    this.render();
    this.due.focus();
  }

  // -- changes ---------------------------------------------------------------------------------------------------

  async play(move) {
    if (this.past.record !== null) { await this.past.amend(move); return; }
    const said = await this.made("moves", { move });
    if (said?.accepted) this.moved();
  }

  // Make a change. A refusal is shown with its rule.
  async made(kind, values) {
    if (this.sending) return null; // one change at a time is kept until it is answered
    this.sending = true;
    this.seen = this.state.revision;
    this.render();
    const said = await this.link.send(kind, values);
    return this.answered(said);
  }

  async answered(said) {
    this.sending = false;
    if (said?.accepted) {
      Object.assign(this, { taps: [], kind: "", picked: null });
      this.say("");
      this.board.hush();
      // The new state may have come before the answer, and was drawn while nothing could be tapped. Else it is drawn as
      // it comes: what is drawn again later than needed takes the button away from under a finger.
      if (this.state.revision < said.revision) await this.link.refresh();
      else this.render();
    } else if (said) {
      this.say(withRule(said));
      if (said.code === "stale") await this.link.refresh();
      this.render();
    }
    if (said?.accepted && !this.root.contains(document.activeElement)) this.due.focus({ preventScroll: true });
    return said;
  }

  say(text) { this.refusal.textContent = text; }

  // -- the panel ---------------------------------------------------------------------------------------------------

  // Draw the panel again. What had the focus keeps it, or else the sentence at the top gets it.
  render() {
    const had = this.root.contains(document.activeElement) ? document.activeElement : null;
    this.draw();
    if (!had || had.isConnected || !this.root.isConnected) return;
    const alike = [...this.root.querySelectorAll("button, summary")].find((one) => one.textContent === had.textContent && !one.disabled);
    (alike || this.due).focus({ preventScroll: true });
  }

  draw() {
    const { state } = this;
    if (!state) return;
    this.due.textContent = this.toMe(state);
    this.then.replaceChildren(...this.past.view());
    this.latest.hidden = this.past.at !== null || (state.ended && !WIDE.matches); // the score is nearer then
    this.due.classList.toggle("mine", this.isMine(state) && this.past.at === null);
    if (this.choice) this.renderChoice();
    else this.renderTaps();
    this.back.replaceChildren(...this.past.opener(), ...["undo", "redo"].filter((way) => state[way] && this.past.at === null)
      .map((way) => button(way === "undo" ? "Undo" : "Redo", () => this.made(way, {}), { disabled: this.sending })));
    this.score.replaceChildren(scoreSheet(state));
    this.whole.hidden = !state.ended;
    this.totals.textContent = `Score${this.past.at === null ? "" : " now"}: ${state.seats.map((name, seat) => `${name} ${state.score.totals[seat] ?? "?"}`).join(", ")}`;
    this.words.hidden = !this.offered().length && !(this.typed && !state.ended && this.past.at === null);
    this.hints?.render(state, this.past.at === null);
    this.review?.render(state.ended ? state.position : null);
    this.tools?.render(state);
  }

  // What is due, with `Your turn` for one's own name, also where others choose at the same time. While the past is
  // shown, nothing is due at the table in the picture.
  toMe({ due, seats, actors }) {
    const own = actors.includes(seats[Number(this.viewer)]);
    if (this.past.at !== null) return `The past is shown.${own ? " It is your turn now." : ""}`;
    if (this.choice?.tap.who === "chance") return "Enter what has come.";
    if (!own) return due;
    const last = actors.at(-1);
    return `Your turn${due.slice(due.indexOf(": ", due.indexOf(last) + last.length))}`;
  }

  renderChoice() {
    const { choice } = this;
    this.act.replaceChildren(
      make("p", { class: "sentence" }, choice.says ? `${choice.tap.words}: ${choice.says}` : choice.tap.words), choice.soFar());
    this.decide.replaceChildren(
      button("Confirm", () => this.play(choice.move), { class: "confirm", disabled: this.sending || !choice.ready }),
      choice.chosen.length ? button("Cancel", () => this.cancel()) : "",
      this.offered().length > 1 ? button("One at a time", () => { this.choice = null; this.render(); }) : "");
    this.heading.textContent = "In words";
    if (WIDE.matches || choice.listed || !choice.isOn((id) => this.board.shows(id))) this.words.open = true;
    this.list.replaceChildren(choice.view());
    this.board.mark(choice.marks());
  }

  renderTaps() {
    const now = narrowed(this.moves(), this.taps);
    const chosen = new Set(this.picked ? this.picked.entries.flat() : this.taps.flatMap((tap) => [...tap].filter((id) => this.isNamed(id))));
    const shown = this.picked || (now.moves.length === 1 && (this.taps.length || this.kind) ? now.moves[0] : now.full);
    const busy = this.taps.length || this.kind || this.picked;
    this.act.replaceChildren();
    this.decide.replaceChildren(
      shown ? button("Confirm", () => this.play(shown.move), { class: "confirm", disabled: this.sending }) : "",
      busy ? button("Cancel", () => this.cancel(), { disabled: this.sending }) : "");
    if (shown) this.act.append(make("p", { class: "sentence" }, this.sending ? `${shown.words} …` : shown.words));
    else if (this.taps.length) {
      const few = now.moves.length <= FEW, further = now.next.size > 0;
      const how = [further ? "tap further" : "", few || !further ? "choose one" : ""].filter(Boolean).join(", or ");
      this.act.append(make("p", { class: "sentence" }, `${now.moves.length} moves are left: ${how}.`));
      if (few && !WIDE.matches) this.act.append(...now.moves.map((move) => this.offer(move)));
    }
    if (!busy && !WIDE.matches) this.act.append(...this.untappable(now.moves).map((move) => this.offer(move)));
    this.board.mark({ next: shown && (this.picked || shown === now.moves[0]) ? new Set() : now.next, later: now.later, chosen });
    this.renderList(now, shown);
  }

  // The few moves that name nothing on the table that is seen.
  untappable(moves) {
    const found = moves.filter((move) => !move.entries.some((entry) => entry.some((id) => this.board.shows(id))));
    return found.length <= FEWEST ? found : [];
  }

  isNamed(id) { return this.moves().some((move) => move.entries?.some((entry) => entry.includes(id))); }

  // The moves that are left, in words; those of many kinds are listed by kind.
  renderList(now, shown) {
    const { moves } = now;
    const several = this.offered().filter((tap) => tap.choice)
      .map((tap) => button(tap.words, () => this.choose(tap)));
    const rest = moves.filter((move) => move !== shown);
    this.heading.textContent = moves.length === 1 ? "1 move in words" : `${moves.length} moves in words`;
    if (WIDE.matches || (this.taps.length && !now.next.size && !shown && moves.length > FEW) || (!this.act.childElementCount && !this.decide.childElementCount && !rest.some((move) => move.ids.length))) this.words.open = true;
    const kinds = Map.groupBy ? Map.groupBy(rest, kindOf) : groupBy(rest, kindOf);
    const open = rest.length <= FEW ? make("div", { class: "things" }, rest.map((move) => this.offer(move)))
      : [...kinds].map(([kind, some]) => this.kindOf(kind, some));
    this.list.replaceChildren(...[open].flat(), ...several);
  }

  offer(move) { return button(move.words, () => this.pick(move), { disabled: this.sending, "data-move": textOf(move) }); }

  pick(move) {
    if (!settings.confirm) { this.play(move.move); return; }
    this.picked = move;
    this.render();
    this.decide.querySelector(".confirm")?.focus();
  }

  kindOf(kind, some) {
    if (some.length === 1) return this.offer(some[0]);
    const inside = make("div", { class: "things" });
    // It is filled before it is open, so that the Tab key finds what is in it.
    const fill = () => inside.childElementCount || inside.append(...some.map((move) => this.offer(move)));
    const details = make("details", { class: "kind", open: this.unfolded.has(kind) }, make("summary", { onclick: fill }, `${kind} · ${some.length}`), inside);
    if (details.open) fill();
    details.addEventListener("toggle", () => this.unfolded[details.open ? "add" : "delete"](kind));
    return details;
  }

  typing() {
    const input = make("input", { "aria-label": "Type a move", placeholder: "Type a move", autocomplete: "off", autocapitalize: "off" });
    return make("form", { class: "typing", onsubmit: async (event) => {
      event.preventDefault();
      if (!input.value.trim() || this.sending) return;
      const said = await this.made("moves", { move: input.value });
      if (said?.accepted) { input.value = ""; this.moved(); }
    } }, input, make("button", { type: "submit" }, "Enter"));
  }
}

const groupBy = (things, keyOf) => things.reduce((all, one) => all.set(keyOf(one), [...(all.get(keyOf(one)) || []), one]), new Map());
