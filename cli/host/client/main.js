// A link is opened, a game is chosen, and its table is shown; on a device of several players behind a curtain.

import { button, make } from "/client/dom.js";
import { ask, Link } from "/client/link.js";
import { settings } from "/client/settings.js";
import { Table } from "/client/table.js";

const page = document.getElementById("page");
const isSeat = (viewer) => /^\d+$/.test(viewer);
const say = (title, ...text) => page.replaceChildren(make("main", { class: "plain" }, make("h1", {}, title), ...text));

// The games that this device has joined; those of the link that was opened are first.
const joined = async () => {
  const token = location.pathname === "/join" ? location.hash.slice(1) : "";
  const { games } = token ? await ask("/api/join", { token }) : await ask("/api/games");
  if (token) history.replaceState(null, "", games[0]?.href || "/");
  return games;
};

const begin = async () => {
  let games;
  try {
    games = await joined();
  } catch (error) {
    say("Kronika", make("p", { role: "alert" }, error.message || "There is no connection."), button("Try again", begin));
    return;
  }
  const id = decodeURIComponent(/^\/g\/([^/]+)/.exec(location.pathname)?.[1] || "");
  const here = games.filter((game) => game.id === id);
  if (!here.length) {
    say("Kronika", games.length ? make("ul", { class: "games" }, games.map((game) =>
      make("li", {}, make("a", { href: game.href }, `${game.title}, as ${game.name}`))))
      : make("p", {}, "Open the link that you have got for a game."));
    return;
  }
  const wished = new URLSearchParams(location.search).get("viewer");
  new Device(here, here.find((game) => game.viewer === wished) || here[0]);
};

// A device that shows a game to one or several viewers, one at a time.
class Device {
  constructor(games, first) {
    this.games = games;
    this.seats = games.filter((game) => isSeat(game.viewer));
    this.cover = make("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "Curtain", hidden: true });
    this.title = make("h1", {});
    this.who = make("select", { "aria-label": "Who looks", hidden: games.length < 2, onchange: () => this.go(this.gameOf(this.who.value)) },
      games.map((game) => make("option", { value: game.viewer }, game.name)));
    this.place = make("div");
    const self = make("strong", { class: "self" }, games.length < 2 ? first.name : "");
    this.tools = make("div", { class: "tools" });
    page.replaceChildren(make("header", {}, this.title, self, this.who, this.tools), this.place, this.cover);
    if (this.seats.length > 1 && settings.curtain && isSeat(first.viewer)) this.curtain(first);
    else this.show(first);
  }

  gameOf(viewer) { return this.games.find((game) => game.viewer === viewer); }

  go(game) {
    if (this.seats.length > 1 && settings.curtain && isSeat(game.viewer)) this.curtain(game);
    else this.show(game);
  }

  // Hide the table until the next player looks. Nothing of it stays in the page.
  curtain(game) {
    this.leave();
    this.cover.hidden = false;
    const look = button(`I am ${game.name}`, () => this.show(game), { class: "confirm" });
    this.cover.replaceChildren(make("h2", {}, `Hand the device to ${game.name}.`), look);
    document.title = game.title;
    look.focus();
  }

  leave() {
    this.link?.close();
    this.link = this.table = null;
    this.place.replaceChildren();
    this.tools.replaceChildren();
  }

  show(game) {
    this.leave();
    this.cover.hidden = true;
    this.who.value = game.viewer;
    history.replaceState(null, "", game.href);
    this.link = new Link(game.id, game.viewer, {
      told: (state) => {
        this.title.textContent = this.title.title = state.title;
        table.update(state);
        const after = this.after(state);
        table.hand.replaceChildren(...(after ? [button(`Hand the device to ${after.name}`, () => this.go(after))] : []));
      },
      status: (text) => { table.status.textContent = text; },
      lost: (text) => { this.leave(); say(game.title, make("p", { role: "alert" }, text), button("Try again", begin)); },
    });
    const { link } = this;
    const table = this.table = new Table(link, game, () => this.next(table.state));
    this.place.replaceChildren(table.root);
    this.tools.replaceChildren(table.board.zoom.bar);
    link.refresh().then(() => link.resume()).then((said) => { if (said) table.answered(said); });
  }

  // The player of this device who acts next, unless the one who looks does.
  after(state) {
    const nameOf = ({ viewer }) => state.seats[Number(viewer)];
    if (!isSeat(this.who.value) || state.actors.includes(nameOf({ viewer: this.who.value }))) return null;
    return this.seats.find((game) => state.actors.includes(nameOf(game)));
  }

  // After a move the next player of this device looks.
  next(state) {
    const after = settings.curtain && state && this.after(state);
    if (after) this.curtain(after);
  }
}

begin();
