// A die that rolls for a moment and then shows its face. The face comes from the server.

import { wantsNoMotion } from './board/stones.js';
import { svg } from './board/svg.js';

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * @param {number} face
 * @param {number} ms how long it rolls; not at all where a person asks for no motion
 */
export function drawDie(face, ms) {
  const die = svg(
    'svg',
    { class: 'die', viewBox: '-50 -50 100 100', width: 52, height: 52 },
    svg('rect', { x: -42, y: -42, width: 84, height: 84, rx: 16 }),
  );
  const content = svg('g');
  die.append(content);
  const show = (/** @type {number} */ value) => content.replaceChildren(...faceOf(value));
  show(face);
  if (ms > 0 && !wantsNoMotion()) {
    die.classList.add('rolling');
    const faces = Math.max(6, face);
    const timer = setInterval(() => show(1 + Math.floor(Math.random() * faces)), 70);
    setTimeout(() => {
      clearInterval(timer);
      die.classList.remove('rolling');
      show(face);
    }, ms);
  }
  return die;
}

/** @param {number} value */
function faceOf(value) {
  const pips = PIPS[/** @type {keyof typeof PIPS} */ (value)];
  if (!pips) return [svg('text', { y: 2 }, String(value))];
  return pips.map(([x, y]) => svg('circle', { cx: x * 22, cy: y * 22, r: 8 }));
}
