// What somebody has solved, and which puzzles they look at, kept in this browser.

const KEY = 'motu.puzzles';

/**
 * @typedef {object} Progress
 * @property {string[]} solved  ids
 * @property {number} streak    solved one after another, at the first try and without a hint
 * @property {number} best      the longest streak
 * @property {string} game      '' for all
 * @property {number} difficulty  0 for all
 */

/** @type {Progress} */
const DEFAULTS = { solved: [], streak: 0, best: 0, game: '', difficulty: 0 };

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

/** A puzzle is solved. @param {string} id @param {boolean} isClean  at the first try and without a hint */
export function solved(id, isClean) {
  const streak = isClean ? current.streak + 1 : 0;
  keepProgress({ solved: [...new Set([...current.solved, id])], streak, best: Math.max(streak, current.best) });
}

/** A wrong move, a hint, the solution: the streak is over. */
export function stumbled() {
  keepProgress({ streak: 0 });
}
