// What a game is called: the named game that is nearest, its size, and what else is not as there.

import { _, ngettext } from '../i18n.js';

/** @typedef {Record<string, string>} Values  by the keys of a spec */

/** The named games, as the server knows them: name -> spec with all its keys. @type {Record<string, string>} */
const PRESETS = JSON.parse(document.documentElement.dataset.games ?? '{}');
/** @param {string} game */
export function gameName(game) {
  return { atoll: 'Atoll', hex: 'Hex', atomorph: 'Atomorph', atmalof: 'Atmalof' }[game] ?? game;
}

/** The shape of a board where it has to be said. @param {Values} values */
function shapeOf(values) {
  return { rhombus: _('rhombus'), hexagon: _('hexagon'), triangle: _('triangle') }[values.board];
}

/** What the size in a title tells. */
const SIZES = new Set(['size', 'rows', 'cols', 'extra_rows', 'extra_cols']);

/** A spec in its parts. @param {string} spec @returns {[string, Values]} */
function read(spec) {
  const [, game = spec, inside = ''] = /^([\w-]+)(?:\((.*)\))?$/.exec(spec) ?? [];
  return [game, Object.fromEntries(inside.split(',').map((part) => part.split('=')))];
}

/** @param {Values} values */
function sizeOf(values) {
  if (!values.rows) return values.size ?? '';
  return `${Number(values.rows) + Number(values.extra_rows)}×${Number(values.cols) + Number(values.extra_cols)}`;
}

/** The keys in which two games of a kind differ. @param {Values} one @param {Values} other */
function differences(one, other) {
  return Object.keys(one).filter((key) => one[key] !== other[key]);
}

/** The named game that differs least; of equals the one with the game's own name, then the first. @param {string} game @param {Values} values */
function nearest(game, values) {
  const known = Object.entries(PRESETS)
    .map(([name, spec]) => ({ name, parts: read(spec) }))
    .filter(({ parts }) => parts[0] === game);
  const alike = known.filter(({ parts }) => (parts[1].board ?? '') === (values.board ?? ''));
  // There are shapes of which no game has a name; whoever brings a board of his own names no shape that is known.
  const found = (alike.length || !shapeOf(values) ? alike : known)
    .filter(({ name }) => alike.length || name === game)
    .map(({ name, parts }) => ({ name, changed: differences(values, parts[1]) }));
  /** @param {{name: string, changed: string[]}} each */
  const cost = (each) => each.changed.length + (each.name === game ? 0 : 0.5);
  const exact = found.find((each) => each.name !== game && each.changed.every((key) => key === 'swap'));
  return exact ?? found.sort((one, other) => cost(one) - cost(other))[0];
}

/** What is not as in the named game, each in a few words. @param {string[]} changed @param {Values} values */
function changesText(changed, values) {
  /** @type {Record<string, () => string>} */
  const texts = {
    contested: () =>
      values.contested === 'never'
        ? _('contested stones never flipped')
        : _('contested stones can be flipped, but not twice in a row'),
    corners: () => (values.corners === 'false' ? _('corners keep their colour') : _('corners can be flipped')),
    return_stone: () => (values.return_stone === 'true' ? _('flipped stones return') : _('flipped stones stay')),
    islands: () => ngettext('{count} island', '{count} islands', Number(values.islands)),
    line: () => _('lines of {length}', { length: values.line }),
    pieces: () => _('{count} pieces each', { count: values.pieces }),
    tiebreak: () => (values.tiebreak === 'both' ? _('both play all pieces') : _('until either has played all pieces')),
    swap: () => (values.swap === 'false' ? _('no swap') : _('with swap')),
  };
  return changed.filter((key) => key in texts).map((key) => texts[key]());
}

/** The proper name of a named game beside its kind's: Gan, Junior. @param {string} name */
function properName(name) {
  return /-\d/.test(name) ? '' : name[0].toUpperCase() + name.slice(1);
}

/** What a game is called, by its whole spec: "Atmalof · Junior 6×6", "Atomorph 7, corners keep their colour". @param {string} spec */
export function specText(spec) {
  const [game, values] = read(spec);
  const kind = gameName(game);
  const base = nearest(game, values);
  if (!base) return game === 'atoll' ? _('Atoll · custom board') : `${kind} ${sizeOf(values)}`.trim();
  const isHex = base.name === 'hex' && values.islands === '4';
  const sized = base.changed.some((key) => SIZES.has(key));
  const own = [game, 'hex'].includes(base.name) || sized ? '' : properName(base.name);
  const size = sizeOf(values);
  const title = isHex ? `Hex ${size}` : own ? `${kind} · ${own} ${size}` : `${kind} ${size}`;
  const shape = isHex ? undefined : shapeOf(values);
  const changed = base.changed.filter((key) => !SIZES.has(key) && key !== 'islands');
  const islands = !isHex && (shape || base.changed.includes('islands')) ? ['islands'] : [];
  return [title, ...(shape ? [shape] : []), ...changesText([...islands, ...changed], values)].join(', ');
}
