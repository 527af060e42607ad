// A bot without a package that draws its moves: kronika simulate tides --bots 'program:node bot.js' --out games
"use strict";
const { createInterface } = require("node:readline");

// The move for the seat ask.seat, one of ask.legal; ask.view and ask.events are what that seat may know.
function choose(ask) {
  return ask.legal[ask.seed % ask.legal.length].move;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const ask = JSON.parse(line);
  const answer =
    ask.type === "hello"
      ? { type: "welcome", protocol: 2, program: "bot.js" }
      : { type: "choice", move: choose(ask) };
  console.log(JSON.stringify({ id: ask.id, ...answer }));
});
