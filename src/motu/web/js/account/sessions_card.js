// In which browsers somebody is logged in, and the way out of each.

import { h } from '../dom.js';
import { _, dateTime } from '../i18n.js';
import { endOtherSessions, endSession } from './account_api.js';

/** @typedef {import('../api.js').LoginSession} LoginSession */
/** @typedef {(end: () => Promise<void>) => void} End  does what ends a session */

/** @param {LoginSession[]} sessions @param {() => void} logOut here @param {End} end @param {HTMLElement[]} told what has become of it */
export function sessionsCard(sessions, logOut, end, told) {
  const others = sessions.length > 1;
  return h(
    'section.card',
    {},
    h('h2', {}, _('Where you are logged in')),
    h('ul.browsers', { role: 'list' }, ...sessions.map((each) => drawSession(each, end))),
    h(
      'p.buttons',
      {},
      h('button', { type: 'button', onclick: logOut }, _('Log out')),
      others &&
        h('button', { type: 'button', onclick: () => end(() => endOtherSessions()) }, _('Log out everywhere else')),
    ),
    ...told,
  );
}

/** @param {LoginSession} session @param {End} end */
function drawSession(session, end) {
  const name = session.browser || _('A browser');
  return h(
    'li',
    {},
    h('strong', {}, name),
    h(
      'span.detail',
      {},
      session.is_this ? _('this browser') : _('last seen on {time}', { time: dateTime(session.seen_ms) }),
    ),
    !session.is_this &&
      h(
        'button',
        {
          type: 'button',
          'aria-label': _('Log out there: {browser}', { browser: name }),
          onclick: () => end(() => endSession(session.id)),
        },
        _('Log out there'),
      ),
  );
}
