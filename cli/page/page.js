"use strict";
// Goes through the pictures of a game, or of two in step. All that it shows comes from the block `film` as data: it makes
// elements one by one and sets their text, so that nothing in a name or a note is ever read as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const find = (id) => document.getElementById(id);
  const film = JSON.parse(find("film").textContent);
  const table = document.querySelector(".table");
  const list = document.querySelector("ol.moves");
  const now = find("now");
  const slider = find("slider");
  const items = new Map([...document.querySelectorAll("li[data-n]")].map((item) => [Number(item.dataset.n), item]));
  const rules = new Map([...document.querySelectorAll("dl.rules dt")].map((term) => [term.id, term.nextElementSibling]));

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

  // -- the boards, one for each game ------------------------------------------------------------------------------

  const boards = [...document.querySelectorAll(".boards > svg")].map((svg, game) => {
    const begins = ["piece-", "second-piece-"][game]; // no piece has the id of another one, or of the page's own
    const ground = svg.querySelector("rect");
    for (const element of [...svg.children]) if (element !== ground) element.remove();

    const build = ([key, kind, what, shapes, ...words]) => {
      const title = words.map((word) => film.words[word]).join("");
      const attributes = { id: begins + key };
      if (kind) Object.assign(attributes, { "data-kind": kind, "data-what": what });
      if (title) Object.assign(attributes, { role: "img", "aria-label": title });
      const group = make("g", attributes, "", film.shapes[shapes]);
      if (title) group.prepend(make("title", {}, title));
      return group;
    };

    let last = [];
    const frames = film.frames.map((frame) => {
      const [corners, ...splices] = frame[game];
      last = changed(last, splices);
      return [film.corners[corners], last];
    });
    let shown = new Map(); // index of a piece -> its element, in the order of the board

    const keys = (frame) => new Set(frames[frame][1].map((placed) => film.pieces[film.placed[placed][0]][0]));
    const put = (frame) => {
      const [corners, wanted] = frames[frame];
      const pieces = new Map();
      for (const placed of wanted) {
        const [piece, block, x, y] = film.placed[placed];
        const element = shown.get(piece) || build(film.pieces[piece]);
        const place = `translate(${corners[block][0] + x} ${corners[block][1] + y})`;
        if (element.getAttribute("transform") !== place) element.setAttribute("transform", place);
        pieces.set(piece, element);
      }
      for (const [piece, element] of shown) if (!pieces.has(piece)) element.remove();
      let next = ground.nextElementSibling;
      for (const element of pieces.values()) {
        if (element === next) next = next.nextElementSibling;
        else svg.insertBefore(element, next);
      }
      shown = pieces;
    };
    return { put, keys };
  });

  // A table that is too tall scrolls by itself to the last thing that has come, else to what has changed last: there is
  // what the move was about. A tile on the map comes; the count of the hand from which it was taken only changes.
  const reveal = (frame) => {
    if (table.scrollHeight <= table.clientHeight + 1) return;
    const before = boards[0].keys(film.before[frame]);
    const marks = [...table.querySelectorAll("[id^='piece-mark-']")];
    const mark = marks.findLast((one) => !before.has(one.id.slice("piece-mark-".length))) || marks.at(-1);
    if (!mark) return;
    const { top, bottom } = mark.getBoundingClientRect();
    const highest = table.firstElementChild.getBoundingClientRect().bottom;
    const lowest = Math.min(table.getBoundingClientRect().bottom, innerHeight);
    if (top < highest || bottom > lowest) table.scrollTop += (top + bottom - highest - lowest) / 2;
  };

  // -- the way through the frames ---------------------------------------------------------------------------------

  const back = (frame) => {
    const way = [frame];
    while (way.at(-1)) way.push(film.before[way.at(-1)]);
    return way.reverse();
  };
  const game = back(film.end);
  const stands = new Set(game);
  const follower = new Map(film.before.map((frame, own) => [frame, own]).filter(([, own]) => own)); // the last one wins
  const wayThrough = (frame) => {
    if (stands.has(frame)) return game;
    const way = back(frame);
    for (let next = follower.get(frame); next; next = follower.get(next)) way.push(next);
    return way;
  };

  let way = []; // the frames that the arrows go through: those of the game, or of a branch that was taken back
  let here = -1;

  const enter = (frame) => {
    const wanted = wayThrough(frame);
    if (wanted.join() !== way.join()) {
      way = wanted;
      here = -1;
      slider.max = way.length - 1;
      plot();
    }
    show(way.indexOf(frame));
  };

  const show = (place) => {
    place = Math.min(Math.max(place, 0), way.length - 1);
    if (place === here) return;
    here = place;
    const frame = way[here];
    for (const board of boards) board.put(frame);
    reveal(frame);
    const number = film.records[frame];
    slider.value = here;
    slider.setAttribute("aria-valuetext", number ? `after record ${number}` : "at the start");
    for (const item of list.querySelectorAll(".here")) item.classList.remove("here");
    const item = items.get(number);
    item?.classList.add("here");
    if (item) nearest(item);
    now.textContent = item ? [...item.querySelectorAll(".said, .note")].map((e) => e.textContent).join(" · ") : "The start.";
    tellWay(frame);
    tellPosition(frame);
    markCurve();
    find("link").value = `${location.href.split("#")[0]}#n=${number}`;
    try {
      history.replaceState(null, "", `#n=${number}`);
    } catch {
      // Some browsers allow no more than a hundred in half a minute: then the address stays behind, the link does not.
    }
  };

  const fork = () => way.findLast((frame) => stands.has(frame));
  const tellWay = (frame) => {
    find("way").hidden = stands.has(frame);
    const number = film.records[fork()];
    const where = number ? `after record ${number}` : "at the start";
    find("way").firstElementChild.textContent = `A branch, taken back: it leaves the game ${where}.`;
  };

  // The frame of a record; of a note, which has none, that of the record before it.
  const frameOf = (number) => {
    const frame = film.records.findIndex((record) => record > number);
    return (frame < 0 ? film.records.length : frame) - 1;
  };

  // The list scrolls by itself, so that the boards stay where they are.
  const nearest = (item) => {
    const above = item.offsetTop - list.scrollTop;
    if (above < 0 || above + item.offsetHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - Math.max(0, (list.clientHeight - item.offsetHeight) / 2);
    }
  };

  // -- what can be pressed ----------------------------------------------------------------------------------------

  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    find("play").textContent = "▶▶";
    find("play").setAttribute("aria-label", "Play");
  };
  const start = () => {
    if (here === way.length - 1) show(0);
    find("play").textContent = "❚❚";
    find("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      show(here + 1);
      if (here === way.length - 1) stop();
    }, Number(find("speed").value));
  };
  const press = (id, act) => find(id).addEventListener("click", act);
  press("first", () => show(0));
  press("back", () => show(here - 1));
  press("on", () => show(here + 1));
  press("last", () => show(way.length - 1));
  press("play", () => (timer ? stop() : start()));
  press("return", () => { enter(fork()); list.focus({ preventScroll: true }); });
  slider.addEventListener("input", () => show(Number(slider.value)));
  find("speed").addEventListener("change", () => { if (timer) { stop(); start(); } });

  const copy = async (button, field) => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    const text = button.textContent;
    if (text === "Copied") return;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = text; }, 1500);
  };
  press("copy", () => copy(find("copy"), find("link")));
  press("copy-position", () => {
    const field = find("position");
    field.value = positionAt(way[here]);
    field.hidden = false;
    copy(find("copy-position"), field);
  });

  // A position as an example, in lines of TOML; "" for one that cannot be described.
  const positionAt = (frame) => {
    let lines = [];
    for (const splices of film.positions.changes.slice(0, frame + 1)) if (splices) lines = changed(lines, splices);
    return lines.map((line) => `${film.positions.lines[line]}\n`).join("");
  };
  const tellPosition = (frame) => {
    find("copy-position").hidden = !film.positions;
    find("copy-position").disabled = !film.positions?.changes[frame];
    find("position").hidden = true;
  };

  const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (!(event.key in keys)) return;
    event.preventDefault();
    show(here + keys[event.key]);
  });

  // A rule that is cited is told below the buttons; without this script the link leads to it.
  const tell = (event) => {
    const link = event.target.closest("a.rule");
    const text = link && rules.get(link.hash.slice(1));
    if (!text) return;
    now.textContent = `${link.textContent}: ${text.textContent}`;
    if (event.type === "click") event.preventDefault();
  };
  for (const type of ["click", "mouseover", "focusin"]) list.addEventListener(type, tell);
  const numberIn = (hash) => { const found = /^#n=(\d{1,9})$/.exec(hash); return found && Number(found[1]); };
  const follow = (hash) => { const number = numberIn(hash); if (number !== null) enter(frameOf(number)); };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.number");
    if (!link) return;
    event.preventDefault();
    follow(link.hash);
  });

  // -- points over time -------------------------------------------------------------------------------------------

  const curve = find("curve");
  const which = find("which");
  const WIDE = 700;
  const HIGH = 200;
  const MOST = 8; // lines that can be told apart; what gave least goes together
  const { players, sources, totals, dyes } = film.points;

  const given = []; // by frame: the points of each source
  for (const changes of film.points.changes) {
    const points = (given.at(-1) || []).slice();
    for (let at = 0; at < changes.length; at += 2) points[changes[at]] = changes[at + 1];
    given.push(points);
  }

  const summed = (name, indexes) => ({ name, at: (frame) => indexes.reduce((sum, i) => sum + (given[frame][i] || 0), 0) });
  const grouped = (player, column) => {
    const groups = new Map();
    sources.forEach((source, i) => {
      if (source[0] === player) groups.set(source[column], [...(groups.get(source[column]) || []), i]);
    });
    const size = ([, indexes]) => Math.abs(summed("", indexes).at(film.end));
    const sorted = [...groups].sort((one, other) => size(other) - size(one));
    const rest = sorted.splice(sorted.length > MOST ? MOST - 1 : MOST).flatMap(([, indexes]) => indexes);
    const lines = sorted.map(([name, indexes]) => summed(name, indexes));
    return rest.length ? [...lines, summed("the others", rest)] : lines;
  };
  const total = (player, name) => ({ name, at: (frame) => totals[frame][player] });
  const charts = [["all players", players.map((name, player) => total(player, name))]];
  players.forEach((name, player) => {
    for (const [column, what] of [[1, dyes.length ? "colour" : "part"], [2, "source"]]) {
      const lines = grouped(player, column);
      if (lines.length > 1) charts.push([`${name}, by ${what}`, [{ ...total(player, "total"), total: true }, ...lines]]);
    }
  });
  charts.forEach(([name], i) => which.append(new Option(name, i)));

  const lineClass = (line, i) => (line.total ? "total" : dyes.includes(line.name) ? `l-${line.name} d-${i % MOST}` : `line-${i % MOST}`);
  const draw = (cls, d, parent = curve) => parent.appendChild(make("path", { class: cls, d, fill: "none", "stroke-width": 2 }));
  const x = (place) => (place / Math.max(way.length - 1, 1)) * WIDE;
  let cursor;
  let legend = [];

  const plot = () => {
    const lines = charts[which.value || 0][1];
    const points = way.flatMap((frame) => lines.map((line) => line.at(frame))).filter((value) => value !== null);
    const most = points.reduce((one, other) => Math.max(one, other), 0);
    const least = points.reduce((one, other) => Math.min(one, other), 0);
    const y = (value) => HIGH - ((value - least) / (most - least || 1)) * HIGH;
    curve.replaceChildren();
    draw("axis", `M0 ${y(0)}H${WIDE}`);
    for (const frame of film.points.turns) if (way.includes(frame)) draw("turn", `M${x(way.indexOf(frame))} 0V${HIGH}`);
    legend = lines.map((line, i) => {
      let d = "";
      way.forEach((frame, place) => {
        const value = line.at(frame);
        if (value !== null) d += d ? `H${x(place)}V${y(value)}` : `M${x(place)} ${y(value)}`;
      });
      if (d) draw(lineClass(line, i), d);
      const item = document.createElement("li");
      const sample = make("svg", { width: 40, height: 8, "aria-hidden": "true" });
      draw(lineClass(line, i), "M0 4H40", sample);
      const text = document.createElement("span");
      item.append(sample, " ", text);
      return [item, text, line];
    });
    find("lines").replaceChildren(...legend.map(([item]) => item));
    cursor = draw("cursor", "M0 0");
    find("most").textContent = `${least} to ${most} points`;
  };
  const markCurve = () => {
    cursor.setAttribute("d", `M${x(here)} 0V${HIGH}`);
    for (const [, text, line] of legend) text.textContent = `${line.name}: ${line.at(way[here]) ?? "?"}`;
  };
  which.addEventListener("change", () => { plot(); markCurve(); });

  // -- where to begin ---------------------------------------------------------------------------------------------

  addEventListener("hashchange", () => follow(location.hash));
  for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;
  enter(numberIn(location.hash) === null ? film.opens : frameOf(numberIn(location.hash)));
})();
