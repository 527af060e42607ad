// What the scribe of a real table has besides: a record put right, notes, the clock, the end of the game.

import { button, make } from "/client/dom.js";

const REASONS = ["resigned", "time", "agreed", "abandoned", "adjudicated"];
const PAUSE = 500; // milliseconds in which a second tap of the same finger confirms nothing

// The question before a game ends. `reveals` says that its analysis shows then what was hidden.
const question = (reason, by, reveals) => [`End the game (${reason}${by && `, by ${by}`})?`,
  reveals ? "Its analysis will then show everybody what was hidden." : "", "Nobody can play on until you reopen it."].filter(Boolean).join(" ");

// The end of the game: a form, and in its place a row that asks once more.
const endForm = (table, reveals) => {
  const reason = make("select", { "aria-label": "Why the game ends" }, REASONS.map((one) => make("option", {}, one)));
  const by = make("select", { "aria-label": "By whom" });
  const opener = make("button", { type: "submit" }, "End the game");
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); open(); } }, reason, by, opener);
  const asked = make("p", { class: "asked", tabindex: "-1" });
  const confirm = button("Confirm", () => end(), { class: "confirm" });
  const sure = make("div", { class: "sure", role: "group", "aria-label": "End the game", hidden: true,
    onkeydown: (event) => { if (event.key === "Escape") close(); } }, asked, confirm, button("Cancel", () => close()));

  let pause = 0;

  // The question gets the focus, not `Confirm`: a key that is held down must not answer it.
  const open = () => {
    asked.textContent = question(reason.value, by.value, reveals);
    form.hidden = true;
    sure.hidden = false;
    confirm.disabled = true;
    clearTimeout(pause);
    pause = setTimeout(() => { confirm.disabled = false; }, PAUSE);
    asked.focus({ preventScroll: true });
    sure.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    const had = sure.contains(document.activeElement);
    sure.hidden = true;
    form.hidden = table.state.ended;
    if (had) (form.hidden ? table.due : opener).focus({ preventScroll: true });
  };
  const end = async () => {
    if (table.sending) return;
    asked.focus();
    confirm.disabled = true;
    await table.made("end", { reason: reason.value, by: by.value || null });
    close();
  };
  const render = (state) => {
    if (by.childElementCount !== state.seats.length + 1) {
      by.replaceChildren(make("option", { value: "" }, "nobody"), ...state.seats.map((name) => make("option", {}, name)));
    }
    if (state.ended || sure.hidden) close();
  };
  return { parts: [form, sure], render };
};

export const scribeTools = (table, reveals) => {
  const note = make("input", { "aria-label": "Note", placeholder: "Note on the last record" });
  const watch = make("p", { class: "watch" });
  const submit = (act) => (event) => { event.preventDefault(); act(); };
  const ending = endForm(table, reveals);
  const reopen = button("Reopen the game", () => table.made("end", { reason: null }));
  const root = make("details", { class: "scribe" }, make("summary", {}, "Scribe"), watch,
    make("form", { onsubmit: submit(async () => {
      if (note.value.trim() && (await table.made("note", { text: note.value }))?.accepted) note.value = "";
    }) }, note, make("button", { type: "submit" }, "Add the note")),
    ending.parts, reopen);

  setInterval(() => {
    const seconds = Math.floor((Date.now() - (table.since || Date.now())) / 1000);
    watch.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} since the last record.`;
  }, 1000);

  return {
    root,
    ofRecord: (one) => button("Put right", () => table.past.go(one.revision - 1, one.revision), { class: "small", "aria-label": `Put record ${one.revision} right` }),
    render: (state) => {
      ending.render(state);
      reopen.hidden = !state.reopens;
    },
  };
};
