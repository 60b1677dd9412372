// For those who keep order: /moderation. Open reports with the game beside them, what can be done, and, for administrators, the
// log of all that was done.

import * as api from '../api.js';
import * as order from '../order/order_api.js';
import { freshId, h } from '../dom.js';
import { _, dateTime } from '../i18n.js';
import { actsOn, addressOf, neighbour, placeOf } from '../order/moderation_state.js';
import { doneText, reasonText } from '../order/words.js';
import { caseCard, personCard } from '../order/case_card.js';
import { tell } from '../news.js';
import { goFrom } from '../shell.js';
import { useStyle } from '../style.js';

await useStyle('moderation');

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const { account } = await api.whoAmI();
  const wanted = placeOf(parts);
  const search = searchForm(wanted.place === 'person' ? wanted.id : '');
  place.append(
    h(
      'article.moderation',
      {},
      h('h1', {}, _('Moderation')),
      account && account.role !== 'none'
        ? tabs(wanted.place, account.role === 'admin', search.form)
        : h('p', { role: 'alert' }, _('This page is for moderators.')),
      ...(account && account.role !== 'none' ? [await part(wanted, search.say)] : []),
    ),
  );
}

/** @param {import('../order/moderation_state.js').Place} place @param {boolean} isAdmin @param {HTMLElement} search */
function tabs(place, isAdmin, search) {
  const links = [
    ['open', '/moderation', _('Open reports')],
    ['closed', '/moderation/closed', _('Closed reports')],
    ...(isAdmin ? [['log', '/moderation/log', _('Log')]] : []),
  ];
  return h(
    'div.tabs',
    {},
    h(
      'nav',
      { 'aria-label': _('Moderation') },
      ...links.map(([each, href, text]) => h('a', { href, 'aria-current': each === place ? 'page' : null }, text)),
    ),
    search,
  );
}

/** Where somebody is looked up: the page stays as it is until he is found. @param {string} asked who was asked for */
function searchForm(asked) {
  const told = h('p.notice', { id: freshId('told'), role: 'alert' });
  const say = (/** @type {string} */ text) => void (told.textContent = text);
  const name = /** @type {HTMLInputElement} */ (
    h('input', {
      type: 'text',
      value: asked,
      'aria-label': _('Name'),
      'aria-describedby': told.id,
      placeholder: _('Name'),
      required: true,
      oninput: () => say(''),
    })
  );
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    order
      .personCase(wanted)
      .then(() => goFrom(told, `/moderation/person/${encodeURIComponent(wanted)}`))
      .catch((error) => say(error.message));
  };
  const form = h(
    'form.search',
    { role: 'search', onsubmit },
    name,
    h('button', { type: 'submit' }, _('Look up')),
    told,
  );
  return { form, say };
}

/** @param {{place: import('../order/moderation_state.js').Place, id: string}} wanted @param {(text: string) => void} say */
async function part({ place, id }, say) {
  if (place === 'log') return logTable(null);
  if (place === 'person') return personPart(id, say);
  return reportsPart(place, id);
}

/** @param {string} name @param {(text: string) => void} say tells that there is nobody of that name */
async function personPart(name, say) {
  try {
    const person = await order.personCase(name);
    const card = personCard(person, actsOn(person), (text) => {
      goFrom(card, `/moderation/person/${encodeURIComponent(person.name)}`);
      void tell(text);
    });
    return card;
  } catch (error) {
    if (!(error instanceof api.Refusal) || error.slug !== 'server/no-person') throw error;
    say(error.message);
    return '';
  }
}

// --- reports

/** @param {'open'|'closed'} place @param {string} id */
async function reportsPart(place, id) {
  const { reports, older } = await order.reports(place === 'open', null);
  const list = h('ul.reports', {
    role: 'list',
    'aria-label': place === 'open' ? _('Open reports') : _('Closed reports'),
  });
  const add = (/** @type {api.ReportItem[]} */ more) => list.append(...more.map((each) => reportLink(place, each, id)));
  add(reports);
  list.addEventListener('keydown', (event) => moveIn(list, event));
  const shown = h('div.case', { 'aria-live': 'polite' });
  if (id) {
    const found = await order.reportCase(id);
    const next = neighbour(reports, id, 1) ?? neighbour(reports, id, -1);
    shown.append(
      await caseCard(found, (text) => {
        goFrom(shown, next && next !== id ? addressOf(place, next) : '/moderation');
        void tell(text);
      }),
    );
  } else shown.append(h('p.detail', {}, hintText(place, reports.length)));
  return h('div.columns', {}, h('div', {}, list, moreButton(place, older, add)), shown);
}

/** @param {'open'|'closed'} place @param {number} count */
function hintText(place, count) {
  if (count) return _('Choose a report.');
  return place === 'open' ? _('There are no open reports.') : _('No report has been closed yet.');
}

/** @param {'open'|'closed'} place @param {api.ReportItem} report @param {string} chosen */
function reportLink(place, report, chosen) {
  return h(
    'li',
    {},
    h(
      'a',
      { href: addressOf(place, report.id), 'aria-current': report.id === chosen ? 'true' : null },
      h('strong', {}, report.whom || report.called || _('a guest')),
      h('span', {}, reasonText(report.reason)),
      h(
        'span.detail',
        {},
        [dateTime(report.at_ms), report.outcome ? doneText(report.outcome) : ''].filter(Boolean).join(' · '),
      ),
    ),
  );
}

/** Arrow keys go up and down. @param {HTMLElement} list @param {KeyboardEvent} event */
function moveIn(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('a'))];
  const at = links.findIndex((each) => each === document.activeElement);
  links[at + step]?.focus();
  event.preventDefault();
}

/** @param {'open'|'closed'} place @param {string|null} older @param {(more: api.ReportItem[]) => void} add */
function moreButton(place, older, add) {
  if (!older) return '';
  const button = h('button', { type: 'button' }, _('Show more'));
  let after = older;
  button.addEventListener('click', async () => {
    const page = await order.reports(place === 'open', after);
    add(page.reports);
    if (page.older) after = page.older;
    else button.remove();
  });
  return button;
}

// --- the log

/** @param {string|null} after @returns {Promise<HTMLElement>} */
async function logTable(after) {
  const rows = h('tbody');
  const heads = [_('When'), _('Who'), _('What'), _('Player'), _('Why')];
  const button = h('button', { type: 'button', onclick: () => void add() }, _('Show more'));
  const add = async () => {
    const { entries, older } = await order.auditLog(after);
    rows.append(...entries.map(logRow));
    after = older;
    button.hidden = !older;
  };
  await add();
  return h(
    'div.rows',
    { tabindex: '0', role: 'region', 'aria-label': _('Log') },
    rows.childElementCount
      ? h(
          'table',
          {},
          h('caption.visually-hidden', {}, _('Log')),
          h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
          rows,
        )
      : h('p.detail', {}, _('No actions yet.')),
    button,
  );
}

/** @param {api.AuditEntry} entry */
function logRow({ at_ms: at, who, act, whom, game, why, detail }) {
  const about = game ? h('a', { href: `/play/${game}` }, _('game')) : '';
  return h(
    'tr',
    {},
    h('td', {}, dateTime(at)),
    h('td', {}, who === null ? _('command line') : who || _('deleted account')),
    h('td', {}, [doneText(act), detail ? ` (${detail})` : ''].join('')),
    h('td', {}, whom === null ? '' : whom || _('a guest'), ' ', about),
    h('td', {}, why),
  );
}
