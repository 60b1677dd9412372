// What somebody has solved, and which puzzles they look at, kept in this browser. Ratings and streaks are the server's.

const KEY = 'motu.puzzles';

/** The puzzles around one's own rating, in place of one difficulty. */
export const NEAR = -1;

/**
 * @typedef {object} Progress
 * @property {string[]} solved  ids
 * @property {string} game      '' for all
 * @property {number} difficulty  0 for all, `NEAR` for those around one's rating
 * @property {string} theme     '' for all
 */

/** @type {Progress} */
const DEFAULTS = { solved: [], game: '', difficulty: NEAR, theme: '' };

/** @returns {Progress} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = Object.entries(DEFAULTS).map(([name, value]) => [
      name,
      typeof kept[name] === typeof value ? kept[name] : value,
    ]);
    const found = Object.fromEntries(known);
    return {
      ...found,
      solved: Array.isArray(found.solved)
        ? found.solved.filter((/** @type {unknown} */ id) => typeof id === 'string')
        : [],
    };
  } catch {
    return { ...DEFAULTS };
  }
}

let current = read();

export function progress() {
  return current;
}

/** @param {Partial<Progress>} changes */
export function keepProgress(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing: it counts until the page is left.
  }
}

/** Puzzles are solved. @param {string[]} ids */
export function solved(...ids) {
  keepProgress({ solved: [...new Set([...current.solved, ...ids])] });
}
