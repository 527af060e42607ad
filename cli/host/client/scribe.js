// What the scribe of a real table has besides: a record put right, notes, the clock, the end of the game.

import { button, make } from "/client/dom.js";

const REASONS = ["resigned", "time", "agreed", "abandoned", "adjudicated"];

export const scribeTools = (table) => {
  const note = make("input", { "aria-label": "Note", placeholder: "Note on the last record" });
  const reason = make("select", { "aria-label": "Why the game ends" }, REASONS.map((one) => make("option", {}, one)));
  const by = make("select", { "aria-label": "By whom" });
  const watch = make("p", { class: "watch" });
  const submit = (act) => (event) => { event.preventDefault(); act(); };
  const ended = make("form", { onsubmit: submit(() => table.made("end", { reason: reason.value, by: by.value || null })) },
    reason, by, make("button", { type: "submit" }, "End the game"));
  const reopen = button("Reopen the game", () => table.made("end", { reason: null }));
  const root = make("details", { class: "scribe" }, make("summary", {}, "Scribe"), watch,
    make("form", { onsubmit: submit(async () => {
      if (note.value.trim() && (await table.made("note", { text: note.value }))?.accepted) note.value = "";
    }) }, note, make("button", { type: "submit" }, "Add the note")),
    ended, reopen);

  setInterval(() => {
    const seconds = Math.floor((Date.now() - (table.since || Date.now())) / 1000);
    watch.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} since the last record.`;
  }, 1000);

  return {
    root,
    ofRecord: (one) => button("Put right", () => table.past.go(one.revision - 1, one.revision), { class: "small", "aria-label": `Put record ${one.revision} right` }),
    render: (state) => {
      if (by.childElementCount !== state.seats.length + 1) {
        by.replaceChildren(make("option", { value: "" }, "nobody"), ...state.seats.map((name) => make("option", {}, name)));
      }
      ended.hidden = state.ended;
      reopen.hidden = !state.reopens;
    },
  };
};
