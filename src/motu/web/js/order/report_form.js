// A report of somebody, in a panel beside the page: at a profile by name, at a game by where somebody sits.

import * as order from './order_api.js';
import { busyWith } from '../busy.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { closePanel, togglePanel } from '../panel.js';
import { say } from '../shell.js';
import { REASONS, reasonText } from './words.js';

/** @typedef {{name?: string, game?: string, people: {person: number|null, called: string}[]}} Reported whom it may be about */

const MOST_WORDS = 500;

/** A quiet button that opens it. @param {Reported} reported */
export function reportButton(reported) {
  return h('button.quiet.report', { type: 'button', onclick: () => openReport(reported) }, _('Report …'));
}

/** @param {Reported} reported */
export function openReport(reported) {
  togglePanel('report', _('Report to the moderators'), () => [form(reported)]);
}

/** @param {Reported} reported */
function form(reported) {
  const { people } = reported;
  const whom = choice(
    _('Player'),
    people.map(({ called }, at) => [String(at), called]),
  );
  const reason = reasons();
  const words = /** @type {HTMLTextAreaElement} */ (
    h('textarea', { id: freshId('report'), rows: '4', maxlength: String(MOST_WORDS) })
  );
  const notice = h('p.notice', { role: 'alert' });
  const send = h('button.primary', { type: 'submit' }, _('Send'));
  const chosen = () => people[people.length > 1 ? Number(whom.input.value) : 0];
  const tell = async () => {
    notice.textContent = '';
    try {
      await order.report({
        reason: reason.chosen(),
        words: words.value.trim(),
        ...(reported.game ? { game: reported.game } : {}),
        ...(chosen().person === null ? { name: reported.name ?? '' } : { person: chosen().person }),
      });
      thank();
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  return h(
    'form.report-form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void busyWith([send], tell);
      },
    },
    people.length > 1 ? whom.element : h('p', {}, _('About {name}', { name: people[0].called })),
    reason.element,
    h('div.field', {}, h('label', { for: words.id }, _('Details')), words),
    h('p.detail', {}, _('Moderators see who reported; the reported player does not.')),
    h('p.buttons', {}, send),
    notice,
  );
}

function thank() {
  closePanel();
  const text = _('Thank you. A moderator will look at it.');
  togglePanel('report', text, () => [h('p', {}, _('You will not be told the outcome.'))]);
  say(text);
}

/** One below the other, since a list that folds would cut them off. */
function reasons() {
  const name = freshId('reason');
  const inputs = REASONS.map(
    (each, at) => /** @type {HTMLInputElement} */ (h('input', { type: 'radio', name, value: each, checked: at === 0 })),
  );
  const rows = inputs.map((input, at) => h('label.choice', {}, input, h('span', {}, reasonText(REASONS[at]))));
  return {
    element: h('fieldset.field.reasons', {}, h('legend', {}, _('What happened')), ...rows),
    chosen: () => REASONS[inputs.findIndex((each) => each.checked)],
  };
}

/** @param {string} label @param {string[][]} options */
function choice(label, options) {
  const id = freshId('report');
  const input = /** @type {HTMLSelectElement} */ (
    h('select', { id }, ...options.map(([value, text]) => h('option', { value }, text)))
  );
  return { input, element: h('div.field', {}, h('label', { for: id }, label), input) };
}
