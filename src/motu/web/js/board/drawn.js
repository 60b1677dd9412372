// What people have drawn on a position: shapes, labels and arrows, each in a case that is seen on any ground. Pictures of the
// server have the same (src/motu/drawing/drawn.py).

import { at } from './kit.js';
import { svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').DrawnMark} DrawnMark */

const START = 18;
const HEAD = 34;
const HALF = 19;
/** @type {Record<string, () => SVGElement>} */
const SHAPES = {
  circle: () => svg('circle', { r: 33 }),
  triangle: () => svg('path', { d: 'M0-36L31.2 18H-31.2Z' }),
  square: () => svg('rect', { x: -26, y: -26, width: 52, height: 52 }),
  cross: () => svg('path', { d: 'M-20-20L20 20M-20 20L20-20' }),
};

/** The marks, arrows above the rest. @param {BoardView} board @param {DrawnMark[]} marks */
export function drawDrawn(board, marks) {
  const arrows = marks.filter(({ kind }) => kind === 'arrow');
  return [
    ...marks.filter(({ kind }) => kind !== 'arrow').map((mark) => onCell(board, mark)),
    ...arrows.map((mark) => arrow(board, mark)),
  ];
}

/** @param {BoardView} board @param {DrawnMark} mark */
function onCell(board, { kind, cells, colour, text }) {
  const inside =
    kind === 'label'
      ? svg('text', { class: `ink-label length-${Math.min([...text].length, 4)}` }, text)
      : cased(SHAPES[kind]);
  return at(board, cells[0], svg('g', { class: `drawn ink-${colour}` }, ...[inside].flat()));
}

/** @param {() => SVGElement} shape */
function cased(shape) {
  const [case_, line] = [shape(), shape()];
  case_.setAttribute('class', 'ink-case');
  line.setAttribute('class', 'ink-line');
  return [case_, line];
}

/** @param {BoardView} board @param {DrawnMark} mark */
function arrow(board, { cells, colour }) {
  const [[x, y], [toX, toY]] = cells.map((cell) => board.centres[cell].map(units));
  const length = Math.hypot(toX - x, toY - y);
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const neck = length - HEAD;
  const shaft = () => svg('path', { d: `M${START} 0H${(neck + 5).toFixed(1)}` });
  const head = { d: `M${length.toFixed(1)} 0L${neck.toFixed(1)} ${-HALF}V${HALF}Z` };
  const [shaftCase, shaftLine] = cased(shaft);
  return svg(
    'g',
    { class: `drawn ink-${colour} ink-arrow`, transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})` },
    shaftCase,
    svg('path', { class: 'ink-head-case', ...head }),
    shaftLine,
    svg('path', { class: 'ink-head', ...head }),
  );
}
