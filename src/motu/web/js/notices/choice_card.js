// What one wants to be told of, and how: a card of the account's page.

import { chooseNotices } from './choice_api.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { kindTexts } from './notice_texts.js';

/** The card. @param {import('../api.js').NoticeChoice} choice as it is now */
export function choiceCard(choice) {
  const told = h('p.notice', { role: 'alert' });
  const card = h(
    'section.card.told-of',
    {},
    h('h2', {}, _('What you are told of')),
    h('p.detail', {}, _('You are never told of a game that you are looking at.')),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, h('span.visually-hidden', {}, _('What'))),
          h('th', { scope: 'col' }, _('Here')),
        ),
      ),
      h('tbody', {}, ...kindTexts().map(([kind, text]) => row(kind, text, choice, keep))),
    ),
    told,
  );

  async function keep() {
    try {
      await chooseNotices(choice);
      told.textContent = '';
      say(_('Kept.'));
    } catch (error) {
      told.textContent = String(/** @type {Error} */ (error).message);
    }
  }
  return card;
}

/** @param {import('../api.js').NoticeKind} kind @param {string} text @param {import('../api.js').NoticeChoice} choice @param {() => Promise<void>} keep */
function row(kind, text, choice, keep) {
  const id = freshId('told');
  const box = /** @type {HTMLInputElement} */ (
    h('input', { type: 'checkbox', checked: choice.page.includes(kind), 'aria-labelledby': id })
  );
  box.addEventListener('change', () => {
    choice.page = choice.page.filter((each) => each !== kind);
    if (box.checked) choice.page.push(kind);
    void keep();
  });
  return h('tr', {}, h('th', { scope: 'row', id }, text), h('td', {}, h('label.tick', {}, box)));
}
