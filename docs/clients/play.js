// Plays a game to its end, always the first legal move: node play.js tides 7. No package is needed.
"use strict";
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const [game, seed] = process.argv.slice(2);
const server = spawn("kronika", ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;

const fail = (why) => waiting.forEach(({ reject }) => reject(new Error(why)));
server.on("error", (error) => fail(error.message)).on("close", () => fail("The referee has gone."));
server.stdin.on("error", () => {}); // the asker gets an error
createInterface({ input: server.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  if (answer.type === "bye") return fail(answer.why);
  const { resolve, reject } = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.type === "error") reject(new Error(answer.message));
  else resolve(answer);
});

function ask(type, fields) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    server.stdin.write(JSON.stringify({ id, type, ...fields }) + "\n", (error) => error && reject(error));
  });
}

async function main() {
  const { session, players } = await ask("new", { game, seed: Number(seed) });
  for (let at; (at = await ask("legal", { session })).actors.length; ) {
    await ask("play", { session, ...at.moves[0] });
  }
  const { totals } = await ask("score", { session });
  console.log(players.map((name, seat) => `${name} ${totals[seat]}`).join(", "));
}

main().catch((error) => { console.error(error.message); process.exitCode = 1; }).finally(() => server.stdin.end());
