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
    hatching(),
    svg('rect', { class: 'graph-unknown', width: WIDTH, height: HEIGHT, fill: 'url(#graph-hatching)' }),
    ...runsOf(shares).flatMap((run) => drawRun(run, step)),
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

/** What lies where nothing is known. */
function hatching() {
  return svg(
    'defs',
    {},
    svg(
      'pattern',
      { id: 'graph-hatching', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('path', { class: 'graph-hatch', d: 'M0 0V8' }),
    ),
  );
}

/** Values that follow one another without a gap, each with its ply. @param {(number|null)[]} shares */
export function runsOf(shares) {
  /** @type {[number, number][][]} */
  const runs = [];
  shares.forEach((share, ply) => {
    if (share === null) return;
    if (ply === 0 || shares[ply - 1] === null) runs.push([]);
    runs[runs.length - 1].push([ply, share]);
  });
  return runs;
}

/** A dot that stays round where the graph is stretched, and whole at its ends. @param {number} left @param {number} top */
function drawPoint(left, top) {
  const x = Math.max(4, Math.min(WIDTH - 4, left));
  return svg('path', { class: 'graph-point', d: `M${x} ${top}h0.01` });
}

/** @param {[number, number][]} run @param {number} step */
function drawRun(run, step) {
  const points = run.map(([ply, share]) => [ply * step, HEIGHT * (1 - share)]);
  const [[left, top]] = points;
  if (points.length === 1) return [drawPoint(left, top)];
  const right = points[points.length - 1][0];
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  return [
    svg('rect', { class: 'graph-ground', x: left, width: right - left, height: HEIGHT }),
    svg('path', { class: 'graph-area', d: `M${left} ${HEIGHT}L${line}L${right} ${HEIGHT}Z` }),
    svg('path', { class: 'graph-line', d: `M${line}` }),
  ];
}
