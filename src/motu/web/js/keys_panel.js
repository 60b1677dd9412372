// The keys, listed by "?".

import { h } from './dom.js';
import { _ } from './i18n.js';
import { togglePanel } from './panel.js';

export function toggleKeys() {
  togglePanel('keys', _('Keyboard shortcuts'), () => [
    h('dl.keys', {}, ...keys().flatMap(([names, text]) => [h('dt', {}, ...spaced(names)), h('dd', {}, text)])),
  ]);
}

/** @returns {[string[], string][]} */
function keys() {
  return [
    [['Tab'], _('to the board, then past it')],
    [['←', '→', '↑', '↓'], _('on the board: to the neighbouring cell; elsewhere: one step back or forward')],
    [['Home', 'End'], _('on the board: to the ends of the row; elsewhere: first and last position')],
    [['Enter'], _('play here; on a number beside the board: announce that line')],
    [['h', '4'], _('type a name to go to that cell or line')],
    [['+', '−', '0'], _('on the board: zoom in, zoom out, whole board')],
    [['↑', '↓'], _('in a study, off the board: another variation')],
    [['Ctrl+Z'], _('in a study: undo')],
    [['Del', '*'], _('while setting up a position: empty a cell, switch colour')],
    [['Esc'], _('Cancel a move, close a panel')],
    [['?'], _('this list')],
  ];
}

/** @param {string[]} names */
function spaced(names) {
  return names.flatMap((name) => [h('kbd', {}, name), ' ']);
}
