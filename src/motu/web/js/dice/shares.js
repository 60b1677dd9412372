// What this browser has made up for the dice of its games, and what it has been told of them: as long as it keeps that,
// nobody can tell it another story later. Another browser of the same person knows nothing of it.

/**
 * @typedef {object} Share  what was made up for one sealing
 * @property {string} opening
 * @property {string} last  the last link of the chain; '' without one
 * @property {string} commitment
 * @property {string} house  what the house had sealed before that
 * @property {number} sealing  for the how manieth time the dice were sealed
 */
/** @typedef {import('./scheme.js').Seal} Seal */
/** @typedef {{id: string, shares: Share[], seals: Seal[]}} Kept  of one game, at one seat; the seals of both, as they were told before anything was opened */

const KEY = 'motu.dice';
/** Of so many games, the latest ones. */
const MOST_GAMES = 200;
/** Two tabs may make up something at the same moment; only one of them is heard. */
const MOST_SHARES = 8;

/** Where the browser keeps nothing, until the page is left. @type {Kept[]} */
let here = [];

/** @returns {Kept[]} the latest first */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(found) ? found : here;
  } catch {
    return here;
  }
}

/** @param {Kept[]} games */
function write(games) {
  here = games.slice(0, MOST_GAMES);
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // Nothing can be kept here: then it is known until the page is left.
  }
}

/** What is known of a game at a seat. @param {string} game @param {number} seat @returns {Kept} */
export function keptOf(game, seat) {
  const id = `${game}/${seat}`;
  return read().find((each) => each.id === id) ?? { id, shares: [], seals: [] };
}

/** @param {Kept} kept */
function keep(kept) {
  write([kept, ...read().filter(({ id }) => id !== kept.id)]);
}

/** @param {string} game @param {number} seat @param {Share} share */
export function keepShare(game, seat, share) {
  const kept = keptOf(game, seat);
  keep({ ...kept, shares: [share, ...kept.shares].slice(0, MOST_SHARES) });
}

/** @param {string} game @param {number} seat @param {number} sealing @param {Seal} seal */
export function keepSeal(game, seat, sealing, seal) {
  const kept = keptOf(game, seat);
  if (kept.seals.length === sealing - 1) keep({ ...kept, seals: [...kept.seals, seal] });
}
