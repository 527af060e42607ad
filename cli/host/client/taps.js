// Which moves the taps so far leave. A tap is the set of the ids under the finger. A move names entries in the order of
// the notation, each with one or more ids of the same thing, and each tap takes one entry.

const entriesOf = (move) => (move.entries ??= move.ids.map((entry) => entry.split(" ")));
const names = (entry, tap) => entry.some((id) => tap.has(id));

// What of a move is not tapped yet; null for a move that does not name all that was tapped.
export const leftOf = (move, taps) => {
  const left = [...entriesOf(move)];
  for (const tap of taps) {
    const at = left.findIndex((entry) => names(entry, tap));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
};

const inOrder = (move, taps) => taps.every((tap, at) => names(entriesOf(move)[at], tap));

// The moves that are left, the one that is tapped in full, and the ids that come next in the notation.
export const narrowed = (moves, taps) => {
  const rest = moves.map((move) => [move, leftOf(move, taps)]).filter(([, left]) => left);
  const full = taps.length ? rest.filter(([, left]) => !left.length).map(([move]) => move) : [];
  const ordered = full.length > 1 ? full.filter((move) => inOrder(move, taps)) : full;
  const next = new Set(rest.flatMap(([, left]) => left[0] || []));
  const later = new Set(rest.flatMap(([, left]) => left.flat()));
  return { moves: rest.map(([move]) => move), full: ordered.length === 1 ? ordered[0] : null, next, later };
};

// The kind of a move: its first word after the player's name.
export const kindOf = (move) => textOf(move).split(" ")[0];
export const textOf = (move) => move.move.slice(move.move.indexOf(": ", (move.who || "").length) + 2);

const wordOf = (id, cardOf) => (id.startsWith("place-") ? id.slice(6) : cardOf(id));

// The move that a tap on something that no move names would be: a move that is left, with this thing in the place of
// the next one. The server says why it is refused.
export const meant = (moves, taps, tap, cardOf) => {
  const words = [...tap].map((id) => [id.startsWith("place-"), wordOf(id, cardOf)]).filter(([, word]) => word);
  for (const move of moves) {
    const left = leftOf(move, taps);
    for (const entry of left || []) {
      const word = wordOf(entry[0], cardOf);
      const other = words.find(([place, name]) => place === entry[0].startsWith("place-") && name !== word);
      const parts = move.move.split(" ");
      if (word && other && parts.includes(word)) {
        parts[parts.lastIndexOf(word)] = other[1];
        const text = parts.join(" ");
        if (!moves.some((one) => one.move === text)) return text;
      }
    }
  }
  return null;
};
