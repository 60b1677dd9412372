// The keys, listed by "?".

import { h } from './dom.js';
import { _ } from './i18n.js';
import { togglePanel } from './panel.js';

export function toggleKeys() {
  togglePanel('keys', _('Keys'), () => [
    h('dl.keys', {}, ...keys().flatMap(([names, text]) => [h('dt', {}, ...spaced(names)), h('dd', {}, text)])),
  ]);
}

/** @returns {[string[], string][]} */
function keys() {
  return [
    [['Tab'], _('to the board and on')],
    [['←', '→', '↑', '↓'], _('on the board: to the neighbouring cell; beside it: one step back or forward')],
    [['Home', 'End'], _('on the board: to the ends of the row; beside it: first and last position')],
    [['Enter'], _('play here; on a number beside the board: announce that line')],
    [['h', '4'], _('typing a name goes to that cell or line')],
    [['+', '−', '0'], _('on the board: larger, smaller, whole')],
    [['↑', '↓'], _('beside the analysis board: another variation')],
    [['Ctrl+Z'], _('beside the analysis board: undo')],
    [['Del', '*'], _('while a position is set up: empty a cell, take the other colour')],
    [['Esc'], _('Cancel a move, close a panel')],
    [['?'], _('this list')],
  ];
}

/** @param {string[]} names */
function spaced(names) {
  return names.flatMap((name) => [h('kbd', {}, name), ' ']);
}
