// Boards as they lie in a site without a server: what can be worked out of the rest is left out there.

/** @typedef {import('./chain_lines.js').BoardData} BoardData */
/** @typedef {{rules: Record<string, string[]>, boards: Record<string, string>}} BoardIndex  `rules`: by game, the keys of a spec that leave its board as it is; `boards`: file by spec without those */

/** Where a board lies; '' where the site has none. @param {BoardIndex} index @param {string} spec in full */
export function fileOf({ rules, boards }, spec) {
  const [, name, inside] = /^(\w+)\((.*)\)$/.exec(spec) ?? [];
  const kept = (inside ?? '').split(',').filter((part) => !rules[name]?.includes(part.split('=')[0]));
  return boards[`${name}(${kept.join(',')})`] ?? '';
}

/** A board for the pages. @param {BoardData} data as it lies in the site @param {string} spec in full @returns {BoardData} */
export function wholeBoard(data, spec) {
  const more = {
    ...numbersIn(spec),
    polygons: polygonsOf(data),
    neighbours: neighboursOf(data),
    ground: groundOf(data),
  };
  return { ...data, view: { ...data.view, spec, ...more } };
}

/** Of a ground, for the distance between cells. */
const UNITS = 40;

/** The ground with the outlines of all cells, which are alike. @param {BoardData} board */
function groundOf({ view, cells }) {
  if (!cells.length) return view.ground;
  const text = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);
  const outlines = view.centres.map(
    ([x, y]) => `M${cells.map(([dx, dy]) => `${text(UNITS * x + dx)},${text(UNITS * y + dy)}`).join('L')}Z`,
  );
  return view.ground.replace('"@"', `"${outlines.join('')}"`);
}

/** The cells beside each cell. @param {BoardData} board */
function neighboursOf({ view, reach }) {
  const { centres, neighbours } = view;
  if (!reach) return neighbours;
  const isNear = (/** @type {number} */ one, /** @type {number} */ other) =>
    one !== other && Math.hypot(centres[one][0] - centres[other][0], centres[one][1] - centres[other][1]) < reach;
  const cells = centres.map((_place, cell) => cell);
  return cells.map((cell) => cells.filter((other) => isNear(cell, other)));
}

/** What a board says of pieces and of lines, which its rules decide (motu.server.site.site_boards). @param {string} whole */
function numbersIn(whole) {
  const numberOf = (/** @type {string} */ key) => Number(new RegExp(`\\b${key}=(\\d+)`).exec(whole)?.[1] ?? 0);
  return { pieces: numberOf('pieces'), line: numberOf('line') };
}

/** The outlines of cells, each of them a shape about its centre. @param {BoardData} board */
function polygonsOf({ view, shapes, shape_of }) {
  return view.centres.map(([x, y], cell) =>
    shapes[shape_of[cell] ?? 0].map(([dx, dy]) => /** @type {[number, number]} */ ([x + dx, y + dy])),
  );
}
