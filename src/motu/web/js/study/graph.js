// The win probability over the main line of a game, as a picture one can click.

import { svg } from '../board/svg.js';

const WIDTH = 400;
const HEIGHT = 90;

/**
 * @param {(number|null)[]} shares the first colour's win probability after so many moves; null where it isn't known
 * @param {number} current which of them is on the board; -1 for none
 * @param {(ply: number) => void} onChoose
 * @param {string} label for screen readers
 */
export function drawGraph(shares, current, onChoose, label) {
  const step = WIDTH / Math.max(1, shares.length - 1);
  const points = shares.flatMap((share, ply) => (share === null ? [] : [[ply * step, HEIGHT * (1 - share)]]));
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const graph = svg('svg', { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label, preserveAspectRatio: 'none' });
  graph.append(svg('rect', { class: 'graph-ground', width: WIDTH, height: HEIGHT }));
  if (points.length > 1) graph.append(svg('path', { class: 'graph-area', d: `M${points[0][0]} ${HEIGHT}L${line}L${points[points.length - 1][0]} ${HEIGHT}Z` }));
  graph.append(svg('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
  if (points.length) graph.append(svg('path', { class: 'graph-line', d: `M${line}` }));
  if (current >= 0) graph.append(svg('path', { class: 'graph-now', d: `M${current * step} 0V${HEIGHT}` }));
  graph.addEventListener('click', (event) => {
    const box = graph.getBoundingClientRect();
    onChoose(Math.round(((event.clientX - box.left) / box.width) * (shares.length - 1)));
  });
  return graph;
}
