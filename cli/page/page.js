"use strict";
// Goes through the pictures of a game. All that it shows comes from the block `film` as data: it makes elements one by
// one and sets their text, so that nothing in a name or a note is ever read as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const film = JSON.parse(document.getElementById("film").textContent);
  const table = document.querySelector(".table");
  const board = table.querySelector("svg");
  const slider = document.getElementById("slider");
  const items = new Map([...document.querySelectorAll("li[data-n]")].map((item) => [Number(item.dataset.n), item]));
  const rules = new Map([...document.querySelectorAll("dl.rules dt")].map((term) => [term.id, term.nextElementSibling]));

  // The list of pieces of every frame, from what each changes in the one before.
  const frames = [];
  let pieces = [];
  for (const [corners, ...splices] of film.frames) {
    pieces = pieces.slice();
    for (const [at, removed, ...inserted] of splices) pieces.splice(at, removed, ...inserted);
    frames.push([film.corners[corners], pieces]);
  }

  const make = (tag, attributes, text, children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    element.append(...children.map(([tag, attributes, text, ...inner]) => make(tag, attributes, text, inner)));
    return element;
  };

  const build = ([key, kind, what, shapes, ...words]) => {
    const title = words.map((word) => film.words[word]).join("");
    const attributes = { id: `piece-${key}` };
    if (kind) Object.assign(attributes, { "data-kind": kind, "data-what": what });
    if (title) Object.assign(attributes, { role: "img", "aria-label": title });
    const group = make("g", attributes, "", film.shapes[shapes]);
    if (title) group.prepend(make("title", {}, title, []));
    return group;
  };

  // -- the board ------------------------------------------------------------------------------------------------

  let shown = new Map(); // index of a piece -> its element, in the order of the board
  let here = -1;

  const draw = ([corners, wanted]) => {
    const now = new Map();
    for (const placed of wanted) {
      const [piece, block, x, y] = film.placed[placed];
      const element = shown.get(piece) || build(film.pieces[piece]);
      const place = `translate(${corners[block][0] + x} ${corners[block][1] + y})`;
      if (element.getAttribute("transform") !== place) element.setAttribute("transform", place);
      now.set(piece, element);
    }
    for (const [piece, element] of shown) if (!now.has(piece)) element.remove();
    let next = ground.nextElementSibling;
    for (const element of now.values()) {
      if (element === next) next = next.nextElementSibling;
      else board.insertBefore(element, next);
    }
    shown = now;
  };

  // A table that is too tall scrolls by itself to what was marked last: there is what the move was about.
  const reveal = () => {
    const mark = [...board.querySelectorAll("[id^='piece-mark-']")].at(-1);
    if (!mark || table.scrollHeight <= table.clientHeight + 1) return;
    const { top, bottom } = mark.getBoundingClientRect();
    const highest = table.firstElementChild.getBoundingClientRect().bottom;
    const lowest = Math.min(table.getBoundingClientRect().bottom, innerHeight);
    if (top < highest || bottom > lowest) table.scrollTop += (top + bottom - highest - lowest) / 2;
  };

  const frameOf = (number) => {
    const frame = film.records.findIndex((record) => record >= number);
    return frame < 0 ? frames.length - 1 : frame;
  };

  const show = (frame) => {
    frame = Math.min(Math.max(frame, 0), frames.length - 1);
    if (frame === here) return;
    items.get(film.records[here])?.classList.remove("here");
    here = frame;
    draw(frames[frame]);
    reveal();
    const number = film.records[frame];
    slider.value = frame;
    slider.setAttribute("aria-valuetext", number ? `after record ${number}` : "at the start");
    const item = items.get(number);
    item?.classList.add("here");
    if (item) nearest(item);
    now.textContent = item ? item.firstElementChild.textContent : "The start.";
    mark(frame);
    document.getElementById("link").value = `${location.href.split("#")[0]}#n=${number}`;
    try {
      history.replaceState(null, "", `#n=${number}`);
    } catch {
      // Some browsers allow no more than a hundred in half a minute: then the address stays behind, the link does not.
    }
  };

  // The list scrolls by itself, so that the board stays where it is.
  const nearest = (item) => {
    const above = item.offsetTop - list.scrollTop;
    if (above < 0 || above + item.offsetHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - Math.max(0, (list.clientHeight - item.offsetHeight) / 2);
    }
  };

  // -- what can be pressed --------------------------------------------------------------------------------------

  const list = document.querySelector("ol.moves");
  const now = document.getElementById("now");
  const ground = board.querySelector("rect");
  let timer = 0;

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶▶";
    play.setAttribute("aria-label", "Play");
  };
  const start = () => {
    if (here === frames.length - 1) show(0);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      show(here + 1);
      if (here === frames.length - 1) stop();
    }, Number(document.getElementById("speed").value));
  };
  const press = (id, act) => document.getElementById(id).addEventListener("click", act);
  const play = document.getElementById("play");
  press("first", () => show(0));
  press("back", () => show(here - 1));
  press("on", () => show(here + 1));
  press("last", () => show(frames.length - 1));
  press("play", () => (timer ? stop() : start()));
  press("copy", async () => {
    const link = document.getElementById("link");
    link.select();
    try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
  });
  slider.max = frames.length - 1;
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.getElementById("speed").addEventListener("change", () => { if (timer) { stop(); start(); } });

  const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    if (!(event.key in keys)) return;
    event.preventDefault();
    show(here + keys[event.key]);
  });

  // A rule that is cited is told below the board; without this script the link leads to it.
  const tell = (event) => {
    const link = event.target.closest("a.rule");
    const text = link && rules.get(link.hash.slice(1));
    if (!text) return;
    now.textContent = `${link.textContent}: ${text.textContent}`;
    if (event.type === "click") event.preventDefault();
  };
  for (const type of ["click", "mouseover", "focusin"]) list.addEventListener(type, tell);
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a.number");
    if (!link) return;
    event.preventDefault();
    show(frameOf(Number(link.closest("li").dataset.n)));
  });

  // -- points over time -----------------------------------------------------------------------------------------

  const curve = document.getElementById("curve");
  const WIDE = 700;
  const HIGH = 200;
  const x = (frame) => (frame / Math.max(frames.length - 1, 1)) * WIDE;
  const mark = (frame) => cursor.setAttribute("d", `M${x(frame)} 0V${HIGH}`);
  const path = (cls, d) => {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", cls);
    line.setAttribute("d", d);
    line.setAttribute("fill", "none");
    line.setAttribute("stroke-width", "2");
    return curve.appendChild(line);
  };
  const points = film.totals.flat().filter((total) => total !== null);
  const most = Math.max(1, ...points);
  const least = Math.min(0, ...points);
  const y = (total) => HIGH - ((total - least) / (most - least)) * HIGH;
  for (const seat of film.totals[0].keys()) {
    let d = "";
    film.totals.forEach((totals, frame) => {
      if (totals[seat] === null) return;
      d += d ? `H${x(frame)}V${y(totals[seat])}` : `M${x(frame)} ${y(totals[seat])}`;
    });
    if (d) path(`seat-${seat % 4}`, d);
  }
  const cursor = path("cursor", "M0 0");
  cursor.setAttribute("stroke", "currentColor");
  document.getElementById("most").textContent = most;

  // -- where to begin -------------------------------------------------------------------------------------------

  const wantedByLink = () => /^#n=(\d{1,9})$/.exec(location.hash);
  const follow = () => { const found = wantedByLink(); if (found) show(frameOf(Number(found[1]))); };
  addEventListener("hashchange", follow);
  for (const element of [...board.children]) if (element !== ground) element.remove();
  for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;
  const link = wantedByLink();
  show(link ? frameOf(Number(link[1])) : frames.length - 1);
})();
