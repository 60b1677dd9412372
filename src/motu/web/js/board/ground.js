// What of a board never changes while it is shown: cells, reef, grid, edges, names of lines.

import { HEADER_OUT, WOOD, boxAround } from './geometry.js';
import { moveTo, pathOf, svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */

const TILE = 0.46;
const TILE_CORNER = 0.1;
const EDGE_OUT = 0.69;
const EDGE_HALF = 0.075;
const EDGE_END = 0.42;
const HEADER = 0.31;
const REEF_STONE = 0.44;
const BETWEEN = 0.27;

/**
 * The layers under the stones.
 * @param {BoardView} board
 * @returns {SVGElement}
 */
export function drawGround(board) {
  const parts = { hexagons: hexagonGround, points: pointGround, squares: squareGround }[board.kind](board);
  return svg('g', { class: 'ground', 'aria-hidden': 'true' }, ...parts);
}

/** @param {BoardView} board */
function hexagonGround(board) {
  return [drawReef(board)];
}

/**
 * The shape of a cell round the origin, which takes the pointer.
 * @param {BoardView} board
 * @param {number} cell
 */
export function cellShape(board, cell) {
  const [x, y] = board.centres[cell];
  if (board.kind === 'squares') {
    const [column, row] = board.coordinates[cell];
    const isInReach = column < board.drop_columns && row < board.drop_rows;
    return svg('rect', {
      class: isInReach ? 'tile' : 'tile beyond',
      x: units(-TILE),
      y: units(-TILE),
      width: units(2 * TILE),
      height: units(2 * TILE),
      rx: units(TILE_CORNER),
    });
  }
  const corners = board.polygons[cell].map(([px, py]) => /** @type {Place} */ ([px - x, py - y]));
  return svg('path', { class: board.kind === 'points' ? 'point' : 'hexagon', d: pathOf(corners, true) });
}

// --- the reef

/** @param {BoardView} board */
function drawReef(board) {
  const reef = svg('g', { class: 'reef' });
  board.islands.forEach((island, index) => {
    const stones = inOrder(board.reef.filter((stone) => stone.islands.length === 1 && stone.islands[0] === index));
    if (!stones.length) return;
    const group = svg('g', { class: `island ${colourClass(island.colour)}` });
    if (stones.length > 1) {
      const d = pathOf(stones.map((stone) => stone.place));
      group.append(svg('path', { class: 'shore-edge', d }), svg('path', { class: 'shore', d }));
    }
    for (const stone of stones) group.append(islandStone(stone.place, REEF_STONE));
    reef.append(group);
  });
  board.reef.forEach((stone, index) => {
    if (stone.islands.length > 1) reef.append(drawBetween(board, index));
  });
  return reef;
}

/** @param {Place} place @param {number} radius */
function islandStone(place, radius) {
  return svg('circle', { class: 'island-stone', cx: units(place[0]), cy: units(place[1]), r: units(radius) });
}

/**
 * An island's stones as a walk: where the list was cut in the middle of the island, its end comes first.
 * @param {BoardView['reef']} stones
 */
export function inOrder(stones) {
  for (let index = 0; index + 1 < stones.length; index += 1) {
    const [x, y] = stones[index].place;
    const [nextX, nextY] = stones[index + 1].place;
    if (Math.hypot(nextX - x, nextY - y) > 1.5) return [...stones.slice(index + 1), ...stones.slice(0, index + 1)];
  }
  return stones;
}

/**
 * A small stone where two islands meet and nobody's place is: half in the one colour, half in the other.
 * @param {BoardView} board
 * @param {number} index
 */
function drawBetween(board, index) {
  const { reef, islands } = board;
  const before = reef[(index + reef.length - 1) % reef.length].place;
  const after = reef[(index + 1) % reef.length].place;
  const stone = reef[index];
  const [first, second] = [stone.islands[0], stone.islands[stone.islands.length - 1]].map(
    (each) => islands[each].colour,
  );
  const angle = (Math.atan2(after[1] - before[1], after[0] - before[0]) * 180) / Math.PI;
  const r = units(BETWEEN);
  // Walking clockwise, the half behind belongs to the island that ends here.
  return svg(
    'g',
    { class: 'between', transform: `${moveTo(stone.place)} rotate(${Math.round(angle)})` },
    svg('path', { class: `half ${colourClass(first)}`, d: `M0 ${r}A${r} ${r} 0 0 1 0 ${-r}Z` }),
    svg('path', { class: `half ${colourClass(second)}`, d: `M0 ${-r}A${r} ${r} 0 0 1 0 ${r}Z` }),
    svg('circle', { class: 'between-ring', r }),
  );
}

// --- wood

/** @param {BoardView} board */
function pointGround(board) {
  const field = boxAround(board.centres);
  return [woodOf(field), ...edgesOf(board, field), gridOf(board)];
}

/** @param {import('./geometry.js').Box} field */
function woodOf(field) {
  return svg('rect', {
    class: 'wood',
    x: units(field.left - WOOD),
    y: units(field.top - WOOD),
    width: units(field.right - field.left + 2 * WOOD),
    height: units(field.bottom - field.top + 2 * WOOD),
    rx: 20,
  });
}

/** @param {BoardView} board @param {import('./geometry.js').Box} field */
function edgesOf(board, field) {
  const across = { x: field.left - EDGE_END, width: field.right - field.left + 2 * EDGE_END, height: 2 * EDGE_HALF };
  const down = { y: field.top - EDGE_END, height: field.bottom - field.top + 2 * EDGE_END, width: 2 * EDGE_HALF };
  const bars = [
    { ...across, y: field.top - EDGE_OUT - EDGE_HALF },
    { ...down, x: field.right + EDGE_OUT - EDGE_HALF },
    { ...across, y: field.bottom + EDGE_OUT - EDGE_HALF },
    { ...down, x: field.left - EDGE_OUT - EDGE_HALF },
  ];
  return bars.map((bar, index) =>
    svg('rect', {
      class: `edge ${colourClass(board.islands[index].colour)}`,
      x: units(bar.x),
      y: units(bar.y),
      width: units(bar.width),
      height: units(bar.height),
      rx: units(EDGE_HALF),
    }),
  );
}

/** @param {BoardView} board */
function gridOf(board) {
  /** @type {string[]} */
  const lines = [];
  board.neighbours.forEach((others, cell) => {
    for (const other of others) if (other > cell) lines.push(pathOf([board.centres[cell], board.centres[other]]));
  });
  return svg('path', { class: 'grid', d: lines.join('') });
}

// --- tiles

function squareGround() {
  return [];
}

/**
 * The headers of a board of squares: what one announces with.
 * @param {BoardView} board
 * @returns {{line: string, element: SVGElement}[]}
 */
export function drawHeaders(board) {
  if (board.kind !== 'squares') return [];
  const field = boxAround(board.centres);
  const columns = new Set(board.coordinates.map(([column]) => column)).size;
  const rows = new Set(board.coordinates.map(([, row]) => row)).size;
  /** @type {[string, Place][]} */
  const places = [];
  for (let index = 0; index < columns; index += 1) {
    places.push([`c${index + 1}`, [field.left + index, field.top - HEADER_OUT]]);
  }
  for (let index = 0; index < rows; index += 1) {
    places.push([`r${index + 1}`, [field.left - HEADER_OUT, field.top + index]]);
  }
  return places.map(([line, place]) => ({ line, element: drawHeader(line, place) }));
}

/** @param {string} line @param {Place} place */
function drawHeader(line, place) {
  return svg(
    'g',
    { class: 'header', 'data-line': line, tabindex: -1, transform: moveTo(place) },
    svg('rect', {
      class: 'header-button',
      x: units(-HEADER),
      y: units(-HEADER),
      width: units(2 * HEADER),
      height: units(2 * HEADER),
      rx: units(TILE_CORNER),
    }),
    svg('text', { class: 'header-text', y: 1 }, line.slice(1)),
    svg('text', { class: 'odds', y: 24 }),
  );
}

/**
 * The names of columns and rows.
 * @param {BoardView} board
 */
export function drawLabels(board) {
  const labels = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
  const wood = board.kind === 'points' ? boxAround(board.centres, WOOD) : null;
  for (const label of board.labels) {
    let [x, y] = label.place;
    if (wood && label.is_column) y = wood.bottom + 0.34;
    if (wood && !label.is_column) x = wood.left - 0.34;
    labels.append(svg('text', { x: units(x), y: units(y) }, label.text));
  }
  return labels;
}

/** @param {number} colour */
export function colourClass(colour) {
  return colour === 0 ? 'first' : 'second';
}
