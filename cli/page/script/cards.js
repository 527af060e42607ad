
// -- cards that speak: a tap, a click or the keyboard shows the whole text of a piece --------------------------------

const card = find("card");
const speak = (piece) => {
  const title = piece.getAttribute("aria-label");
  const box = piece.getBBox();
  const copy = piece.cloneNode(true);
  for (const name of ["id", "transform", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.querySelector("title")?.remove();
  const [high, times] = [110, Math.min(2.4, 150 / box.width, 110 / box.height)];
  const picture = make("svg", { viewBox: `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`,
    width: Math.ceil((box.width + 4) * times), height: Math.min(high, Math.ceil((box.height + 4) * times)), "aria-hidden": "true" });
  picture.append(copy);
  const [where, ...what] = title.split(": ");
  const text = what.length ? [element("b", "", `${where}: `), what.join(": ")] : [title];
  card.replaceChildren(picture, element("p", "", ...text));
  for (const other of document.querySelectorAll(".boards .spoken")) other.classList.remove("spoken");
  piece.classList.add("spoken");
};

for (const { svg, stopAt } of tables) {
  const pieceOf = (event) => event.target.closest("g[id][tabindex]");
  svg.addEventListener("mousedown", (event) => { if (pieceOf(event)) event.preventDefault(); }); // arrows stay with the moves
  svg.addEventListener("click", (event) => { if (pieceOf(event)) speak(pieceOf(event)); });
  svg.addEventListener("focusin", (event) => {
    const piece = pieceOf(event);
    if (!piece) return;
    stopAt(piece);
    speak(piece);
  });
  // The table is one stop of the Tab key; in it the arrows go from piece to piece.
  svg.addEventListener("keydown", (event) => {
    const piece = pieceOf(event);
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!piece || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...svg.querySelectorAll(".block:not(.folded) g[id][tabindex]")];
    const at = Math.min(Math.max(all.indexOf(piece) + way, 0), all.length - 1);
    all[at].focus();
  });
}
