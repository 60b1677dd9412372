// Parts of the page of a study that are drawn once: choices and buttons, which tell what people want to hands.

import { freshId, h } from '../dom.js';
import { hasServer } from '../house.js';
import { _, pgettext } from '../i18n.js';
import { icon } from '../icons.js';
import { say } from '../shell.js';
import { glyphWords } from './mark_words.js';
import { MAX_COMMENT } from './limits.js';
import { GLYPHS } from './marks.js';
import { prefer, preferences } from './preferences.js';
import { Toolbar } from './toolbar.js';
import { Tree } from './tree.js';

const LINES = [1, 3, 5, 8, 12, 20];

/** @typedef {{change: (action: (tree: Tree) => void) => void, undo: () => void}} TreeHands  `change` alters the tree or moves its cursor, and shows what has become of it */

/** @param {() => void} onToggle */
export function engineButton(onToggle) {
  return h(
    'button.engine-switch',
    { type: 'button', role: 'switch', 'aria-checked': 'false', onclick: onToggle },
    _('Engine'),
  );
}

/** The engine's buttons, and how what it finds is shown. @param {HTMLElement[]} buttons @param {() => void} onChange */
export function engineChoices(buttons, onChange) {
  const { lines, heat } = preferences();
  const counts = LINES.map((number) => [String(number), String(number)]);
  const kinds = [
    ['visits', _('best moves')],
    ['policy', _('first impression')],
    ['none', _('nothing')],
  ];
  return h(
    'div.engine-top',
    { onchange: onChange },
    ...buttons,
    select(_('Lines'), counts, String(lines), (value) => prefer({ lines: Number(value) })),
    select(_('Show'), kinds, heat, (value) => prefer({ heat: /** @type {any} */ (value) })),
  );
}

/** @param {(text: string) => void} onInput @param {() => void} onDone @returns {HTMLTextAreaElement} */
export function commentField(onInput, onDone) {
  const comment = _('Comment on this position');
  const field = /** @type {HTMLTextAreaElement} */ (
    h('textarea', {
      rows: '2',
      maxLength: MAX_COMMENT,
      'aria-label': comment,
      placeholder: comment,
      oninput: () => onInput(field.value),
      onchange: onDone,
    })
  );
  return field;
}

/** Signs for a move, of which one or none is pressed. @param {(glyph: string) => void} onChoose */
export function glyphButtons(onChoose) {
  return h(
    'div.glyphs',
    { role: 'group', 'aria-label': _('What you think of this move') },
    ...GLYPHS.map((glyph) => {
      const name = glyphWords(glyph);
      return h(
        'button.quiet',
        { type: 'button', title: name, 'aria-label': name, 'data-glyph': glyph, onclick: () => onChoose(glyph) },
        glyph,
      );
    }),
  );
}

/** @param {HTMLElement} buttons of `glyphButtons` @param {import('./tree.js').Node} node the move */
export function pressGlyph(buttons, node) {
  for (const button of buttons.querySelectorAll('button')) {
    button.disabled = !node.parent;
    button.setAttribute('aria-pressed', String(button.dataset.glyph === node.chosen.glyph));
  }
}

/** @param {TreeHands['change']} change */
export function jumpButtons(change) {
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {(tree: Tree) => void} */ jump) =>
    h('button.quiet', { type: 'button', title: name, 'aria-label': name, onclick: () => change(jump) }, icon(sign));
  return h(
    'div.jump',
    {},
    button('first', _('First position'), (tree) => tree.toStart()),
    button('previous', _('One step back'), (tree) => tree.back()),
    button('next', _('One step forward'), (tree) => tree.forward()),
    button('last', _('Last position'), (tree) => tree.toEnd()),
  );
}

/** @param {Tree} tree @param {TreeHands} hands */
export function treeButtons(tree, { change, undo }) {
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', onclick }, text);
  return h(
    'div.buttons',
    {},
    button(_('Make main line'), () => change(() => tree.promote(tree.current))),
    button(_('Delete from here'), () => change(() => tree.remove(tree.current))),
    button(_('Undo'), undo),
  );
}

/**
 * What stands under the board.
 * @param {Tree} tree
 * @param {{review: () => Promise<HTMLElement[]>, draw: () => HTMLElement[], onTurn: (part: string) => void, open: (tree: Tree) => void, edit: () => void, anew: () => void}} hands
 */
export function makeToolbar(tree, { review, draw, open, edit, anew, onTurn }) {
  const chooser = async () => {
    const { drawChooser } = await import('./chooser.js');
    return drawChooser((spec) => open(new Tree(spec)));
  };
  const exchange = async () => {
    const { drawExchange } = await import('./exchange.js');
    return drawExchange(() => tree, open);
  };
  const share = async () => {
    const { drawShare } = await import('./share_part.js');
    return drawShare(tree);
  };
  const parts = [
    ...(hasServer() ? [{ name: 'review', text: _('Review'), load: review }] : []),
    { name: 'draw', text: pgettext('drawing', 'Draw'), load: async () => draw() },
    { name: 'share', text: _('Share'), load: share, isFresh: true },
    ...(hasServer() ? [{ name: 'exchange', text: _('Import and export'), load: exchange }] : []),
    h('button', { type: 'button', onclick: edit }, _('Set up a position')),
    { name: 'chooser', text: _('Another game'), load: chooser },
    h('button', { type: 'button', onclick: anew }, _('Clear')),
  ];
  return new Toolbar(parts, onTurn);
}

/** What a board that was cleared leads back to. @param {() => void} onRestore */
export function clearedCard(onRestore) {
  const text = _('The board is cleared; nothing is lost.');
  say(text);
  return h(
    'section.part.card',
    {},
    h('p', {}, text),
    h('button', { type: 'button', onclick: onRestore }, _('Restore')),
  );
}

/** @param {string} text @param {string[][]} choices @param {string} chosen @param {(value: string) => void} onChoose */
export function select(text, choices, chosen, onChoose) {
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
