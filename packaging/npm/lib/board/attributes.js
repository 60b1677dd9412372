// What somebody has written on a <motu-board>, as the board understands it.

import { sent } from '../../js/engine/sent.js';
import { recordIn } from './record.js';

/** @typedef {import('./record.js').Shown} Shown */
/** @typedef {{level: number|null, hasAnalysis: boolean}} Engine */

/** The attributes that say which game is shown. */
export const OF_GAME = ['spec', 'moves', 'setup', 'board', 'marks', 'src', 'game', 'engine', 'side', 'at', 'drawing'];
/** The attributes that say how. */
export const OF_LOOK = ['theme', 'look', 'coordinates', 'label'];

/** The game: a file's, or the one of the attributes. @param {Element} element @returns {Promise<Shown>} */
export async function shownOn(element) {
  const address = addressOn(element, 'src');
  if (address === null) return written(element);
  return recordIn(await (await sent(address)).text(), wholeOn(element, 'game') ?? 1);
}

/** Where the file lies that an attribute names; null where it names none. @param {Element} element @param {string} name */
export function addressOn(element, name) {
  const text = element.getAttribute(name);
  if (text === null) return null;
  const address = text.trim() && addressIn(text, element.ownerDocument.baseURI);
  if (!address) throw new Error(`${name}="${text}" names no file`);
  return address;
}

/** @param {string} text @param {string} base @returns {URL|null} */
function addressIn(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** @param {Element} element @returns {Shown} */
function written(element) {
  const marks = jsonOn(element, 'marks') ?? [];
  const moves = movesIn(element.getAttribute('moves') ?? '');
  return {
    spec: element.getAttribute('spec') ?? 'atoll',
    moves,
    setup: jsonOn(element, 'setup'),
    board: jsonOn(element, 'board'),
    title: '',
    comments: new Map(),
    glyphs: new Map(),
    marks: new Map([[placeOn(element, moves.length), marks]]),
  };
}

/** @param {string} text */
export const movesIn = (text) => text.split(/\s+/).filter(Boolean);

/** How many moves are on the board at first. @param {Element} element @param {number} last */
export function placeOn(element, last) {
  return Math.min(wholeOn(element, 'at') ?? last, last);
}

/** Who else plays and thinks: 'level:3', 'analysis' or both. @param {Element} element @returns {Engine} */
export function engineOn(element) {
  const words = movesIn(element.getAttribute('engine') ?? '');
  const levels = words.flatMap((word) => /^level:(10|[1-9])$/.exec(word)?.[1] ?? []);
  const unknown = words.find((word) => word !== 'analysis' && !/^level:(10|[1-9])$/.test(word));
  if (unknown) throw new Error(`engine="${unknown}": right are level:1 to level:10, and analysis`);
  return { level: levels.length ? Number(levels[0]) : null, hasAnalysis: words.includes('analysis') };
}

/** Which person the reader is. @param {Element} element */
export const personOn = (element) => Number(element.getAttribute('side') === 'second');

/** @param {Element} element @param {string} name @returns {number|null} */
function wholeOn(element, name) {
  const text = element.getAttribute(name);
  if (text === null) return null;
  if (!/^\d+$/.test(text)) throw new Error(`${name}="${text}" is no whole number`);
  return Number(text);
}

/** @param {Element} element @param {string} name @returns {any} */
function jsonOn(element, name) {
  const text = element.getAttribute(name);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: ${/** @type {Error} */ (error).message}`);
  }
}
