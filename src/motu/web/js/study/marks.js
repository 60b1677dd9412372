// What people draw on a position and say of a move: texts such as "circle c3" and "arrow a1 b2 blue", as the server reads
// them (src/motu/boards/marks.py). Plain data, and functions that make other data of it.

export const SHAPES = ['circle', 'triangle', 'square', 'cross'];
export const KINDS = [...SHAPES, 'label', 'arrow'];
/** The first one goes without saying. */
export const COLOURS = ['green', 'red', 'blue', 'yellow'];
/** From the best move to the worst. */
export const GLYPHS = ['!!', '!', '!?', '?!', '?', '??'];
export const MAX_MARKS = 200;
const MAX_LABEL = 4;
const LABELS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** @typedef {{kind: string, cells: string[], colour: string, text: string}} Mark  `text`: what a label says */

/** What a text describes; null where it is no mark. @param {unknown} text @returns {Mark|null} */
export function parseMark(text) {
  if (typeof text !== 'string') return null;
  const [kind, ...words] = text.split(' ');
  const count = kind === 'arrow' ? 2 : 1;
  const cells = words.slice(0, count);
  const rest = words.slice(count);
  const label = kind === 'label' ? (rest.shift() ?? '') : '';
  const colour = rest.shift() ?? COLOURS[0];
  const isLabel = kind !== 'label' || (label.length > 0 && [...label].length <= MAX_LABEL);
  const isRight = KINDS.includes(kind) && new Set(cells).size === count && !cells.includes('') && isLabel;
  return isRight && COLOURS.includes(colour) && !rest.length ? { kind, cells, colour, text: label } : null;
}

/** @param {Mark} mark */
export function markText({ kind, cells, colour, text }) {
  return [kind, ...cells, text, colour === COLOURS[0] ? '' : colour].filter(Boolean).join(' ');
}

/** All that is right in what somebody sent. @param {unknown[]} texts @returns {string[]} */
export function rightMarks(texts) {
  return /** @type {string[]} */ (texts.filter(parseMark).slice(0, MAX_MARKS));
}

/** What only one mark of a position can have. @param {Mark} mark */
function placeOf({ kind, cells }) {
  return [SHAPES.includes(kind) ? 'shape' : kind, ...cells].join(' ');
}

/**
 * Marks with one more; the same one drawn again is taken away, another one in its place gives way.
 * @param {string[]} texts
 * @param {Mark} mark
 * @returns {string[]|null} null: there would be too many
 */
export function toggled(texts, mark) {
  const place = placeOf(mark);
  const before = texts.map(parseMark).find((each) => each && placeOf(each) === place);
  const others = texts.filter((text) => text !== (before && markText(before)));
  const drawn = before && mark.kind === 'label' ? { ...mark, text: before.text } : mark;
  if (before && markText(before) === markText(drawn)) return others;
  return others.length < MAX_MARKS ? [...others, markText(drawn)] : null;
}

/** The letter that is written next: the first that is not there yet. @param {string[]} texts */
export function nextLabel(texts) {
  const used = new Set(texts.map((text) => parseMark(text)?.text));
  return (
    LABELS.find((letter) => !used.has(letter)) ?? String(LABELS.findIndex((_unused, n) => !used.has(`${n + 1}`)) + 1)
  );
}

/** The marks that a board has the cells for, with their numbers. @param {string[]} names of the board's cells @param {string[]} texts @returns {import('../board/types.js').DrawnMark[]} */
export function marksOn(names, texts) {
  return texts.flatMap((text) => {
    const mark = parseMark(text);
    const cells = mark?.cells.map((cell) => names.indexOf(cell)) ?? [];
    return mark && !cells.includes(-1) ? [{ ...mark, cells }] : [];
  });
}

/** The colour that modifier keys mean, as elsewhere. @param {{altKey: boolean, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean}} event */
export function colourOfKeys({ altKey, shiftKey, ctrlKey, metaKey }) {
  const isOther = shiftKey || ctrlKey || metaKey;
  if (altKey) return isOther ? 'yellow' : 'blue';
  return isOther ? 'red' : 'green';
}
