// What is drawn on a position and said of a move, in words.

import { _, pgettext } from '../i18n.js';
import { COLOURS, parseMark } from './marks.js';

/** What a tool draws. @param {string} kind */
export function kindName(kind) {
  const texts = {
    circle: pgettext('drawing', 'circle'),
    triangle: pgettext('drawing', 'triangle'),
    square: pgettext('drawing', 'square'),
    cross: pgettext('drawing', 'cross'),
    label: pgettext('drawing', 'letter'),
    arrow: pgettext('drawing', 'arrow'),
  };
  return texts[/** @type {keyof typeof texts} */ (kind)];
}

/** @param {string} colour */
export function inkName(colour) {
  const texts = {
    green: pgettext('drawing', 'green'),
    red: pgettext('drawing', 'red'),
    blue: pgettext('drawing', 'blue'),
    yellow: pgettext('drawing', 'yellow'),
  };
  return texts[/** @type {keyof typeof texts} */ (colour)];
}

/** @param {string} text of a mark */
export function markWords(text) {
  const mark = parseMark(text);
  if (!mark) return '';
  const [cell, to] = mark.cells;
  const values = { cell, from: cell, to, text: mark.text };
  const texts = {
    circle: _('circle on {cell}', values),
    triangle: _('triangle on {cell}', values),
    square: _('square on {cell}', values),
    cross: _('cross on {cell}', values),
    label: _('“{text}” on {cell}', values),
    arrow: _('arrow from {from} to {to}', values),
  };
  const words = texts[/** @type {keyof typeof texts} */ (mark.kind)];
  return mark.colour === COLOURS[0] ? words : _('{mark} ({colour})', { mark: words, colour: inkName(mark.colour) });
}

/** All that is drawn. @param {string[]} marks */
export function marksWords(marks) {
  return marks.map(markWords).join(', ');
}

/** What is drawn on a cell, or leads from it or to it. @param {string[]} marks @param {string} cell its name */
export function cellMarksWords(marks, cell) {
  return marksWords(marks.filter((text) => parseMark(text)?.cells.includes(cell)));
}

/** @param {string} glyph */
export function glyphWords(glyph) {
  const texts = {
    '!!': _('Brilliant move'),
    '!': _('Good move'),
    '!?': _('Interesting move'),
    '?!': _('Dubious move'),
    '?': _('Mistake'),
    '??': _('Blunder'),
  };
  return texts[/** @type {keyof typeof texts} */ (glyph)] ?? '';
}
