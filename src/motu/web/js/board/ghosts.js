// What is shown before it is so: the stone that would be placed, a piece that is held and where it can go, and the squares
// on which a line's die can land.

import { landingCells } from './geometry.js';
import { at } from './kit.js';
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
 * @param {import('./kit.js').Kit} kit
 * @param {PositionView} position
 * @param {Intents|null} intents
 * @param {Begun} begun
 * @returns {SVGElement[]}
 */
export function drawGhosts(kit, position, intents, begun) {
  const { board } = kit;
  const { proposed, hovered, selected, line } = begun;
  const parts = (line === null ? [] : landingCells(board, position.stones, line)).map((cell) => frame(board, cell));
  if (proposed && proposed.cell >= 0) parts.push(ghost(kit, position, proposed, 'ghost proposed'));
  else if (hovered && hovered.kind !== 'swap') parts.push(ghost(kit, position, hovered, 'ghost'));
  if (selected < 0) return parts;
  parts.push(at(board, selected, svg('circle', { class: 'selected', r: 41 })));
  return [
    ...parts,
    ...(intents?.targets(selected) ?? []).map((to) => at(board, to, svg('circle', { class: 'target', r: 13 }))),
  ];
}

/** @param {import('./kit.js').Kit} kit @param {PositionView} position @param {Intent} intent @param {string} kind */
function ghost(kit, position, intent, kind) {
  const place = intent.to ?? intent.cell;
  if (intent.kind === 'flip') return at(kit.board, place, turnSign(kind));
  const colour = intent.kind === 'put_back' && position.waiting != null ? position.waiting : position.to_move;
  const stone = kit.stone(colour, kind);
  stone.setAttribute('transform', moveTo(kit.board.centres[place]));
  return stone;
}

/** Two arrows round a stone that would be turned. @param {string} kind */
function turnSign(kind) {
  return svg(
    'g',
    { class: `turn-sign ${kind}` },
    svg('path', { class: 'turn-arc', d: 'M-50-20A54 54 0 0 1 42-34M50 20A54 54 0 0 1-42 34' }),
    svg('path', { class: 'turn-head', d: 'M47-50L46-24L24-36ZM-47 50L-46 24L-24 36Z' }),
  );
}

/** @param {BoardView} board @param {number} cell */
function frame(board, cell) {
  return at(board, cell, svg('rect', { class: 'landing', x: -44, y: -44, width: 88, height: 88, rx: 10 }));
}
