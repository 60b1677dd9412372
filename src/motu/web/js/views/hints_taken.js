// Which hints were taken in which game, kept in this browser, so that nobody is proud of what the engine has found.

/** @typedef {import('./hint_state.js').Taken} Taken */

const KEY = 'motu.hints';
const MOST_GAMES = 100;

/** @returns {[string, Taken[]][]} games, the latest last */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} id a game's @returns {Taken[]} */
export function hintsTaken(id) {
  return read().find(([game]) => game === id)?.[1] ?? [];
}

/** @param {string} id @param {Taken} taken @returns {Taken[]} all of the game's */
export function takeHint(id, taken) {
  const known = hintsTaken(id);
  if (known.some(([step, person]) => step === taken[0] && person === taken[1])) return known;
  const all = [...known, taken];
  try {
    const others = read().filter(([game]) => game !== id);
    localStorage.setItem(KEY, JSON.stringify([...others, [id, all]].slice(-MOST_GAMES)));
  } catch {
    // A browser that keeps nothing: the hint counts until the page is left.
  }
  return all;
}
