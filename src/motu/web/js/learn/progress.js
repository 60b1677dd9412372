// Which tasks of the lessons somebody has solved, kept in this browser.

const KEY = 'motu.lessons';

/** @typedef {Pick<import('./lesson.js').Task, 'name'>} Named */

/** @returns {Record<string, string[]>} by the game's name */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(Object.entries(kept).filter(([, names]) => Array.isArray(names)));
  } catch {
    return {};
  }
}

let current = read();

/** @param {string} game @param {string} name */
export function keepSolved(game, name) {
  current = { ...current, [game]: [...new Set([...(current[game] ?? []), name])] };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing: it counts until the page is left.
  }
}

/** How many of a lesson's tasks are solved. @param {string} game @param {readonly Named[]} tasks */
export function solvedOf(game, tasks) {
  return tasks.filter(({ name }) => current[game]?.includes(name)).length;
}

/** Where to go on: the first task that is not solved, or the last. @param {string} game @param {readonly Named[]} tasks */
export function firstOpen(game, tasks) {
  const index = tasks.findIndex(({ name }) => !current[game]?.includes(name));
  return index < 0 ? tasks.length - 1 : index;
}
