
// -- the way through the frames: by decision with what followed from it, or by record ------------------------------

const back = (frame) => {
  const way = [frame];
  while (way.at(-1)) way.push(film.before[way.at(-1)]);
  return way.reverse();
};
const game = back(film.end);
const stands = new Set(game);
const decided = new Set(film.decided);
const follower = new Map(film.before.map((frame, own) => [frame, own]).filter(([, own]) => own)); // the last one wins
const wayThrough = (frame) => {
  if (stands.has(frame)) return game;
  const way = back(frame);
  for (let next = follower.get(frame); next; next = follower.get(next)) way.push(next);
  return way;
};

let way = []; // the frames that the arrows go through: those of the game, or of a branch that was taken back
let here = -1;
let from = 0; // the place with which what is shown is compared

// A step ends before the next decision. What chance does before the first one is a step of its own.
const ends = (place) => place === 0 || place === way.length - 1 || decided.has(way[place + 1]);
const next = (place) => { do place += 1; while (place < way.length - 1 && !ends(place)); return Math.min(place, way.length - 1); };
const previous = (place) => { do place -= 1; while (place > 0 && !ends(place)); return Math.max(place, 0); };

const enter = (frame) => {
  const wanted = wayThrough(frame);
  if (wanted.join() !== way.join()) {
    way = wanted;
    here = -1;
    slider.max = way.length - 1;
    markSlider();
    plot();
  }
  show(way.indexOf(frame));
};

const slider = find("slider");
const remark = (moves = false) => {
  if (here < 0) return;
  for (const table of tables) table.mark(way[from], way[here], moves);
  tellUnseen();
};
const show = (place, since = place - 1) => {
  place = Math.min(Math.max(place, 0), way.length - 1);
  if (place === here) return;
  here = place;
  from = Math.min(Math.max(since, 0), place);
  const frame = way[here];
  for (const table of tables) table.put(frame);
  remark(true);
  const number = film.records[frame];
  slider.value = here;
  const stage = stageOf(items.get(number));
  slider.setAttribute("aria-valuetext", number ? `after record ${number}${stage && `, ${stage}`}` : "at the start");
  tell(way.slice(from + 1, here + 1).map((frame) => film.records[frame]), frame);
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
const stepTo = (place) => show(place, previous(place));
const forward = () => stepTo(next(here));
const backward = () => stepTo(previous(here));

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

// Marks below the slider: a long one where a new part of the game begins, such as a round; a short one for each turn;
// a bar for an episode, such as a war or an auction.
const markSlider = () => {
  const places = new Map(way.map((frame, place) => [film.records[frame], (place / Math.max(way.length - 1, 1)) * 1000]));
  let d = "", bars = "", last = "";
  for (const section of list.querySelectorAll("details")) {
    const [at, ...more] = [...section.querySelectorAll("li[data-n]")].map((item) => places.get(Number(item.dataset.n)));
    if (at === undefined) continue;
    if (section.className === "episode") { bars += `M${at} 10H${Math.max(at + 3, more.at(-1) ?? at)}`; continue; }
    const part = section.dataset.head.split(" · ")[0];
    d += `M${at} 0V${part === last ? 3 : 8}`;
    last = part;
  }
  find("marks").replaceChildren(...[[d, 1], [bars, 3]].map(([d, width]) => (
    make("path", { d, class: "l-soft", "stroke-width": width, "vector-effect": "non-scaling-stroke" }))));
};

// -- what can be pressed ------------------------------------------------------------------------------------------

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
    forward();
    if (here === way.length - 1) stop();
  }, Number(find("speed").value));
};
const press = (id, act) => find(id).addEventListener("click", act);
press("first", () => show(0));
press("back", backward);
press("on", forward);
press("last", () => stepTo(way.length - 1));
press("play", () => (timer ? stop() : start()));
press("return", () => { enter(fork()); list.focus({ preventScroll: true }); });
slider.addEventListener("input", () => show(Number(slider.value)));
find("speed").addEventListener("change", () => { if (timer) { stop(); start(); } });

const copy = async (pressed, field) => {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  const text = pressed.textContent;
  if (text === "Copied") return;
  pressed.textContent = "Copied";
  setTimeout(() => { pressed.textContent = text; }, 1500);
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

const keys = {
  ArrowLeft: (record) => (record ? show(here - 1) : backward()),
  ArrowRight: (record) => (record ? show(here + 1) : forward()),
  Home: () => show(0),
  End: () => stepTo(way.length - 1),
};
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key](event.shiftKey);
});

const numberIn = (hash) => { const found = /^#n=(\d{1,9})$/.exec(hash); return found && Number(found[1]); };
const follow = (hash) => { const number = numberIn(hash); if (number !== null) enter(frameOf(number)); };
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.number");
  if (!link) return;
  event.preventDefault();
  follow(link.hash);
});
