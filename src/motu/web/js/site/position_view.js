// What the pages are shown of a position: what motu.server.views tells of one, made of what the engine says by the rules
// and of how the board looks.

import { chainLines } from './chain_lines.js';

/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./chain_lines.js').BoardData} BoardData */
/**
 * @typedef {object} Facts  of a position, as the engine tells them (cpp/wasm/positions.hpp)
 * @property {number} ply
 * @property {number} to_move
 * @property {number} player
 * @property {boolean} swapped
 * @property {string} stones
 * @property {string[]} moves
 * @property {string[]} legal
 * @property {number[]} chain
 * @property {{winner: number|null, reason: string}|null} result
 * @property {number[]} [weak]
 * @property {number[]} [contested]
 * @property {boolean} [ban]
 * @property {boolean} [to_return]
 * @property {string|null} [announced]
 * @property {Record<string, number[]>} [landing]
 * @property {boolean} [missed]
 * @property {[number, number]} [pieces]
 * @property {[number, number]} [short_lines]
 */

const EMPTY = '.';
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];
const DROP = /^([rc])(\d+)=(\d+)$/;
const STEP = /^(r\d+c\d+)-(r\d+c\d+)$/;

/** @param {Facts} facts @param {BoardData} board @returns {PositionView} what says nothing is left out, as the server does */
export function viewOf(facts, board) {
  const { ply, to_move, player, stones, swapped, chain, result } = facts;
  const winner = result?.winner ?? null;
  const colour = winner === null ? null : winner ^ Number(swapped);
  const view = {
    swapped,
    ...actionsOf(facts, board),
    ...lastTurn(facts, board),
    chain,
    chain_lines: colour === null ? [] : chainLines(board, chain, colour),
    rows: rowsOf(stones, board),
    ...flips(facts),
    ...lines(facts),
    result: result && { winner, colour, reason: result.reason },
  };
  return /** @type {any} */ ({ ply, to_move, player, stones, ...told(view) });
}

/** Without what says nothing. @param {Record<string, any>} view */
function told(view) {
  const isSaid = (/** @type {any} */ value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== false;
  return Object.fromEntries(Object.entries(view).filter(([, value]) => isSaid(value)));
}

/** The legal moves, sorted by what a hand does to play them. @param {Facts} facts @param {BoardData} board */
function actionsOf({ legal, landing, stones }, { view }) {
  const cells = cellsOf(view.names);
  const cell = (/** @type {string} */ name) => /** @type {number} */ (cells.get(name));
  /** @type {{can_swap: boolean, place: number[], flip: number[], put_back: number[], announce: {line: string, hits: number, faces: number}[], steps: [number, number][]}} */
  const found = { can_swap: false, place: [], flip: [], put_back: [], announce: [], steps: [] };
  for (const text of legal) {
    if (text === 'swap') found.can_swap = true;
    else if (cells.has(text)) found.place.push(cell(text));
    else if (text[0] === '@') found.put_back.push(cell(text.slice(1)));
    else if (text.includes('-')) {
      const [start, end] = text.split('-');
      found.steps.push([cell(start), cell(end)]);
    } else if (text[0] === 'x') found.flip.push(cell(text.slice(1)));
    else {
      const hit = landing?.[text] ?? [];
      found.announce.push({ line: text, hits: hit.filter((each) => stones[each] === EMPTY).length, faces: hit.length });
    }
  }
  return found;
}

/** @type {WeakMap<string[], Map<string, number>>} */
const numbered = new WeakMap();

/** Cells by their names. @param {string[]} names */
function cellsOf(names) {
  let found = numbered.get(names);
  if (!found) numbered.set(names, (found = new Map(names.map((name, cell) => [name, cell]))));
  return found;
}

/** The cells of the last turn, read from the notation. @param {Facts} facts @param {BoardData} board */
function lastTurn({ moves, announced, missed }, { view }) {
  const cells = cellsOf(view.names);
  const texts = moves.filter((text) => text !== 'swap');
  if (texts.length && announced === texts[texts.length - 1]) texts.pop();
  const text = texts.pop();
  if (text === undefined) return {};
  const [, start, end] = STEP.exec(text) ?? [];
  if (end) return { last: [cells.get(end)], trail: [cells.get(start), cells.get(end)] };
  const [, way, line, face] = DROP.exec(text) ?? [];
  if (way) return { last: [cells.get(way === 'r' ? `r${line}c${face}` : `r${face}c${line}`)], missed };
  const before = texts.pop() ?? '';
  const turn = before.startsWith('@') && !text.startsWith('@') ? [before, text] : [text];
  return { last: turn.map((part) => cells.get(part) ?? cells.get(part.slice(1))) };
}

/** @param {Facts} facts */
function flips({ weak, contested, ban, to_return, result, to_move }) {
  if (weak === undefined) return {};
  return {
    weak: result ? [] : weak,
    contested: result ? [] : contested,
    banned: !result && ban,
    waiting: to_return ? to_move : null,
  };
}

/** @param {Facts} facts */
function lines({ announced, landing, stones, pieces, short_lines }) {
  if (!pieces) return {};
  const hit = announced ? (landing?.[announced] ?? []) : [];
  const vacant = [...new Set(hit)].filter((cell) => stones[cell] === EMPTY).sort((one, other) => one - other);
  return { announced, landing: vacant, pieces, short_lines };
}

/** The whole rows of one colour's pieces that lack one or two to win. @param {string} stones @param {BoardData} board */
function rowsOf(stones, { view }) {
  const { line, coordinates } = view;
  const lengths = [line - 1, line - 2].filter((length) => length > 1);
  if (!line || !lengths.length) return [];
  const at = new Map(coordinates.map(([column, row], cell) => [`${column},${row}`, cell]));
  const cellAt = (/** @type {number} */ column, /** @type {number} */ row) => at.get(`${column},${row}`);
  const rows = [];
  for (const [cell, [column, row]] of coordinates.entries()) {
    if (stones[cell] === EMPTY) continue;
    for (const [dx, dy] of DIRECTIONS) {
      const before = cellAt(column - dx, row - dy);
      if (before !== undefined && stones[before] === stones[cell]) continue;
      const found = [];
      for (let next = /** @type {number|undefined} */ (cell); next !== undefined && stones[next] === stones[cell]; ) {
        found.push(next);
        next = cellAt(column + dx * found.length, row + dy * found.length);
      }
      if (lengths.includes(found.length)) rows.push(found);
    }
  }
  return rows;
}
