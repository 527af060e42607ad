// What the server tells, as elements: refusals, effects, the score sheet.

import { make } from "/client/dom.js";

export const withRule = (said) => (said.rule && !said.message.includes(said.rule) ? `${said.message} (${said.rule})` : said.message);

export const effects = (one) => (one.effects.length ? make("ul", {}, one.effects.map((effect) =>
  make("li", {}, effect.words, effect.rule ? make("span", { class: "rule" }, ` ${effect.rule}`) : ""))) : "");

export const scoreSheet = ({ seats, score }) => make("div", { class: "sheet" }, make("table", {},
  make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Points"), seats.map((name) => make("th", { scope: "col" }, name)))),
  make("tbody", {}, score.rows.filter((row) => row.part !== "total").map((row) => make("tr", {},
    make("th", { scope: "row" }, [row.part, row.source].filter(Boolean).join(": "), make("span", { class: "rule" }, ` ${row.rule}`)),
    row.points.map((points) => make("td", {}, points)))),
  make("tr", { class: "total" }, make("th", { scope: "row" }, "Total"),
    score.totals.map((total) => make("td", {}, total === null ? "?" : `${total}`))))));
