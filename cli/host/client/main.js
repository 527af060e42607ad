// A plain page: the picture, what is due, and the legal moves as buttons.
const find = (id) => document.getElementById(id);
const ask = async (path, body) => {
  const found = await fetch(path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return found.json();
};
const show = async (id, viewer) => {
  const state = await ask(`/api/g/${id}/state?viewer=${viewer}`);
  find("due").textContent = state.due;
  find("picture").replaceChildren(document.adoptNode(new DOMParser().parseFromString(state.svg, "image/svg+xml").documentElement));
  find("moves").replaceChildren(...state.taps.map((tap) => {
    const button = document.createElement("button");
    button.textContent = tap.words;
    button.addEventListener("click", async () => {
      const said = await ask(`/api/g/${id}/moves`, { id: crypto.randomUUID(), move: tap.move, revision: state.revision, viewer });
      if (!said.accepted) find("due").textContent = said.message;
    });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
};
const begin = async () => {
  if (location.hash.length > 1) {
    const joined = await ask("/api/join", { token: location.hash.slice(1) });
    history.replaceState(null, "", joined.games ? joined.games[0].href : "/");
  }
  const id = location.pathname.split("/")[2];
  if (!id) return;
  const viewer = new URLSearchParams(location.search).get("viewer") ?? "";
  new EventSource(`/api/g/${id}/events?viewer=${viewer}`).addEventListener("message", () => show(id, viewer));
};
begin();
