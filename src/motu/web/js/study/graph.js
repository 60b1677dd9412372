// The win probability over the main line of a game, as a picture one can click and walk through with arrow keys.

import { svg } from '../board/svg.js';

const WIDTH = 400;
const HEIGHT = 90;

/**
 * @typedef {object} Course
 * @property {(number|null)[]} shares  the first colour's win probability after so many moves; null where it isn't known
 * @property {number} current  which of them is on the board; -1 for none
 * @property {number[]} marks  moves that gave much away
 * @property {string} label  for screen readers
 * @property {(ply: number) => string} describe  a place of the graph in words
 * @property {boolean} hasPieces  whether the sides are red and blue
 */

/** @param {Course} course @param {(ply: number) => void} onChoose */
export function drawGraph({ shares, current, marks, label, describe, hasPieces }, onChoose) {
  const last = shares.length - 1;
  const step = WIDTH / Math.max(1, last);
  const graph = svg('svg', {
    class: hasPieces ? 'graph piece' : 'graph',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'slider',
    tabindex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': Math.max(0, current),
    'aria-valuetext': describe(Math.max(0, current)),
  });
  graph.append(
    svg('rect', { class: 'graph-ground', width: WIDTH, height: HEIGHT }),
    ...course(shares, step),
    svg('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
  );
  for (const ply of marks) graph.append(svg('path', { class: 'graph-mark', d: `M${ply * step} ${HEIGHT}v-14` }));
  if (current >= 0) graph.append(svg('path', { class: 'graph-now', d: `M${current * step} 0V${HEIGHT}` }));
  graph.addEventListener('click', (event) => {
    const box = graph.getBoundingClientRect();
    onChoose(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  graph.addEventListener('keydown', (event) => {
    const ply = {
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(Math.max(0, Math.min(last, ply)));
  });
  return graph;
}

/** @param {(number|null)[]} shares @param {number} step */
function course(shares, step) {
  const points = shares.flatMap((share, ply) => (share === null ? [] : [[ply * step, HEIGHT * (1 - share)]]));
  if (!points.length) return [];
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  if (points.length === 1) return [svg('circle', { class: 'graph-point', cx: points[0][0], cy: points[0][1], r: 3 })];
  return [
    svg('path', {
      class: 'graph-area',
      d: `M${points[0][0]} ${HEIGHT}L${line}L${points[points.length - 1][0]} ${HEIGHT}Z`,
    }),
    svg('path', { class: 'graph-line', d: `M${line}` }),
  ];
}
