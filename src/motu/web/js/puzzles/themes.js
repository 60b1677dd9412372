// What kind of move solves a puzzle, in words; the server says which it is.

import { _ } from '../i18n.js';

/** @returns {Record<string, string>} by slug, in the order in which they are listed */
function names() {
  return {
    threat: _('threat to win at once'),
    'double-threat': _('double threat'),
    shared: _('the one point for both sides'),
    bridge: _('bridge'),
    link: _('link'),
    afar: _('distant move'),
    flip: _('flip'),
    quiet: _('quiet move'),
    corner: _('corner'),
    bait: _('stone that can be flipped'),
    roll: _('roll'),
    luck: _('roll that may win at once'),
    step: _('step'),
  };
}

/** The themes that have a name, in their order. @param {Iterable<string>} themes @returns {[string, string][]} slug and name */
export function namedThemes(themes) {
  const wanted = new Set(themes);
  return Object.entries(names()).filter(([slug]) => wanted.has(slug));
}

/** What is told of a puzzle that is solved; '' where nothing is. @param {Iterable<string>} themes */
export function themesText(themes) {
  const found = namedThemes(themes).map(([, name]) => name);
  return found.length ? _('Themes: {themes}', { themes: found.join(', ') }) : '';
}
