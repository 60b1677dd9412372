// What the engine says, in words and figures: a bar, a table of moves, proofs as proofs.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, number, percent } from '../i18n.js';
import { firstColourShare } from './engine.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').MoveInfo} MoveInfo */
/** @typedef {import('../board/types.js').BoardView} BoardView */

const MOST_ROWS = 12;
/** Cells whose moves have a smaller share of the best one's visits than this get a tint and no figure. */
const LEAST_WEIGHT = 0.1;

/** @param {BoardView} board @param {Findings|null} findings */
export function drawBar(board, findings) {
  const share = findings?.rootInfo.currentPlayer ? firstColourShare(findings, board.colour_names[0]) : null;
  const text = share === null ? '–' : percent(share);
  return h(
    'div.bar',
    { role: 'img', 'aria-label': _('{colour} wins with probability {share}', { colour: colourName(board, 0), share: text }) },
    h(`div.bar-first.${board.kind === 'squares' ? 'piece' : 'stone'}`, { style: `inline-size:${share === null ? 50 : 100 * share}%` }, text),
  );
}

/**
 * @param {Findings} findings
 * @param {boolean} hasDice
 * @param {(move: string[]) => void} onPlay
 */
export function drawFindings(findings, hasDice, onPlay) {
  const rows = findings.moveInfos.slice(0, MOST_ROWS).map((info) => drawRow(info, hasDice, onPlay));
  return h(
    'table.findings',
    {},
    h('caption', {}, verdict(findings), ' ', h('span.detail', {}, _('{visits} visits', { visits: number(findings.rootInfo.visits) }))),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, _('Move')), h('th', { scope: 'col' }, hasDice ? _('Equity') : _('Wins')), h('th', { scope: 'col' }, _('Visits')), h('th', { scope: 'col' }, _('Expected')))),
    h('tbody', {}, ...rows),
  );
}

/** @param {Findings} findings */
function verdict(findings) {
  const { proof } = findings.rootInfo;
  if (proof === 'win') return _('Proved: a win for whoever is to move.');
  if (proof === 'loss') return _('Proved: a loss for whoever is to move.');
  if (proof === 'draw') return _('Proved: a draw.');
  return '';
}

/** @param {MoveInfo} info @param {boolean} hasDice @param {(move: string[]) => void} onPlay */
function drawRow(info, hasDice, onPlay) {
  const faces = info.faces?.map((face) => `${face.shows.join('')}: ${number(face.value, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })}`).join('  ');
  return h(
    'tr',
    { title: faces ?? '' },
    h('th', { scope: 'row' }, h('button.move', { type: 'button', onclick: () => onPlay([info.move]) }, info.move)),
    h('td', {}, worth(info, hasDice)),
    h('td', {}, number(info.visits)),
    h('td.pv', {}, h('button.move', { type: 'button', onclick: () => onPlay(info.pv) }, info.pv.slice(0, 8).join(' ')), faces ? h('div.faces', {}, faces) : null),
  );
}

/** @param {MoveInfo} info @param {boolean} hasDice */
export function worth(info, hasDice) {
  if (info.proof === 'win') return _('wins');
  if (info.proof === 'loss') return _('loses');
  if (info.proof === 'draw') return _('draws');
  return hasDice ? number(info.value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }) : percent(info.winrate);
}

/**
 * The moves as heat and labels on cells, and as arrows for pieces that move.
 * @param {BoardView} board
 * @param {Findings} findings
 */
export function onBoard(board, findings) {
  /** @type {Map<number, number>} */
  const heat = new Map();
  /** @type {Map<number, string>} */
  const labels = new Map();
  /** @type {import('../board/types.js').Arrow[]} */
  const arrows = [];
  /** @type {Map<string, string>} */
  const lines = new Map();
  const most = Math.max(1, ...findings.moveInfos.map((info) => info.visits));
  findings.moveInfos.forEach((info, order) => {
    const weight = info.visits / most;
    if (info.move.includes('-')) {
      const [from, to] = info.move.split('-').map((name) => board.names.indexOf(name));
      if (order < 3) arrows.push({ from, to, weight: Math.max(weight, 0.15) });
      return;
    }
    const cell = board.names.indexOf(board.names.includes(info.move) ? info.move : info.move.replace(/^[x@]/, ''));
    const text = info.proof === 'win' ? '✓' : info.proof === 'loss' ? '✗' : String(Math.round(100 * info.winrate));
    if (cell < 0) {
      lines.set(info.move, text);
      return;
    }
    heat.set(cell, weight);
    if (weight > LEAST_WEIGHT || info.proof) labels.set(cell, text);
  });
  return { heat, labels, arrows, lines };
}
