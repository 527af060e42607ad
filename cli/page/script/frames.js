// Goes through the tables of a game, or of two in step. All that it shows comes from the block `film` as data: it makes
// elements one by one and sets their text, so that nothing in a name or a note is ever read as markup.
const SVG = "http://www.w3.org/2000/svg";
const find = (id) => document.getElementById(id);
const film = JSON.parse(find("film").textContent);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// A list of numbers from what it changes in the one before; -n stands for the n numbers that follow the last one.
const changed = (before, splices) => {
  const numbers = before.slice();
  for (const [at, removed, ...inserted] of splices) {
    const added = [];
    for (const number of inserted) {
      if (number >= 0) added.push(number);
      else for (let more = -number; more; more--) added.push(added.at(-1) + 1);
    }
    numbers.splice(at, removed, ...added);
  }
  return numbers;
};

const make = (tag, attributes, text = "", children = []) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  element.append(...children.map((child) => make(...treeOf(child))));
  return element;
};
const treeOf = ([tag, attributes, text, ...inner]) => [tag, attributes, text, inner];

const element = (tag, cls, ...inside) => {
  const made = document.createElement(tag);
  if (cls) made.className = cls;
  made.append(...inside);
  return made;
};
const button = (text, act) => {
  const made = element("button", "", text);
  made.addEventListener("click", act);
  return made;
};

const pieces = film.pieces.map(([key, kind, what, shapes, w, h, zone, ...words]) => (
  { key, kind, what, shapes, w, h, zone, title: words.map((word) => film.words[word]).join("") }
));
