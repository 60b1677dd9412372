// The bell at the top of every page: how much there is that one has not read. The server is told which game is seen here, so
// that nothing is said of it. What is told stands in notice_list.js, which is loaded when it is wanted.

import { here } from '../address.js';
import { h } from '../dom.js';
import { askHouse } from '../house.js';
import { _, ngettext } from '../i18n.js';
import { icon } from '../icons.js';
import { say } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { countText, forgetNotices, gameAt, newNotices, takeNotices } from './notices_state.js';

/** @typedef {import('../api.js').Notice} Notice */

const state = newNotices();
/** @type {HTMLElement|null} */
let button = null;
/** @type {LiveSocket|null} */
let socket = null;

/** The button, as it stands in the bar; nobody sees it as long as there can be nothing to hear of. */
export function bellButton() {
  button = h('button.quiet.bell', { type: 'button', onclick: () => void toggle() });
  draw();
  return button;
}

/** Begins to hear, as soon as there can be something to hear of. */
export function hearNotices() {
  window.addEventListener('popstate', () => void look());
  document.addEventListener('visibilitychange', () => void look());
  window.addEventListener('motu-person', () => void begin());
  void ofPerson(({ followPerson }) => followPerson());
  void begin();
}

/** Does something about who is here; no page waits for it. @param {(person: typeof import('../person.js')) => void} act */
const ofPerson = (act) => import('../person.js').then(act, () => {});

/** Somebody is here, perhaps not the same as before. */
async function begin() {
  socket?.close();
  socket = null;
  forgetNotices(state);
  draw();
  await look();
}

/** Tells what is seen now; whoever was nobody yet may be somebody by now. */
async function look() {
  if (!document.hidden) navigator.serviceWorker?.controller?.postMessage(here().pathname);
  if (socket) socket.send({ type: 'look', is_visible: !document.hidden, game: gameAt(here().pathname) });
  else if (!document.hidden) {
    const news = await askHouse('/api/notices', {}).then(
      (answer) => (answer.ok ? answer.json() : null),
      () => null,
    );
    if (!news || socket) return;
    take(news);
    if (state.isConcerned) socket = new LiveSocket('/api/notices/live', take, (isOpen) => void (isOpen && look()));
  }
}

/** @param {import('../api.js').NoticesNews} news */
function take(news) {
  void ofPerson(({ hearPerson }) => hearPerson(news.name));
  const game = gameAt(here().pathname);
  // What the page shows, or will show in a moment, is seen there.
  const fresh = takeNotices(state, news).filter((each) => !game || each.game !== game);
  if (fresh.length) void import('./notice_list.js').then(({ noticeText }) => say(fresh.map(noticeText).join('. ')));
  draw();
}

function draw() {
  if (!button) return;
  const text = state.unread
    ? ngettext('{count} unread notification', '{count} unread notifications', state.unread)
    : _('Notifications');
  button.classList.toggle('idle', !state.isConcerned);
  button.title = text;
  button.setAttribute('aria-label', text);
  button.replaceChildren(icon('bell'), h('span.count', { 'aria-hidden': 'true' }, countText(state)));
  window.dispatchEvent(new Event('motu-notices'));
}

async function toggle() {
  const { toggleNotices } = await import('./notice_list.js');
  toggleNotices(state);
}
