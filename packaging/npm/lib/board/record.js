// A game from a file of records: JSON lines, as motu keeps games (docs/records.md). Its main line is taken; whether its
// moves are legal, the rules say.

import { checkTexts } from '../checks.js';

/** @typedef {import('../../js/board/types.js').DrawnMark} DrawnMark */
/** @typedef {import('../engine.js').Setup} Setup */
/** @typedef {import('../engine.js').OwnBoard} OwnBoard */
/**
 * @typedef {object} Shown  what is shown of a game
 * @property {string} spec
 * @property {string[]} moves
 * @property {Setup|null} setup
 * @property {OwnBoard|null} board
 * @property {string} title
 * @property {Map<number, string>} comments  by the number of the move; 0 before the first
 * @property {Map<number, string>} glyphs
 * @property {Map<number, string[]>} marks
 */

/** @param {string} text of a file @param {number} number of the game in it, from 1 @returns {Shown} */
export function recordIn(text, number) {
  const games = text.split('\n').flatMap((line, at) => (line.trim() ? gameIn(line, at + 1) : []));
  const found = games[number - 1];
  if (!found) throw new Error(`there is no game ${number} here; there are ${games.length}`);
  return shownOf(found);
}

/** What a line holds: a game, or none where it only says what games were played with. @param {string} line @param {number} number @returns {any[]} */
function gameIn(line, number) {
  let data;
  try {
    data = JSON.parse(line);
  } catch {
    throw new Error(`line ${number} is no JSON; files of other formats are changed by: motu convert FILE game.jsonl`);
  }
  if (data?.motu !== 1) throw new Error(`line ${number} is no record of motu, version 1`);
  if (data.manifest && !data.players) return [];
  if (typeof data.spec !== 'string' || ![data.moves, data.players ?? []].every(Array.isArray))
    throw new Error(`line ${number} is no whole record`);
  return [data];
}

/** @param {any} record @returns {Shown} */
function shownOf({ spec, moves, setup, board, players, event, comment, comments, glyphs, marks }) {
  const names = (players ?? []).map((/** @type {any} */ { name }) => name).filter(Boolean);
  const said = numbered(comments);
  if (comment) said.set(0, [comment, said.get(0)].filter(Boolean).join('\n'));
  return {
    spec,
    moves,
    setup: setup ?? null,
    board: board ?? null,
    title: [names.join(' – '), event].filter(Boolean).join(', '),
    comments: said,
    glyphs: numbered(glyphs),
    marks: numbered(marks),
  };
}

/** @param {Record<string, any>|undefined} found @returns {Map<number, any>} */
const numbered = (found) => new Map(Object.entries(found ?? {}).map(([number, value]) => [Number(number), value]));

const KINDS = ['circle', 'triangle', 'square', 'cross', 'label', 'arrow'];
const COLOURS = ['green', 'red', 'blue', 'yellow'];

/** What is drawn on a position: 'circle c3', 'label c3 A red', 'arrow a1 b2'. @param {string[]} texts @param {string[]} cells @returns {DrawnMark[]} */
export function marksOf(texts, cells) {
  checkTexts(texts, 'marks', 'a list of texts such as ["circle c3"]');
  return texts.map((text) => {
    const [kind, ...words] = text.trim().split(/\s+/);
    const places = (kind === 'arrow' ? words.splice(0, 2) : words.splice(0, 1)).map((cell) => cells.indexOf(cell));
    const label = kind === 'label' ? words.shift() : '';
    const colour = words.shift() ?? 'green';
    const isWhole = places.length === (kind === 'arrow' ? 2 : 1) && !places.includes(-1) && label !== undefined;
    if (!KINDS.includes(kind) || !COLOURS.includes(colour) || !isWhole || words.length)
      throw new Error(`'${text}' is no mark on this board`);
    return { kind, cells: places, colour, text: label };
  });
}
