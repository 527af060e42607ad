
// -- the tables, one for each game: blocks in columns, as large as the window allows --------------------------------

const COLUMN = 512; // a block with the space beside it, in units
const GAP = 12;
const FOLDED = 34; // the height of a folded block
const SMALLEST = 0.8; // letters of about 10 pixels; smaller ones can't be read
const LARGEST = 1.7;
const FLIGHT = { duration: 150, easing: "ease-in-out" };
const HIDDEN = [{ opacity: 0 }, { opacity: 0 }];
const moved = ({ x, y, times }) => ({ transform: `translate(${x}px, ${y}px) scale(${times})` });

const tables = [...document.querySelectorAll(".boards[data-script] > svg")].map((svg, game) => {
  const begins = ["piece-", "second-piece-"][game]; // no piece has the id of another one, or of the page's own
  const headed = new Set();
  for (const [piece, block] of film.placed) if (pieces[piece].key.startsWith("head")) headed.add(block);

  const blocks = film.blocks.map(([role, seat], index) => {
    const group = svg.appendChild(make("g", { class: "block" }));
    const body = group.appendChild(make("g", {}));
    const height = film.heights[game][index];
    return { index, role, seat, group, body, height, x: 0, y: 0 };
  });
  // What lies and folds together: the blocks of a seat, the rest, each other block alone. The rest comes last.
  const sets = [];
  for (const block of blocks.filter(({ height }) => height)) {
    const { role, seat, index } = block;
    const same = sets.find((set) => role !== "board" && set.seat === seat && (set.role === "rest") === (role === "rest"));
    if (same) same.blocks.push(block);
    else sets.push({ role, seat, blocks: [block], folded: role === "rest", opened: seat === film.bottom ? 1 : 0, headed: headed.has(index) });
  }
  sets.sort((one, other) => (one.role === "rest") - (other.role === "rest"));
  for (const set of sets) {
    for (const block of set.blocks) block.set = set;
    if (set.headed && set.role !== "board") set.fold = set.blocks[0].group.appendChild(foldOf(set));
    else set.folded = false;
  }
  const marks = svg.appendChild(make("g", { class: "marks", "aria-hidden": "true" }));
  const air = svg.appendChild(make("g", { class: "air", "aria-hidden": "true" }));

  function foldOf(set) {
    const fold = make("g", { class: "fold", role: "button", tabindex: 0 }, "", [
      ["rect", { x: -14, y: 2, width: 494, height: 28, rx: 4, class: "f-none" }, ""],
      ["text", { x: -13, y: 20, "font-size": 12, class: "f-soft" }, ""],
    ]);
    const turn = () => {
      set.folded = !set.folded;
      set.shy = false;
      set.opened = set.folded ? 0 : Date.now();
      arrange();
    };
    fold.addEventListener("click", turn);
    fold.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      turn();
    });
    return fold;
  }

  // -- the places of the blocks ---------------------------------------------------------------------------------

  // The parts that lie together in a column, in the order in which columns are filled: the sets; or their blocks; or
  // their blocks with the hands of open sets after the boards, so that they fill the space below a low board.
  const isHand = ({ role }) => role === "hand";
  const isHidden = (set, block) => set.folded === true || (set.folded === "area" && !isHand(block));
  const orders = [
    () => sets.map((set) => ({ set, blocks: set.blocks })),
    () => sets.flatMap((set) => (set.folded === true ? [{ set, blocks: set.blocks }]
      : set.blocks.map((block) => ({ set, blocks: [block] })))),
    () => orders[1]().sort((one, other) => rank(one) - rank(other)),
  ];
  const rank = ({ set, blocks }) => (set.role === "board" ? 0 : set.role === "rest" ? 3 : blocks.every(isHand) && !set.folded ? 1 : 2);
  const high = ({ set, blocks }, times) => blocks.reduce((sum, block) => {
    if (isHidden(set, block)) return sum + (block === set.blocks[0] ? FOLDED + GAP : 0);
    return sum + block.height * (set.role === "board" ? times : 1) + GAP;
  }, 0);

  // The heights of columns that are filled in order, none higher than the limit.
  const fill = (sizes, limit) => {
    const sums = [0];
    for (const size of sizes) {
      if (sums.at(-1) + size > limit) sums.push(0);
      sums[sums.length - 1] += size;
    }
    return sums;
  };
  // The least height for this number of columns. The rest goes below the shortest one.
  const leastHeight = (sizes, rest, columns) => {
    const limits = sizes.flatMap((_, from) => {
      let sum = 0;
      return sizes.slice(from).map((size) => (sum += size));
    });
    const fits = limits.filter((limit) => limit >= Math.max(...sizes)).map((limit) => {
      const sums = fill(sizes, limit);
      const column = sums.indexOf(Math.min(...sums));
      const top = sums[column];
      sums[column] += rest;
      return { limit, high: Math.max(...sums), sums, column, top };
    });
    return fits.filter(({ sums }) => sums.length <= columns).reduce((one, other) => (other.high < one.high ? other : one));
  };
  const sum = (parts, times) => parts.reduce((all, part) => all + high(part, times), 0);
  // The columns, and how much larger than the rest the board is, for which both are best to read. It is in the first
  // column, which is then broader, or above all columns.
  const best = (width, height, least, all) => {
    const rest = all.filter(({ set }) => set.role === "rest");
    const others = all.filter(({ set }) => set.role !== "rest");
    const boards = others.filter(({ set }) => set.role === "board");
    const choiceOf = (columns, times, above) => {
      const parts = above ? others.filter((part) => !boards.includes(part)) : others;
      const head = above ? sum(boards, times) : 0;
      const found = leastHeight(parts.map((part) => high(part, times)), sum(rest, 1), columns);
      const first = above ? 1 : times; // the breadth of the first column
      const scale = Math.min(LARGEST, width / ((columns - 1 + first) * COLUMN), height / (head + found.high));
      const worth = 1.5 * Math.min(scale, 1.1) + 0.8 * Math.min(scale * times, 2);
      return { ...found, parts, rest, times, first, head, boards: above ? boards : [], scale, worth, columns };
    };
    const choices = (film.columns ? [film.columns] : [1, 2, 3, 4]).flatMap((columns) => [
      ...[1, 1.25, 1.5, 1.75, 2].map((times) => choiceOf(columns, times, false)),
      ...(boards.length && boards.length < others.length ? [1.25, 1.5, 1.75, 2, 3].filter((times) => times <= columns)
        .map((times) => choiceOf(columns, times, true)) : []),
    ]);
    const readable = choices.filter(({ scale }) => scale >= least);
    return (readable.length ? readable : choices).reduce((one, other) => (other.worth > one.worth * 1.02 ? other : one));
  };

  const place = ({ set, blocks }, x, y, boardTimes) => {
    const times = set.role === "board" ? boardTimes : 1;
    for (const block of blocks) {
      const hidden = isHidden(set, block);
      Object.assign(block, { x: x + 18, y: y + GAP / 2, times, hidden });
      y += hidden ? high({ set, blocks: [block] }, times) : block.height * times + GAP;
      block.group.setAttribute("transform", `translate(${block.x} ${block.y}) scale(${times})`);
      block.group.classList.toggle("folded", hidden);
    }
    set.fold?.setAttribute("aria-expanded", !set.folded);
    if (set.fold) set.fold.lastChild.textContent = set.folded ? "▸" : "▾";
    return y;
  };

  // Folds what has not been opened for the longest time: first the area of a player beside the hand, then the hand,
  // until one of each is left.
  const foldNext = () => {
    const open = [false, "area"].map((folded) => sets.filter((set) => set.fold && set.folded === folded));
    const some = open.find(({ length }) => length > 1);
    const next = some?.reduce((one, other) => (other.opened <= one.opened ? other : one));
    if (next) Object.assign(next, { folded: !next.folded && next.blocks.some(isHand) ? "area" : true, shy: true });
    return next;
  };
  const arrangeIn = (width, height) => {
    const least = Math.min(SMALLEST, width / COLUMN);
    for (const set of sets) if (set.shy) set.folded = set.shy = false;
    const fit = () => orders.map((order) => best(width, height, least, order()))
      .reduce((one, other) => (one.scale < least * 0.99 && other.scale > one.scale || other.worth > one.worth * 1.15 ? other : one));
    let found = fit();
    while (found.scale < least * 0.99 && foldNext()) found = fit();
    const scale = Math.max(found.scale, Math.min(least, 0.64));
    const left = (column) => (column ? column - 1 + found.first : 0) * COLUMN;
    let top = 0;
    for (const part of found.boards) top = place(part, 0, top, found.times);
    let column = 0, y = 0;
    for (const part of found.parts) {
      const size = high(part, found.times);
      if (y + size > found.limit + 0.01) { column += 1; y = 0; }
      place(part, left(column), top + y, found.times);
      y += size;
    }
    let low = top + found.top;
    for (const part of found.rest) low = place(part, left(found.column), low, 1);
    const wide = Math.max(left(found.sums.length), found.boards.length ? found.columns * COLUMN : 0);
    const tall = found.head + found.high;
    svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    svg.setAttribute("width", Math.floor(wide * scale));
    svg.setAttribute("height", Math.floor(tall * scale));
  };

  // -- the pieces -----------------------------------------------------------------------------------------------

  const build = (piece) => {
    const { key, kind, what, shapes, title } = pieces[piece];
    const attributes = { id: begins + key };
    if (kind) Object.assign(attributes, { "data-kind": kind, "data-what": what });
    if (title) Object.assign(attributes, { role: "img", "aria-label": title });
    if (title && !key.startsWith("head")) attributes.tabindex = -1;
    if (key.startsWith("head")) attributes.class = "head";
    const group = make("g", attributes, "", film.shapes[shapes]);
    if (title) group.prepend(make("title", {}, title));
    return group;
  };

  let last = [];
  const frames = film.frames.map((frame) => (last = changed(last, frame[game])));
  let shown = new Map(); // index of a piece -> its element
  let names = ""; // the headings, which name the folds

  const put = (frame) => {
    const now = new Map();
    const next = blocks.map((block) => block.body.firstChild);
    const lowest = blocks.map(() => 1);
    for (const placed of frames[frame]) {
      const [piece, block, x, y] = film.placed[placed];
      const drawn = shown.get(piece) || build(piece);
      const place = `translate(${x} ${y})`;
      lowest[block] = Math.max(lowest[block], y + pieces[piece].h);
      if (drawn.getAttribute("transform") !== place) drawn.setAttribute("transform", place);
      const at = next.indexOf(drawn);
      if (at >= 0) next[at] = drawn.nextSibling;
      if (at !== block) blocks[block].body.insertBefore(drawn, next[block]);
      now.set(piece, drawn);
    }
    for (const [piece, drawn] of shown) if (!now.has(piece)) drawn.remove();
    shown = now;
    for (const block of blocks) shrink(block, lowest[block.index]);
    nameFolds();
    if (!svg.contains(document.activeElement)) stopAt(svg.querySelector(".block:not(.folded) [id][tabindex]"));
  };
  // A hand or area that is larger than the place that is kept for it is drawn smaller.
  const shrink = (block, lowest) => {
    const shrunk = block.role !== "rest" ? Math.min(1, (block.height + 2) / lowest) : 1;
    if (shrunk === block.shrunk) return;
    block.shrunk = shrunk;
    block.body.setAttribute("transform", `scale(${shrunk})`);
  };
  // The Tab key stops at one piece of the table.
  const stopAt = (piece) => {
    for (const other of svg.querySelectorAll("[id][tabindex='0']")) if (other !== piece) other.setAttribute("tabindex", -1);
    piece?.setAttribute("tabindex", 0);
  };
  const titleOf = ({ role, body }) => {
    if (role === "board") return "the board";
    const name = body.querySelector(".head")?.getAttribute("aria-label") || role;
    return role === "area" ? name.split(", ")[0] : name;
  };
  const nameFolds = () => {
    const titles = sets.map((set) => titleOf(set.blocks[0]));
    if (titles.join() === names) return;
    names = titles.join();
    sets.forEach((set, at) => set.fold?.setAttribute("aria-label", `fold or open: ${titles[at]}`));
  };

  // -- what has changed -----------------------------------------------------------------------------------------

  const spots = (frame) => new Map(frames[frame].map((placed) => {
    const [piece, block, x, y] = film.placed[placed];
    return [pieces[piece].key, { ...pieces[piece], piece, block, x, y }];
  }));
  const boxOf = ({ block, x, y, w, h }) => {
    const { x: left, y: top } = blocks[block];
    const times = blocks[block].times * blocks[block].shrunk;
    return [left + x * times, top + y * times, w * times, h * times];
  };
  const outline = (spot, how) => {
    const [x, y, w, h] = boxOf(spot);
    return ["rect", { x: x - 2, y: y - 2, width: w + 4, height: h + 4, rx: 4, class: `f-none l-${how}`, "stroke-width": 3 }, ""];
  };
  const middle = (spot) => {
    const [x, y, w, h] = boxOf(spot);
    return [x + w / 2, y + h / 2];
  };
  const overlap = (one, other) => one.block === other.block
    && Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x) > one.w / 4
    && Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y) > one.h / 4;

  // The pieces that have come, changed, moved or gone between two frames. In a zone things close up: that is no move,
  // but they slide like those that have moved.
  const changesOf = (before, after) => {
    const old = spots(before), now = spots(after);
    const found = { come: [], moved: [], gone: [], slid: [] };
    for (const [key, spot] of now) {
      if (!spot.kind) continue;
      const was = old.get(key);
      if (was && ["block", "x", "y", "w"].some((one) => was[one] !== spot[one])) found.slid.push([was, spot]);
      const zone = film.words[spot.zone];
      if (!was || was.what !== spot.what) found.come.push(spot);
      else if (zone && was.zone === spot.zone && (was.w !== spot.w || was.h !== spot.h)) continue;
      else if (was.shapes !== spot.shapes) found.come.push(spot);
      else if ((was.block !== spot.block || Math.abs(was.x - spot.x) + Math.abs(was.y - spot.y) > 0.5)
        && (was.zone !== spot.zone || !zone)) found.moved.push([was, spot]);
      if (was && was.zone !== spot.zone && found.come.at(-1) === spot) found.moved.push([was, spot]);
    }
    const arrived = [...found.come, ...found.moved.map(([, spot]) => spot)];
    for (const [key, was] of old) {
      if (was.kind && !now.has(key) && !arrived.some((spot) => overlap(was, spot))) found.gone.push(was);
    }
    return found;
  };

  // The way of a piece in the best move that an analysis found: an arrow, or a frame for what comes from nowhere.
  const advice = new Map((film.best || []).map(([frame, ...ends]) => [frame, ends]));
  const arrowTo = (ends) => {
    const [from, to] = (ends || []).map((end) => end && { block: end[0], x: end[1], y: end[2], w: end[3], h: end[4] });
    if (!to || blocks[to.block].hidden) return [];
    const [x, y] = middle(to);
    const sign = [["rect", { x: x - 17, y: y - 9, width: 34, height: 18, rx: 9, class: "f-ground l-green", "stroke-width": 2 }, ""],
      ["text", { x, y: y + 4, "font-size": 12, "font-weight": "bold", "text-anchor": "middle", class: "f-ink" }, "best"]];
    if (!from || blocks[from.block].hidden) return [outline(to, "green"), ...sign];
    const [fromX, fromY] = middle(from);
    const long = Math.hypot(x - fromX, y - fromY) || 1;
    const [east, south] = [(x - fromX) / long, (y - fromY) / long];
    const [tipX, tipY] = [x - 19 * east, y - 12 * south];
    const wing = (side) => `${tipX - 13 * east - side * 7 * south} ${tipY - 13 * south + side * 7 * east}`;
    const line = `M${fromX} ${fromY}L${tipX - 9 * east} ${tipY - 9 * south}`;
    return [["path", { d: line, class: "f-none l-ground", "stroke-width": 8 }, ""],
      ["path", { d: line, class: "f-none l-green", "stroke-width": 4 }, ""],
      ["path", { d: `M${tipX} ${tipY}L${wing(1)}L${wing(-1)}Z`, class: "f-green" }, ""], ...sign];
  };

  // Pieces move above everything else, from where they were drawn to where they are. What they leave behind is marked
  // when they have arrived.
  let flights = [];
  const land = () => {
    for (const flight of flights) flight.cancel();
    flights = [];
    air.replaceChildren();
  };
  const fly = (pairs) => {
    for (const [was, spot] of pairs) {
      const drawn = shown.get(spot.piece);
      const copy = air.appendChild(drawn.cloneNode(true));
      for (const name of ["id", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
      const [from, to] = [was, spot].map((one) => {
        const [x, y, w] = boxOf(one);
        return { x, y, times: w / spot.w };
      });
      copy.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${to.times})`);
      flights.push(copy.animate([from, to].map(moved), FLIGHT), drawn.animate(HIDDEN, FLIGHT));
    }
    flights.push(marks.animate(HIDDEN, FLIGHT));
    flights[0].onfinish = land;
  };

  let marked = []; // the blocks that have changed, each with the extent of its changes
  const mark = (before, after, moves) => {
    land();
    const found = before === after ? { come: [], moved: [], gone: [], slid: [] } : changesOf(before, after);
    const folded = ({ block }) => blocks[block].hidden;
    const drawn = [];
    for (const was of found.gone) if (!folded(was)) drawn.push(outline(was, "gone"));
    const here = [...new Set([...found.come, ...found.moved.map(([, spot]) => spot)])];
    for (const spot of here) if (!folded(spot)) drawn.push(outline(spot, "mark"));
    const few = found.moved.length <= 3; // more lines, as when hands are exchanged, would hide the cards
    for (const [was, spot] of found.moved) {
      if (folded(was) || folded(spot)) continue;
      const [x, y] = middle(was), [toX, toY] = middle(spot);
      if (few) drawn.push(["path", { d: `M${x} ${y}L${toX} ${toY}`, class: "f-none l-mark", "stroke-width": 2, "stroke-dasharray": "5 4" }, ""]);
    }
    if (game === 0 && film.best) drawn.push(...arrowTo(advice.get(after)));
    marks.replaceChildren(...drawn.map((tree) => make(...treeOf(tree))));
    const flying = found.slid.filter((spots) => !spots.some(folded));
    if (moves && flying.length && flying.length < 40 && !calm.matches) fly(flying);
    const byBlock = new Map();
    for (const spot of here) byBlock.set(spot.block, [...(byBlock.get(spot.block) || []), spot]);
    marked = [...byBlock];
  };

  // The changed blocks of which nothing that has changed is in the window. Decks change whenever somebody draws.
  const unseen = () => {
    if (!marked.length) return [];
    const { top, width } = svg.getBoundingClientRect();
    const scale = width / svg.viewBox.baseVal.width;
    const low = innerHeight - bar.covers();
    return marked.filter(([index, spots]) => {
      const block = blocks[index];
      return block.role !== "rest" && (block.hidden || !spots.some((spot) => {
        const [, y, , h] = boxOf(spot);
        return top + y * scale >= -2 && top + y * scale + Math.min(h * scale, low / 2) <= low;
      }));
    }).map(([index, spots]) => ({
      name: titleOf(blocks[index].set.blocks[0]),
      go: () => {
        const { set } = blocks[index];
        if (blocks[index].hidden) Object.assign(set, { folded: false, shy: false, opened: Date.now() });
        arrange();
        const box = svg.getBoundingClientRect();
        const y = box.top + boxOf(spots[0])[1] * (box.width / svg.viewBox.baseVal.width);
        if (y < 0 || y > (innerHeight - bar.covers()) * 0.8) scrollBy({ top: y - (innerHeight - bar.covers()) / 2 });
      },
    }));
  };

  return { svg, put, stopAt, mark, unseen, arrangeIn };
});

// What of the window the buttons cover, on a phone.
const bar = {
  covers: () => {
    const controls = document.querySelector(".controls");
    return getComputedStyle(controls).position === "fixed" ? controls.offsetHeight : 0;
  },
};

const arrange = () => {
  const boards = document.querySelector(".boards[data-script]");
  const phone = bar.covers();
  const aside = document.querySelector(".aside");
  const beside = getComputedStyle(aside).getPropertyValue("--beside").trim() === "1";
  const whole = document.documentElement.clientWidth - 24;
  const width = (beside ? whole - 380 : whole) / (phone ? 1 : tables.length) - (tables.length - 1) * 12;
  const top = boards.getBoundingClientRect().top + scrollY;
  const below = beside ? 8 : 170;
  if (width <= 0) return; // nothing is shown
  const height = phone ? 2 * innerHeight : Math.max(innerHeight - top - below, 420); // on a phone one scrolls
  for (const table of tables) table.arrangeIn(width, height);
  remark();
};
