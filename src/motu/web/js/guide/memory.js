// Which games were guided and what was told there, kept in this browser.

import { settings } from '../settings.js';

const KEY = 'motu.guide';

/** @typedef {{id: string, told: string[]}} Guided  a person's first game of a kind */

/** @returns {Record<string, Guided>} by the game's name */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = Object.entries(kept).filter(([, each]) => typeof each?.id === 'string' && Array.isArray(each.told));
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** Whether somebody who wants to be guided begins a first game of its kind. @param {string} name */
export function isFirst(name) {
  return settings().guide !== 'never' && !read()[name];
}

/** Whether a game is guided: the first one of its kind, or each, or none, as somebody has chosen. @param {string} name @param {string} id */
export function isGuided(name, id) {
  const { guide } = settings();
  const kept = read()[name];
  return guide === 'always' || (guide === 'first' && (!kept || kept.id === id));
}

/** What has been told in a game. @param {string} name @param {string} id @returns {string[]} */
export function toldIn(name, id) {
  const kept = read()[name];
  return kept?.id === id ? kept.told : [];
}

/** @param {string} name @param {string} id @param {Iterable<string>} told */
export function keepTold(name, id, told) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: { id, told: [...told] } }));
  } catch {
    // A browser that keeps nothing: the next first game is guided as well.
  }
}
