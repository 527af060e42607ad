
// -- what happened, beside the table ------------------------------------------------------------------------------

const list = document.querySelector("ol.moves");
const now = find("now");
const items = new Map([...document.querySelectorAll("li[data-n]")].map((item) => [Number(item.dataset.n), item]));
// The sections that an item is in, the innermost first: a round or turn, an auction or war.
const sectionsOf = (item) => {
  const found = [];
  for (let one = item?.closest("details"); one; one = one.parentElement.closest("details")) found.push(one);
  return found;
};
const stageOf = (item) => sectionsOf(item).map((one) => one.dataset.head).reverse().join(" · ");
// A folded section unfolds while the step that is shown is in it.
let unfolded = [];
const unfold = (told) => {
  const around = new Set(told.flatMap(sectionsOf));
  for (const one of unfolded) if (!around.has(one)) one.open = false;
  unfolded = [...around].filter((one) => !one.open || unfolded.includes(one));
  for (const one of around) one.open = true;
};

// The records of a step: each a sentence, with what followed from it.
const tell = (numbers, frame) => {
  for (const item of list.querySelectorAll(".here")) item.classList.remove("here");
  const told = numbers.map((number) => items.get(number)).filter((item) => item);
  for (const item of told) item.classList.add("here");
  unfold(told);
  if (told.length) nearest(told);
  const head = stageOf(told[0]);
  const said = told.map((item) => element("div", "", ...[...item.children].map((part) => part.cloneNode(true))));
  if (!said.length) said.push(element("p", "", "The start. Arrow keys go by decision, with Shift by record."));
  if (head) said.unshift(element("p", "stage", head));
  const due = film.words[film.next[frame]];
  if (due) said.push(element("p", "stage", `Next: ${due}`));
  if (frame === film.end) said.push(...[...document.querySelectorAll(".ending .result")].map((p) => element("p", "result", p.textContent)));
  now.replaceChildren(...said);
  card.replaceChildren();
  now.scrollTop = 0;
};

// The list scrolls by itself, so that the table stays where it is.
const nearest = (told) => {
  const [first, last] = [told[0], told.at(-1)];
  const high = last.offsetTop + last.offsetHeight - first.offsetTop;
  const above = first.offsetTop - list.scrollTop;
  if (above < 0 || above + high > list.clientHeight) {
    list.scrollTop = first.offsetTop - Math.max(0, (list.clientHeight - high) / 2);
  }
};

// What has changed and can't be seen has a button that leads to it.
const tellUnseen = () => {
  const found = tables.flatMap((table) => table.unseen());
  find("unseen").replaceChildren(...(found.length ? ["Changed, out of sight: "] : []),
    ...found.map(({ name, go }) => button(name, go)));
};

// A rule that is cited is told where it is cited; without this script the link leads to it.
const rules = new Map([...document.querySelectorAll("dl.rules dt")].map((term) => [term.id, term.nextElementSibling]));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.rule");
  const text = link && rules.get(link.hash.slice(1));
  if (!text || !find("rule").showPopover) return;
  event.preventDefault();
  find("rule").replaceChildren(element("b", "", link.textContent), element("div", "", ...text.cloneNode(true).childNodes));
  find("rule").showPopover();
});
