// All that somebody is told of, in a panel.

import * as api from '../api.js';
import { h } from '../dom.js';
import { specText } from '../games/titles.js';
import { _, dateTime } from '../i18n.js';
import { closePanel, togglePanel } from '../panel.js';
import { tell } from '../news.js';
import { noticeLink, noticeText } from './notice_texts.js';

export { noticeText };

/** @typedef {import('../api.js').Notice} Notice */
/** @typedef {import('./notices_state.js').NoticesState} NoticesState */

const list = h('div.notices');
/** @type {NoticesState|null} */
let shown = null;

window.addEventListener('motu-notices', () => {
  if (list.isConnected) fill();
});

/** Shows the panel, or closes it. @param {NoticesState} state */
export function toggleNotices(state) {
  shown = state;
  fill();
  togglePanel('notices', _('Notifications'), () => [list]);
}

/** Fills the panel; the keyboard stays where it was. */
function fill() {
  if (!shown) return;
  const { notices, unread } = shown;
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-notice') : null;
  list.replaceChildren(
    notices.length
      ? h('ul', { role: 'list' }, ...notices.map(item))
      : h('p.detail', {}, _('Nothing new. You will see here when it is your turn, or when someone wants to play you.')),
    h(
      'p.buttons',
      {},
      unread > 0 && h('button', { type: 'button', onclick: () => void readAll() }, _('Mark all as read')),
      h('a.button', { href: '/account', onclick: closePanel }, _('Notification settings')),
    ),
  );
  const again = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[data-notice]'))];
  if (focused) again.find((each) => each.dataset.notice === focused)?.focus();
}

/** @param {Notice} notice */
function item(notice) {
  return h(
    notice.is_read ? 'li' : 'li.unread',
    {},
    h(
      'a',
      { href: noticeLink(notice), 'data-notice': notice.id, onclick: () => void follow(notice) },
      h('span.what', {}, noticeText(notice)),
      h('span.detail', {}, [notice.spec && specText(notice.spec), dateTime(notice.at_ms)].filter(Boolean).join(' · ')),
      !notice.is_read && h('span.visually-hidden', {}, _('unread')),
    ),
  );
}

/** @param {Notice} notice */
async function follow(notice) {
  closePanel();
  if (!notice.is_read && !notice.game) await api.readNotices([notice.id]).catch(() => undefined);
}

async function readAll() {
  try {
    await api.readNotices(null);
  } catch (error) {
    void tell(String(/** @type {Error} */ (error).message));
  }
}
