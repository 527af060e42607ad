
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
const rates = document.querySelector("#skill svg"); // the curve of win rates, with the records of its points
const rated = rates?.dataset.records.split(" ").map(Number);
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
  if (rates) {
    const place = rated.findLastIndex((number) => number <= film.records[way[here]]);
    rates.lastElementChild.setAttribute("d", place < 0 ? "M0 0" : `M${(place / Math.max(rated.length - 1, 1)) * WIDE} 0V${HIGH}`);
  }
  for (const [, text, line] of legend) text.textContent = `${line.name}: ${line.at(way[here]) ?? "?"}`;
};
which.addEventListener("change", () => { plot(); markCurve(); });
