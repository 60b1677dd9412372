// What can be chosen, in a panel: everything, or only how the two colours look.

import { freshId, h } from './dom.js';
import { hasServer } from './house.js';
import { _ } from './i18n.js';
import { togglePanel } from './panel.js';
import { change, settings } from './settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

export function toggleSettings() {
  togglePanel('settings', _('Settings'), () => [
    choice('confirm', _('Confirm moves'), [
      ['auto', _('on touch screens')],
      ['always', _('always')],
      ['never', _('never')],
    ]),
    choice('pace', _('Computer replies'), [
      ['calm', _('after you have seen your move')],
      ['instant', _('at once')],
    ]),
    choice('guide', _('Hints for beginners'), [
      ['first', _('in the first game of each kind')],
      ['always', _('in every game')],
      ['never', _('never')],
    ]),
    toggle('coordinates', _('Coordinates')),
    toggle('crosshair', _('Row and column guides')),
    toggle('numbers', _('Move numbers on stones')),
    toggle('weak', _('Mark weak stones')),
    toggle('winBar', _('Win bar')),
    toggle('turnBoard', _('Turn the board for each player')),
    toggle('sound', _('Sound')),
    ...(hasServer() ? [toggle('chat', _('Chat'))] : []),
    choice('style', _('Board style'), [
      ['lagoon', _('lit')],
      ['plain', _('plain')],
      ['bold', _('bold outlines')],
    ]),
    ...colours(),
    choice('theme', _('Theme'), [
      ['auto', _('same as device')],
      ['light', _('light')],
      ['dark', _('dark')],
    ]),
  ]);
}

/** Only display: the game goes on as before. */
export function toggleColours() {
  togglePanel('colours', _('How the colours look'), colours);
}

function colours() {
  return [
    toggle('inverted', _('Show the two colours swapped')),
    toggle('patterns', _('Patterns on stones')),
    choice('palette', _('Palette'), [
      ['plain', _('standard')],
      ['colourblind', _('colour-blind')],
      ['contrast', _('high contrast')],
    ]),
  ];
}

/** @param {'coordinates'|'weak'|'sound'|'chat'|'patterns'|'inverted'|'winBar'|'crosshair'|'numbers'|'turnBoard'} name @param {string} text */
function toggle(name, text) {
  const box = /** @type {HTMLInputElement} */ (
    h('input', { type: 'checkbox', checked: settings()[name], id: freshId('setting') })
  );
  box.addEventListener('change', () => change({ [name]: box.checked }));
  return h('div.field.pair', {}, h('label', { for: box.id }, text), box);
}

/** @param {'confirm'|'pace'|'guide'|'style'|'palette'|'theme'} name @param {string} text @param {[string, string][]} choices */
function choice(name, text, choices) {
  const list = /** @type {HTMLSelectElement} */ (
    h('select', { id: freshId('setting') }, ...choices.map(([value, label]) => h('option', { value }, label)))
  );
  list.value = settings()[name];
  list.addEventListener('change', () => change(/** @type {Partial<Settings>} */ ({ [name]: list.value })));
  return h('div.field.pair', {}, h('label', { for: list.id }, text), list);
}
