// The line to the server. A change is kept until the server has answered it: it is sent again with the same id, also
// after a reload, and the server makes it once.

import { newId } from "/client/dom.js";

const FIRST_WAIT = 500, LONGEST_WAIT = 8000;
const wait = (ms) => new Promise((go) => {
  const timer = setTimeout(go, ms);
  addEventListener("online", () => { clearTimeout(timer); go(); }, { once: true });
});

export class NoAccess extends Error {}

// Ask once. Throws NoAccess for a link that opens nothing, Error for one that is not answered now.
export const ask = async (address, body) => {
  const sent = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const limit = AbortSignal.timeout(15000);
  const answer = await fetch(address, { cache: "no-store", credentials: "same-origin", signal: limit, ...sent });
  const said = await answer.json();
  if (answer.ok) return said;
  if ([400, 401, 403, 404, 413, 415].includes(answer.status)) throw new NoAccess(said.message || "");
  throw new Error(said.message || `${answer.status}`);
};

export class Link {
  // `told` gets each new state, `status` a sentence about the connection, empty if it is good.
  constructor(game, viewer, { told, status, lost }) {
    Object.assign(this, { viewer, told, status, lost });
    this.base = `/api/g/${encodeURIComponent(game)}`;
    this.kept = `kronika ${game} ${viewer}`;
    this.revision = 0;
    this.fails = 0;
    this.troubles = new Map();
    this.open = true;
    this.asking = null;
    this.again = false;
    this.watch();
    this.wake = () => { if (this.open && !document.hidden) this.refresh(); };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  close() {
    this.open = false;
    this.source?.close();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }

  get query() { return `viewer=${encodeURIComponent(this.viewer)}`; }

  // The state, asked for until it arrives. Calls in the meantime ask once more.
  refresh() {
    if (this.asking) { this.again = true; return this.asking; }
    this.asking = this.patiently(() => ask(`${this.base}/state?${this.query}&since=${this.revision}`)).then((state) => {
      this.asking = null;
      if (!this.open || !state) return null;
      this.revision = state.revision;
      this.told(state);
      if (this.again) { this.again = false; return this.refresh(); }
      return state;
    });
    return this.asking;
  }

  // Do something until it succeeds; `kept` says what is kept meanwhile.
  async patiently(act, kept = "") {
    for (let ms = FIRST_WAIT; this.open; ms = Math.min(2 * ms, LONGEST_WAIT)) {
      try {
        const said = await act();
        if (this.open) this.trouble(act, "");
        return said;
      } catch (error) {
        if (!this.open) return null;
        if (error instanceof NoAccess) { this.lost(error.message); return null; }
        this.trouble(act, `No connection. ${kept}Trying again.`);
        await wait(ms);
      }
    }
    return null;
  }

  // What can't be done now: the sentence that says most is shown.
  trouble(act, text) {
    if (text) this.troubles.set(act, text);
    else this.troubles.delete(act);
    this.status([...this.troubles.values()].sort((one, other) => other.length - one.length)[0] || "");
  }

  watch() {
    if (!this.open) return;
    this.source = new EventSource(`${this.base}/events?${this.query}`);
    this.source.onopen = () => { this.fails = 0; };
    this.source.onmessage = (event) => {
      if (JSON.parse(event.data).revision !== this.revision) this.refresh();
    };
    this.source.onerror = async () => {
      this.source.close();
      await wait(Math.min(FIRST_WAIT * 2 ** this.fails++, LONGEST_WAIT));
      if (this.open) { this.refresh(); this.watch(); }
    };
  }

  // Whether a move would be accepted, as an answer of the server; null if there is none now. Nothing is made.
  async whether(move) {
    const body = { id: newId(), viewer: this.viewer, revision: this.revision, move, ask: true };
    try {
      return await ask(`${this.base}/moves`, body);
    } catch {
      return null;
    }
  }

  // Make a change, and return the server's answer once it has one.
  async send(kind, values) {
    const change = { kind, body: { id: newId(), viewer: this.viewer, revision: this.revision, ...values } };
    sessionStorage.setItem(this.kept, JSON.stringify(change));
    return this.deliver(change);
  }

  // The answer to a change that was kept when the page was closed; null if there is none.
  async resume() {
    const kept = sessionStorage.getItem(this.kept);
    return kept ? this.deliver(JSON.parse(kept)) : null;
  }

  async deliver({ kind, body }) {
    const answer = await this.patiently(() => ask(`${this.base}/${kind}`, body), "Your move is kept, and made once. ");
    if (answer) sessionStorage.removeItem(this.kept);
    return answer;
  }
}
