// What is drawn over the stones: the last turn, weak stones, the winning chain, odds, heat, labels, arrows.

import { moveTo, pathOf, svg, units } from './svg.js';

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
  for (const [cell, share] of options.heat ?? []) {
    parts.push(at(board, cell, svg('circle', { class: 'heat', r: 43, style: `--share:${share.toFixed(3)}` })));
  }
  for (const cell of position.landing ?? []) {
    parts.push(at(board, cell, svg('rect', { class: 'landing', x: -44, y: -44, width: 88, height: 88, rx: 10 })));
  }
  return parts;
}

/**
 * The marks above the stones.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {Options} options
 */
export function drawOverlay(board, position, options) {
  return [
    ...chain(board, position),
    ...(options.weak ? weakStones(board, position) : []),
    ...(canSwap(position, options) ? swapSigns(board, position) : lastTurn(board, position, options)),
    ...labels(board, position, options),
    ...options.arrows.map((arrow) => drawArrow(board, arrow)),
  ];
}

/** @param {BoardView} board @param {PositionView} position */
function chain(board, position) {
  const cells = position.chain ?? [];
  if (!cells.length) return [];
  const places = [...cells.map((cell) => board.centres[cell]), ...joinedStones(board, position, cells)];
  const rings = places.map((place) =>
    svg('circle', { class: 'won', r: board.kind === 'squares' ? 37 : 44, transform: moveTo(place) }),
  );
  const lines = (position.chain_lines ?? []).map((line) => pathOf(line)).join('');
  if (!lines) return rings;
  return [...rings, svg('path', { class: 'chain-case', d: lines }), svg('path', { class: 'chain-link', d: lines })];
}

/**
 * The stones of the islands that the winning chain joins.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {number[]} chain
 */
function joinedStones(board, position, chain) {
  const colour = Number(position.stones[chain[0]]);
  const members = new Set(chain);
  const joined = new Set(
    board.islands.flatMap((island, index) =>
      island.colour === colour && island.cells.some((cell) => members.has(cell)) ? [index] : [],
    ),
  );
  return board.reef.filter(({ islands }) => islands.length === 1 && joined.has(islands[0])).map(({ place }) => place);
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

/** @param {BoardView} board @param {PositionView} position */
function weakStones(board, position) {
  const contested = new Set(position.contested ?? []);
  return (position.weak ?? []).map((cell) => {
    const rings = [svg('circle', { class: 'weak', r: 35 })];
    if (contested.has(cell)) rings.push(svg('circle', { class: 'weak', r: 24.5 }));
    return at(board, cell, ...rings);
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
      const r = board.kind === 'squares' ? 41.5 : options.labels?.has(cell) ? 31 : 17;
      parts.push(at(board, cell, svg('circle', { class: 'last', r })));
    }
  }
  return parts;
}

/** @param {BoardView} board @param {PositionView} position @param {Options} options */
function labels(board, position, options) {
  return [...(options.labels ?? [])].map(([cell, text]) => {
    const stone = position.stones[cell];
    const ink = stone === '.' ? 'label' : `label on-${stone === '0' ? 'first' : 'second'}`;
    return at(board, cell, svg('text', { class: `${ink} length-${Math.min(text.length, 4)}` }, text));
  });
}

/** @param {BoardView} board @param {import('./types.js').Arrow} arrow */
function drawArrow(board, { from, to, weight = 1 }) {
  const [x, y] = board.centres[from].map(units);
  const [toX, toY] = board.centres[to].map(units);
  const length = Math.hypot(toX - x, toY - y) - 30;
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const width = 5 + 7 * weight;
  return svg(
    'g',
    { class: 'arrow', transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})`, style: `--share:${weight}` },
    svg('path', { class: 'shaft', d: `M18 0H${length - width}`, 'stroke-width': width }),
    svg('path', { class: 'head', d: `M${length} 0l${-2 * width} ${-1.4 * width}v${2.8 * width}Z` }),
  );
}

/**
 * @param {BoardView} board
 * @param {number} cell
 * @param {...SVGElement} parts
 */
function at(board, cell, ...parts) {
  return svg('g', { transform: moveTo(board.centres[cell]) }, ...parts);
}
