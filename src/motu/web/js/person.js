// Who is here, for all windows of this browser: when somebody logs in or out in one of them, the others show at once what
// is his, and say so.

import { whoAmI } from './api.js';
import { _ } from './i18n.js';
import { showAgain } from './shell.js';

/** Whose this window's view is: a name, '' a guest's; null: nobody has said yet. @type {string|null} */
let known = null;
/** How many changes this window is making itself. */
let own = 0;
/** Whether something was heard meanwhile. */
let isLate = false;
/** Where a browser has none, sockets that are closed and what is refused tell the other windows. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('motu-person') : null;

/** Begins to go along with the other windows, and with what the server says of this one's sockets and wishes. */
export function followPerson() {
  channel?.addEventListener('message', () => void lookWho());
  window.addEventListener('motu-stranger', () => void lookWho());
  // A guest may have been refused what is for people with names, before anybody has said whose this window is.
  window.addEventListener('motu-refused', () => void (known !== null && lookWho()));
}

/** The server says whose this window is. @param {string} name '' for a guest */
export function hearPerson(name) {
  if (known === null) known = name;
  else if (name !== known) void lookWho(); // it may have been said before the latest change
}

/**
 * Does something by which this window may become somebody else's; the other ones are told.
 * @template T
 * @param {() => Promise<T>} act
 * @param {(done: T) => string|null} nameIn his name, '' for a guest; null: nothing has changed
 * @returns {Promise<T>}
 */
export async function changingPerson(act, nameIn) {
  own += 1;
  try {
    const done = await act();
    const name = nameIn(done);
    if (name === null) return done;
    known = name;
    window.dispatchEvent(new Event('motu-person'));
    channel?.postMessage('');
    return done;
  } finally {
    own -= 1;
    if (!own && isLate) void lookWho();
  }
}

/** Somebody else may be here than the view says. */
async function lookWho() {
  const who = await whoAmI().catch(() => null);
  if (who) follow(who.account?.name ?? '');
}

/** Shows what is his who is here now. @param {string} name */
function follow(name) {
  isLate = own > 0;
  if (isLate || name === known) return;
  known = name;
  window.dispatchEvent(new Event('motu-person'));
  showAgain(); // the same address, for somebody else
  const text = name ? _('You are logged in as {name}.', { name }) : _('You are logged out.');
  void import('./news.js').then(({ tell }) => tell(text));
}
