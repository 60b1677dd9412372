// Which games were guided and what was told there, kept in this browser.

import { settings } from '../settings.js';

const KEY = 'motu.guide';

/**
 * @typedef {object} Guided  a person's first game of a kind
 * @property {string} id
 * @property {string[]} told  empty until its first move
 * @property {string} [next]  the spec of the games after it, where it was begun without one of their rules
 */

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
  return settings().guide !== 'never' && !read()[name]?.told.length;
}

/** Whether a game is guided: the first one of its kind, or each, or none, as somebody has chosen. @param {string} name @param {string} id */
export function isGuided(name, id) {
  const { guide } = settings();
  const kept = read()[name];
  return guide === 'always' || (guide === 'first' && (!kept?.told.length || kept.id === id));
}

/** What has been told in a game. @param {string} name @param {string} id @returns {string[]} */
export function toldIn(name, id) {
  const kept = read()[name];
  return kept?.id === id ? kept.told : [];
}

/** The spec of the games after a first one that was begun without one of their rules. @param {string} name @param {string} id */
export function nextSpec(name, id) {
  const kept = read()[name];
  return kept?.id === id ? kept.next : undefined;
}

/**
 * @param {string} name
 * @param {string} id
 * @param {Iterable<string>} told
 * @param {string} [next] see Guided
 */
export function keep(name, id, told, next = nextSpec(name, id)) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: { id, told: [...told], next } }));
  } catch {
    // A browser that keeps nothing: the next first game is guided as well.
  }
}
