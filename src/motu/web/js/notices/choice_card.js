// What one wants to be told of, and how: a card of the account's page.

import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { chooseNotices } from './choice_api.js';
import { kindTexts } from './notice_texts.js';
import { pushPart } from './push_part.js';

/** @typedef {import('../api.js').NoticeChoice} NoticeChoice */
/** @typedef {import('../api.js').NoticeChosen} NoticeChosen */
/** @typedef {import('./push_state.js').PushState} PushState */

/** The card. @param {NoticeChoice} choice as it is now @param {PushState} push */
export function choiceCard(choice, push) {
  const told = h('p.notice', { role: 'alert' });
  const table = h('div.scrolls');
  const draw = () => table.replaceChildren(choiceTable(choice, push.places.length > 0, keep));

  async function keep() {
    try {
      await chooseNotices(choice);
      told.textContent = '';
      say(_('Saved.'));
    } catch (error) {
      told.textContent = String(/** @type {Error} */ (error).message);
    }
  }
  draw();
  return h(
    'section.card.told-of',
    {},
    h('h2', {}, _('Notification settings')),
    h('p.detail', {}, _('You are never notified about a game that you are looking at.')),
    table,
    told,
    pushPart(push, draw),
  );
}

/** @param {NoticeChoice} choice @param {boolean} hasPush whether there is a browser for messages @param {() => Promise<void>} keep */
function choiceTable(choice, hasPush, keep) {
  /** @type {[keyof NoticeChoice, string][]} */
  const ways = [
    ['page', _('On the site')],
    ...(hasPush ? [/** @type {[keyof NoticeChoice, string]} */ (['push', _('Push')])] : []),
  ];
  const heads = ways.map(([way, text]) => ({ way, text, id: freshId('way') }));
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, h('span.visually-hidden', {}, _('What'))),
        ...heads.map(({ text, id }) => h('th', { scope: 'col', id }, text)),
      ),
    ),
    h(
      'tbody',
      {},
      ...kindTexts().map(([kind, text]) => {
        const id = freshId('told');
        const boxes = heads.map(({ way, id: head }) =>
          box(kind, choice, way, way === 'page' ? id : `${id} ${head}`, keep),
        );
        return h('tr', {}, h('th', { scope: 'row', id }, text), ...boxes);
      }),
    ),
  );
}

/** @param {NoticeChosen} kind @param {NoticeChoice} choice @param {keyof NoticeChoice} way @param {string} labels @param {() => Promise<void>} keep */
function box(kind, choice, way, labels, keep) {
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'checkbox', checked: choice[way].includes(kind), 'aria-labelledby': labels })
  );
  input.addEventListener('change', () => {
    choice[way] = choice[way].filter((each) => each !== kind);
    if (input.checked) choice[way].push(kind);
    void keep();
  });
  return h('td', {}, h('label.tick', {}, input));
}
