// Walks over the board by the arrow keys. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ARROWS, Walk, endOfRow, fromHeader, turnedKey } from '../../src/motu/web/js/board/walk.js';

/** @typedef {import('../../src/motu/web/js/board/types.js').BoardView} BoardView */

const BACK = { ArrowUp: 'ArrowDown', ArrowDown: 'ArrowUp', ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
const KEYS = /** @type {(keyof typeof BACK)[]} */ (Object.keys(BACK));

/** Columns and rows that hold. @param {number} size @param {(column: number, row: number) => boolean} holds @returns {[number, number][]} */
function cells(size, holds) {
  const numbers = [...Array(size).keys()];
  return numbers.flatMap((row) =>
    numbers.filter((column) => holds(column, row)).map((column) => /** @type {[number, number]} */ ([column, row])),
  );
}

/** @param {[number, number][]} coordinates @param {(at: [number, number]) => [number, number]} place @param {string} kind */
function boardOf(coordinates, place, kind) {
  const centres = coordinates.map(place);
  const neighbours = centres.map(([x, y], cell) =>
    centres.flatMap(([otherX, otherY], other) =>
      other !== cell && Math.hypot(otherX - x, otherY - y) < 1.1 ? [other] : [],
    ),
  );
  return /** @type {BoardView} */ (/** @type {unknown} */ ({ kind, coordinates, centres, neighbours }));
}

const ROW = Math.sqrt(3) / 2;
/** Pointed hexagons, as in Hex. @type {(at: [number, number]) => [number, number]} */
const pointed = ([column, row]) => [column + row / 2, row * ROW];
/** Flat-topped ones, as in Atoll. @type {(at: [number, number]) => [number, number]} */
const flat = ([column, row]) => [column * ROW, -row - column / 2];
const isInHexagon = (/** @type {number} */ column, /** @type {number} */ row) => Math.abs(column + row - 8) <= 4;
/** An Atoll of 11 columns: each a cell longer or shorter than the next one. */
const isInAtoll = (/** @type {number} */ column, /** @type {number} */ row) =>
  row + Math.floor(column / 2) >= 5 && row + Math.ceil(column / 2) <= 14;

/** @type {Record<string, BoardView>} */
const HEXAGONS = {
  hex: boardOf(
    cells(11, () => true),
    pointed,
    'hexagons',
  ),
  'a high rhombus': boardOf(
    cells(9, (column) => column < 4),
    pointed,
    'hexagons',
  ),
  'pointed hexagon': boardOf(cells(9, isInHexagon), pointed, 'hexagons'),
  'flat hexagon': boardOf(cells(9, isInHexagon), flat, 'hexagons'),
  triangle: boardOf(
    cells(13, (column, row) => column + row < 13),
    flat,
    'hexagons',
  ),
  atoll: boardOf(
    cells(15, (column, row) => column < 11 && isInAtoll(column, row)),
    flat,
    'hexagons',
  ),
};

/** Where a key leads that sets out. @param {BoardView} board @param {number} cell @param {string} key */
const fromCell = (board, cell, key) => new Walk().step(board, cell, key);

/** How many keys lead from a cell to each other one. @param {BoardView} board @param {number} start */
function keysFrom(board, start) {
  const counts = new Map([[start, 0]]);
  for (const [cell, count] of counts)
    for (const key of KEYS) {
      const next = Number(fromCell(board, cell, key));
      if (!counts.has(next)) counts.set(next, count + 1);
    }
  return counts;
}

/** The cells of a walk, with where it begins. @param {BoardView} board @param {Walk} walk @param {number} start @param {string[]} keys */
function walked(board, walk, start, keys) {
  const path = [start];
  for (const key of keys) path.push(Number(walk.step(board, path[path.length - 1], key)));
  return path;
}

for (const [name, board] of Object.entries(HEXAGONS)) {
  const every = board.centres.map((_, cell) => cell);

  test(`${name}: an arrow key leads to a neighbour in its direction, or nowhere`, () => {
    for (const cell of every)
      for (const key of KEYS) {
        const next = Number(fromCell(board, cell, key));
        if (next === cell) continue;
        assert.ok(board.neighbours[cell].includes(next));
        const [x, y] = board.centres[next].map((at, axis) => at - board.centres[cell][axis]);
        assert.ok(x * ARROWS[key][0] + y * ARROWS[key][1] > 0.8);
      }
  });

  test(`${name}: two keys at most lead to each neighbour`, () => {
    for (const cell of every) {
      const counts = keysFrom(board, cell);
      assert.equal(counts.size, every.length);
      for (const other of board.neighbours[cell]) assert.ok((counts.get(other) ?? 9) <= 2);
    }
  });

  test(`${name}: who goes back comes where he was`, () => {
    for (const cell of every)
      for (const key of KEYS)
        for (let length = 1; length < 15; length += 1) {
          const walk = new Walk();
          const there = walked(board, walk, cell, Array(length).fill(key));
          if (new Set(there).size <= length) break; // the board's edge
          const back = walked(board, walk, there[length], Array(length).fill(BACK[key]));
          assert.deepEqual(back.reverse(), there);
        }
  });
}

test('a key held down keeps to its column: half a cell aside, no more', () => {
  const board = HEXAGONS.hex;
  const start = board.coordinates.findIndex(([column, row]) => column === 4 && row === 10);
  const path = walked(board, new Walk(), start, Array(10).fill('ArrowUp'));
  assert.equal(new Set(path).size, 11);
  for (const cell of path) assert.ok(Math.abs(board.centres[cell][0] - board.centres[start][0]) < 0.6);
});

test('a step aside begins another walk', () => {
  const board = HEXAGONS['flat hexagon'];
  const walk = new Walk();
  const [start, , aside] = walked(board, walk, 30, ['ArrowRight', 'ArrowUp']);
  const back = Number(walk.step(board, aside, 'ArrowLeft'));
  assert.notEqual(back, start);
  assert.equal(back, fromCell(board, aside, 'ArrowLeft'));
});

const SQUARES = boardOf(
  cells(3, () => true),
  ([column, row]) => [column, row],
  'squares',
);

test('squares: straight on, and from the first ones off to the headers', () => {
  const from = (/** @type {number} */ cell) => KEYS.map((key) => fromCell(SQUARES, cell, key));
  assert.deepEqual(from(4), [1, 7, 3, 5]);
  assert.deepEqual(from(0), ['c1', 3, 'r1', 1]);
  assert.deepEqual(from(8), [5, 8, 7, 8]);
});

test('headers: along them, and to the first square of their line', () => {
  const from = (/** @type {string} */ line) => KEYS.map((key) => fromHeader(SQUARES, line, key));
  assert.deepEqual(from('r1'), ['r1', 'r2', 'r1', 0]);
  assert.deepEqual(from('r3'), ['r2', 'r3', 'r3', 6]);
  assert.deepEqual(from('c2'), ['c2', 1, 'c1', 'c3']);
});

test('a row has two ends', () => {
  assert.deepEqual([endOfRow(SQUARES, 4, false), endOfRow(SQUARES, 4, true)], [3, 5]);
});

test('on a board that is turned keys mean their opposites, and other keys themselves', () => {
  assert.deepEqual(['ArrowUp', 'ArrowLeft', 'End', 'a'].map(turnedKey), ['ArrowDown', 'ArrowRight', 'Home', 'a']);
});
