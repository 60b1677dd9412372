// What is drawn over the stones: the last turn, weak stones, the winning chain, odds, heat, labels, arrows.

import { drawDrawn } from './drawn.js';
import { cellShape } from './ground.js';
import { at, colourClass } from './kit.js';
import { pathOf, svg, units, moveTo } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').Options} Options */

/**
 * The marks under the stones: rows that nearly win, heat, and where a roll can land.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {Options} options
 */
export function drawUnderlay(board, position, options) {
  const parts = [...rows(board, position)];
  const most = Math.max(0, ...[...(options.heat?.values() ?? [])].map(({ weight }) => weight));
  for (const [cell, heat] of options.heat ?? []) {
    if (heat.grade || heat.weight) parts.push(at(board, cell, drawHeat(board, cell, heat, most)));
  }
  for (const cell of position.landing ?? []) {
    parts.push(at(board, cell, svg('rect', { class: 'landing', x: -42, y: -42, width: 84, height: 84, rx: 11 })));
  }
  return parts;
}

/**
 * A whole cell in the colour of its move's grade, a warning with a dashed edge; without a grade the stronger the more the
 * move was thought of, the first one in gold.
 * @param {BoardView} board
 * @param {number} cell
 * @param {import('./types.js').Heat} heat
 * @param {number} most the greatest weight
 */
function drawHeat(board, cell, { grade, weight }, most) {
  const shape = board.kind === 'points' ? svg('circle', { r: 43 }) : cellShape(board, cell, [0, 0]);
  shape.setAttribute('class', `heat ${grade ?? (weight === most ? 'best' : 'faint')}`);
  shape.style.setProperty('--share', weight.toFixed(3));
  if (board.kind === 'hexagons') shape.setAttribute('transform', 'scale(0.93)');
  return shape;
}

/**
 * The marks above the stones.
 * @param {import('./kit.js').Kit} kit
 * @param {PositionView} position
 * @param {Options} options
 */
export function drawOverlay(kit, position, options) {
  const { board } = kit;
  return [
    ...chain(board, position),
    ...(options.weak ? weakStones(kit, position) : []),
    ...(canSwap(position, options) ? swapSigns(board, position) : lastTurn(board, position, options)),
    ...labels(board, position, options),
    ...options.hints.map((cell) => at(board, cell, svg('circle', { class: 'hint', r: 47 }))),
    ...options.circles.map((cell) => at(board, cell, svg('circle', { class: 'circled', r: 46 }))),
    ...options.arrows.map((arrow) => drawArrow(board, arrow)),
    ...drawDrawn(board, options.drawn),
  ];
}

/** @param {BoardView} board @param {PositionView} position */
function chain(board, position) {
  const cells = position.chain ?? [];
  if (!cells.length) return [];
  const radius = { hexagons: 40.5, points: 44, squares: 40 }[board.kind];
  const rings = cells.map((cell) => at(board, cell, svg('circle', { class: 'won', r: radius })));
  const lines = (position.chain_lines ?? []).map((line) => pathOf(line)).join('');
  if (!lines) return rings;
  return [...rings, svg('path', { class: 'chain-case', d: lines }), svg('path', { class: 'chain-link', d: lines })];
}

/** The islands that the winning chain joins. @param {BoardView} board @param {PositionView} position @returns {number[]} */
export function joinedIslands(board, position) {
  const chain = position.chain ?? [];
  if (!chain.length || board.kind !== 'hexagons') return [];
  const colour = Number(position.stones[chain[0]]);
  const members = new Set(chain);
  return board.islands.flatMap((island, index) =>
    island.colour === colour && island.cells.some((cell) => members.has(cell)) ? [index] : [],
  );
}

/** Rows of pieces that are nearly long enough. @param {BoardView} board @param {PositionView} position */
function rows(board, position) {
  if (position.chain?.length) return [];
  return (position.rows ?? []).map((row) => {
    const isShort = row.length < board.line - 1;
    const d = pathOf([board.centres[row[0]], board.centres[row[row.length - 1]]]);
    return svg('path', { class: isShort ? 'glow faint' : 'glow', d });
  });
}

/** @param {import('./kit.js').Kit} kit @param {PositionView} position */
function weakStones(kit, position) {
  const contested = new Set(position.contested ?? []);
  return (position.weak ?? []).map((cell) => {
    const colour = Number(position.stones[cell]);
    const turns = contested.has(cell) ? [0, 180] : [0];
    return svg(
      'g',
      { class: `weak ${colourClass(colour)}`, transform: moveTo(kit.board.centres[cell]) },
      ...turns.map((turn) => kit.lip(colour, turn)),
    );
  });
}

/** @param {PositionView} position @param {Options} options */
function canSwap(position, options) {
  return options.active && position.can_swap;
}

/** Two arrows on every stone that may be taken over. @param {BoardView} board @param {PositionView} position */
function swapSigns(board, position) {
  const cells = [...position.stones].flatMap((stone, cell) => (stone === '.' ? [] : [cell]));
  return cells.map((cell) =>
    at(board, cell, svg('path', { class: 'swap-sign', d: 'M-21 -9H17L7 -19M21 9H-17L-7 19' })),
  );
}

/** @param {BoardView} board @param {PositionView} position @param {Options} options */
function lastTurn(board, position, options) {
  const parts = [];
  if (position.trail) {
    const [from, to] = position.trail;
    const [x, y] = board.centres[from];
    const [toX, toY] = board.centres[to];
    const share = 0.4 / Math.hypot(toX - x, toY - y);
    const end = /** @type {[number, number]} */ ([toX - (toX - x) * share, toY - (toY - y) * share]);
    parts.push(
      svg('path', { class: 'trail', d: pathOf([[x, y], end]) }),
      at(board, from, svg('circle', { class: 'trail', r: 11 })),
    );
  }
  for (const cell of position.last ?? []) {
    if (position.missed) {
      parts.push(
        at(
          board,
          cell,
          svg('rect', { class: 'missed', x: -43, y: -43, width: 86, height: 86, rx: 10 }),
          svg('path', { class: 'missed', d: 'M28-42L42-28M28-28L42-42' }),
        ),
      );
    } else {
      parts.push(at(board, cell, ...lastMark(board, cell, options)));
    }
  }
  return parts;
}

/** A ring round the stone and a point on it; a frame round a piece. @param {BoardView} board @param {number} cell @param {Options} options */
function lastMark(board, cell, options) {
  if (board.kind === 'squares') return [svg('rect', { class: 'last', x: -46, y: -46, width: 92, height: 92, rx: 14 })];
  const ring = svg('circle', { class: 'last', r: board.kind === 'points' ? 48.5 : 45 });
  const isWritten = options.labels?.has(cell) || options.numbers?.has(cell);
  return isWritten ? [ring] : [ring, svg('circle', { class: 'last-dot', r: 10 })];
}

/** @param {BoardView} board @param {PositionView} position @param {Options} options */
function labels(board, position, options) {
  const numbers = [...(options.numbers ?? [])].map(
    ([cell, number]) => /** @type {[number, string]} */ ([cell, `${number}`]),
  );
  return [...numbers, ...(options.labels ?? [])].map(([cell, text]) => {
    const stone = position.stones[cell];
    const ink = stone === '.' ? 'label' : `label on-${stone === '0' ? 'first' : 'second'}`;
    const rank = options.heat?.get(cell)?.rank;
    return at(board, cell, ...(rank ? rankedLabel(ink, rank, text) : [label(ink, text)]));
  });
}

/** @param {string} ink @param {string} text */
function label(ink, text) {
  return svg('text', { class: `${ink} length-${Math.min(text.length, 4)}` }, text);
}

/** A letter above a figure. @param {string} ink @param {string} rank @param {string} text */
function rankedLabel(ink, rank, text) {
  return [
    svg('text', { class: `${ink} rank length-${rank.length}`, y: -15 }, rank),
    svg('text', { class: `${ink} figure`, y: 17 }, text),
  ];
}

/** @param {BoardView} board @param {import('./types.js').Arrow} arrow */
function drawArrow(board, { from, to, weight = 1, grade, rank }) {
  const [x, y] = board.centres[from].map(units);
  const [toX, toY] = board.centres[to].map(units);
  const length = Math.hypot(toX - x, toY - y) - 30;
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const width = 5 + 7 * weight;
  return svg(
    'g',
    { class: `arrow ${grade ?? ''}`, style: `--share:${weight}` },
    svg(
      'g',
      { class: 'flight', transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})` },
      svg('path', { class: 'shaft', d: `M18 0H${length - width}`, 'stroke-width': width }),
      svg('path', { class: 'head', d: `M${length} 0l${-2 * width} ${-1.4 * width}v${2.8 * width}Z` }),
    ),
    ...(rank ? [flag((x + toX) / 2, (y + toY) / 2, rank)] : []),
  );
}

/** A letter on an arrow. @param {number} x @param {number} y @param {string} rank */
function flag(x, y, rank) {
  const half = 11 + 5 * rank.length;
  return svg(
    'g',
    { class: 'flag', transform: `translate(${x} ${y})` },
    svg('rect', { x: -half, y: -17, width: 2 * half, height: 34, rx: 17 }),
    svg('text', {}, rank),
  );
}
