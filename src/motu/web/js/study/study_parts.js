// Parts of the page of a study that are drawn once: choices and buttons, which tell what people want to hands.

import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { openLater } from './later.js';
import { prefer, preferences } from './preferences.js';
import { Tree } from './tree.js';

const LINES = [1, 3, 5, 8, 12, 20];

/** @typedef {{change: (action: (tree: Tree) => void) => void, undo: () => void, publish: () => void, edit: () => void, anew: () => void}} TreeHands  `change` alters the tree or moves its cursor, and shows what has become of it */

/** @param {() => void} onToggle */
export function engineButton(onToggle) {
  return h('button', { type: 'button', 'aria-pressed': 'false', onclick: onToggle });
}

/** The engine's switch, and how what it finds is shown. @param {HTMLElement} button @param {() => void} onChange */
export function engineChoices(button, onChange) {
  const { lines, heat } = preferences();
  const counts = LINES.map((number) => [String(number), String(number)]);
  const kinds = [
    ['visits', _('visits')],
    ['policy', _('policy')],
    ['none', _('nothing')],
  ];
  return h(
    'div.engine-top',
    { onchange: onChange },
    button,
    select(_('Lines'), counts, String(lines), (value) => prefer({ lines: Number(value) })),
    select(_('Heat'), kinds, heat, (value) => prefer({ heat: /** @type {any} */ (value) })),
  );
}

/** @param {(text: string) => void} onInput @param {() => void} onDone @returns {HTMLTextAreaElement} */
export function commentField(onInput, onDone) {
  const comment = _('Comment on this position');
  const field = /** @type {HTMLTextAreaElement} */ (
    h('textarea', {
      rows: '2',
      'aria-label': comment,
      placeholder: comment,
      oninput: () => onInput(field.value),
      onchange: onDone,
    })
  );
  return field;
}

/** @param {TreeHands['change']} change */
export function jumpButtons(change) {
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {(tree: Tree) => void} */ jump) =>
    h('button.quiet', { type: 'button', title: name, 'aria-label': name, onclick: () => change(jump) }, sign);
  return h(
    'div.jump',
    {},
    button('|◀', _('First position'), (tree) => tree.toStart()),
    button('◀', _('One step back'), (tree) => tree.back()),
    button('▶', _('One step forward'), (tree) => tree.forward()),
    button('▶|', _('Last position'), (tree) => tree.toEnd()),
  );
}

/** @param {Tree} tree @param {TreeHands} hands */
export function treeButtons(tree, { change, undo, publish, edit, anew }) {
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', onclick }, text);
  return h(
    'div.buttons',
    {},
    button(_('Make main line'), () => change(() => tree.promote(tree.current))),
    button(_('Delete from here'), () => change(() => tree.remove(tree.current))),
    button(_('Undo'), undo),
    button(_('Share'), publish),
    button(_('Set up a position'), edit),
    button(_('Clear'), anew),
  );
}

/** What most people never open. @param {Tree} tree @param {() => Promise<HTMLElement[]>} drawReview @param {(tree: Tree) => void} open */
export function laterParts(tree, drawReview, open) {
  return [
    openLater('review', _('Review the game'), drawReview),
    openLater('exchange', _('Import and export'), async () => {
      const { drawExchange } = await import('./exchange.js');
      return drawExchange(() => tree, open);
    }),
    openLater('chooser', _('Another game or board'), async () => {
      const { drawChooser } = await import('./chooser.js');
      return drawChooser((spec) => open(new Tree(spec)));
    }),
  ];
}

/** @param {string} text @param {string[][]} choices @param {string} chosen @param {(value: string) => void} onChoose */
function select(text, choices, chosen, onChoose) {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      { id: freshId('choice') },
      ...choices.map(([value, name]) => h('option', { value, selected: value === chosen }, name)),
    )
  );
  list.addEventListener('change', () => onChoose(list.value));
  return h('span.choice-of', {}, h('label', { for: list.id }, text), list);
}
