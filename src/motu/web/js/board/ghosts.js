// What is shown before it is so: the stone that would be placed, a piece that is held and where it can go, and the squares
// on which a line's die can land.

import { landingCells } from './geometry.js';
import { drawStone } from './stones.js';
import { moveTo, svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./intent.js').Intent} Intent */
/** @typedef {import('./intent.js').Intents} Intents */

/**
 * @typedef {object} Begun  what a hand has begun, and where it is
 * @property {Intent|null} proposed  waits to be confirmed
 * @property {Intent|null} hovered  what a click would do
 * @property {number} selected  the piece that is held; -1: none
 * @property {string|null} line  the line whose header the hand or the keyboard is on
 */

/**
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {Intents|null} intents
 * @param {Begun} begun
 * @returns {SVGElement[]}
 */
export function drawGhosts(board, position, intents, begun) {
  const { proposed, hovered, selected, line } = begun;
  const parts = (line === null ? [] : landingCells(board, position.stones, line)).map((cell) => frame(board, cell));
  if (proposed && proposed.cell >= 0) parts.push(ghost(board, position, proposed, 'ghost proposed'));
  else if (hovered && hovered.kind !== 'swap') parts.push(ghost(board, position, hovered, 'ghost'));
  if (selected < 0) return parts;
  parts.push(mark(board, selected, svg('circle', { class: 'selected', r: 41 })));
  return [
    ...parts,
    ...(intents?.targets(selected) ?? []).map((to) => mark(board, to, svg('circle', { class: 'target', r: 13 }))),
  ];
}

/** @param {BoardView} board @param {PositionView} position @param {Intent} intent @param {string} kind */
function ghost(board, position, intent, kind) {
  const colour = intent.kind === 'put_back' && position.waiting != null ? position.waiting : position.to_move;
  const stone = drawStone(board, colour, kind);
  stone.setAttribute('transform', moveTo(board.centres[intent.to ?? intent.cell]));
  return stone;
}

/** @param {BoardView} board @param {number} cell */
function frame(board, cell) {
  return mark(board, cell, svg('rect', { class: 'landing', x: -44, y: -44, width: 88, height: 88, rx: 10 }));
}

/** @param {BoardView} board @param {number} cell @param {SVGElement} element */
function mark(board, cell, element) {
  return svg('g', { transform: moveTo(board.centres[cell]) }, element);
}
