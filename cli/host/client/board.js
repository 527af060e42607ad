// The picture of the table, its blocks laid out for the window, with marks for what may be tapped.

import { make } from "/client/dom.js";
import { Zoom } from "/client/zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const STYLE = /<style>([^<]*)<\/style>/; // taken out before the text is parsed: the policy allows no style in the page
const TAGS = new Set(["svg", "g", "rect", "circle", "polygon", "path", "text", "title"]);
const NEAR = 16; // pixels around a finger
const MANY = 40; // marks that would hide the table
const NARROW = matchMedia("(max-width: 899px)");
const TALL = 0.65; // of the window's height: a board and what is one's own that need more don't fit above the panel
const OWN_FIRST = ["hand", "area", "board", "rest"];
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

// The elements of a picture; anything that pictures do not have is left out.
const parsed = (text) => {
  const root = new DOMParser().parseFromString(text.replace(STYLE, ""), "image/svg+xml").documentElement;
  for (const element of [...root.querySelectorAll("*")]) if (!TAGS.has(element.localName)) element.remove();
  return document.importNode(root, true);
};

const shape = (tag, values) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  return element;
};

export class Board {
  constructor(tapped) {
    this.root = make("section", { class: "tableau", "aria-label": "Table" });
    this.told = make("div", { class: "bubble", hidden: true });
    this.pieces = new Map();
    this.drawn = new Map();
    this.folds = new Map();
    this.zoom = new Zoom();
    this.root.addEventListener("click", (event) => {
      if (event.target.closest("svg")) tapped(this.under(event.clientX, event.clientY), event.clientX, event.clientY);
    });
  }

  clear() {
    this.root.replaceChildren();
    this.pieces.clear();
    this.drawn.clear();
  }

  // Show a picture as a viewer has it; what has changed since the one before is marked.
  show(text, title, viewer) {
    const root = parsed(text);
    sheet.replaceSync(STYLE.exec(text)?.[1] || "");
    const blocks = [...root.querySelectorAll("g.block")];
    this.root.setAttribute("aria-label", root.getAttribute("aria-label") || title);
    this.root.replaceChildren(...(blocks.length ? this.columns(blocks, viewer) : [this.frame(root)]), this.told);
    this.told.hidden = true;
    this.zoom.restore();
    this.pieces = new Map([...this.root.querySelectorAll("g[id]")].map((piece) => [piece.id, piece]));
    const before = this.drawn;
    this.drawn = new Map([...this.pieces].filter(([, piece]) => piece.dataset.kind)
      .map(([id, piece]) => [id, [piece.innerHTML, piece.closest(".block")?.dataset.seat, piece.dataset.what].join()]));
    this.fresh = before.size ? [...this.drawn].filter(([id, how]) => before.get(id) !== how).map(([id]) => id) : [];
    if (this.fresh.length > this.drawn.size / 2) this.fresh = [];
  }

  // The board and what is the viewer's own at the left, the others at the right; on a phone one below the other.
  columns(blocks, viewer) {
    const left = make("div", { class: "column" }), right = make("div", { class: "column" });
    const isNear = ({ dataset }) => dataset.role === "board" || (dataset.seat && dataset.seat === viewer);
    const near = blocks.filter(isNear), far = blocks.filter((block) => !isNear(block));
    const shared = near.length ? 0 : Math.ceil(far.filter((block) => block.dataset.role !== "rest").length / 2);
    near.push(...far.splice(0, shared));
    if (NARROW.matches && this.isTall(near)) {
      near.sort((one, other) => OWN_FIRST.indexOf(one.dataset.role) - OWN_FIRST.indexOf(other.dataset.role));
    }
    left.append(...near.map((block) => this.block(block)));
    right.append(...far.map((block) => this.block(block)));
    return [left, right];
  }

  // Whether blocks one below the other would push the hand out of sight.
  isTall(blocks) {
    const heights = blocks.map(({ dataset }) => dataset.box.split(" ").map(Number)).map(([, , w, h]) => (h / w) * innerWidth);
    return heights.reduce((sum, one) => sum + one, 0) > TALL * innerHeight;
  }

  frame(root) {
    root.setAttribute("class", "picture");
    return root;
  }

  // A block as a picture of its own, which a heading folds if nobody needs to look at it.
  block(group) {
    const [x, y, w, h] = group.dataset.box.split(" ").map(Number);
    const { role, seat } = group.dataset;
    const svg = shape("svg", { viewBox: `${x - 4} ${y - 2} ${w + 8} ${h + 6}`, class: "picture", role: "group",
      "font-family": "system-ui, Helvetica, Arial, DejaVu Sans, sans-serif" });
    svg.append(group, shape("g", { class: "marks" }));
    if (role === "board") return make("div", { class: "part of-board" }, this.zoom.put(svg));
    if (role !== "rest") return make("div", { class: `part of-${role}` }, svg);
    const key = `${role} ${seat}`;
    const fold = make("details", { class: "part of-rest", open: this.folds.get(key) === true },
      make("summary", {}, group.querySelector("[id^=head]")?.getAttribute("aria-label") || "Decks"), svg);
    fold.addEventListener("toggle", () => { this.folds.set(key, fold.open); this.remark(); });
    return fold;
  }

  // Whether a piece is drawn, and not folded away.
  shows(id) { return this.pieces.has(id) && !this.pieces.get(id).closest("details:not([open])"); }

  // The card that a piece is, as moves name it.
  cardOf = (id) => (this.pieces.get(id)?.dataset.kind === "card" ? this.pieces.get(id).dataset.what : "");
  // What lies under a finger, in words.
  titleOf = (ids) => {
    const things = [...ids].map((id) => this.pieces.get(id)).filter((piece) => piece?.dataset.kind);
    const place = [...ids].find((id) => id.startsWith("place-"));
    return things[0]?.getAttribute("aria-label") || (place ? place.slice(6) : "");
  };

  // The ids under a point, from above; where nothing lies, that of the nearest thing that may be tapped.
  under(x, y) {
    const found = document.elementsFromPoint(x, y).map((one) => one.closest("g[id]")?.id).filter(Boolean);
    const ids = new Set(found);
    if (this.marks && !found.some((id) => this.marks.next.has(id))) {
      const near = [...this.marks.next].map((id) => [this.away(id, x, y), id]).sort(([a], [b]) => a - b)[0];
      if (near && near[0] === 0) return ids.add(near[1]); // a mark around something that is drawn without a ground
      if (near && near[0] < NEAR && !found.some((id) => id.startsWith("place-") || this.pieces.get(id).dataset.kind)) return new Set([near[1]]);
    }
    return ids;
  }

  away(id, x, y) {
    const box = this.pieces.get(id)?.getBoundingClientRect();
    if (!box || !box.width) return Infinity;
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  }

  // Mark what may be tapped next, with dashes, and what was tapped, with a frame and a hook.
  mark(marks) {
    this.marks = marks;
    this.remark();
  }

  remark() {
    for (const layer of this.root.querySelectorAll(".marks")) layer.replaceChildren();
    if (!this.marks) return;
    for (const id of this.fresh || []) this.outline(id, "fresh");
    const next = this.marks.next.size > MANY ? "next faint" : "next";
    for (const id of this.marks.next) this.outline(id, next);
    for (const id of this.marks.chosen) this.outline(id, "chosen");
  }

  outline(id, how) {
    const piece = this.pieces.get(id);
    const layer = piece?.closest("svg")?.querySelector(".marks");
    if (!layer) return;
    const [, left, top] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(piece.getAttribute("transform")) || [0, 0, 0];
    const box = piece.getBBox();
    if (!box.width) return;
    const x = Number(left) + box.x, y = Number(top) + box.y;
    const inset = id.startsWith("place-") ? 2 : -1;
    layer.append(shape("rect", { class: how, x: x + inset, y: y + inset, rx: 4,
      width: Math.max(box.width - 2 * inset, 4), height: Math.max(box.height - 2 * inset, 4) }));
    if (how === "chosen") {
      const right = x + box.width - 2, top = y + 2; // at the corner, so that a number in the piece can be read
      layer.append(shape("circle", { class: "badge", cx: right, cy: top, r: 6 }),
        shape("path", { class: "hook", d: `M${right - 3} ${top}l2 3l4 -5` }));
    }
  }

  // Say something beside the finger.
  say(text, x, y) {
    const frame = this.root.getBoundingClientRect();
    this.told.textContent = text;
    this.told.hidden = false;
    this.told.style.maxWidth = `${Math.min(300, frame.width - 16)}px`;
    this.told.style.left = "0";
    const wide = this.told.offsetWidth;
    this.told.style.left = `${Math.max(4, Math.min(x - frame.left - wide / 2, frame.width - wide - 8))}px`;
    this.told.style.top = `${y - frame.top + 22}px`;
  }

  hush() { this.told.hidden = true; }
}
