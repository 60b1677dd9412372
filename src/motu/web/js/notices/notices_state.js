// What the bell knows: what somebody is told of, how much of it he has not read, and what is new since the page was opened.

/** @typedef {import('../api.js').Notice} Notice */
/** @typedef {import('../api.js').NoticesNews} NoticesNews */
/**
 * @typedef {object} NoticesState
 * @property {Notice[]} notices the latest first
 * @property {number} unread
 * @property {boolean} isConcerned whether there may be something to hear of at all
 * @property {number|null} latest when the latest came that was there when it was told last; null: nothing was told yet
 */

/** @returns {NoticesState} */
export function newNotices() {
  return { notices: [], unread: 0, isConcerned: false, latest: null };
}

/** What there is now. @param {NoticesState} state @param {NoticesNews} news @returns {Notice[]} what has come since, to be said aloud */
export function takeNotices(state, news) {
  const { latest } = state;
  state.notices = news.notices;
  state.unread = news.unread;
  state.isConcerned ||= news.is_concerned;
  state.latest = Math.max(latest ?? 0, ...news.notices.map((each) => each.at_ms));
  return latest === null ? [] : news.notices.filter((each) => !each.is_read && each.at_ms > latest);
}

/** Somebody else is here now. @param {NoticesState} state */
export function forgetNotices(state) {
  Object.assign(state, newNotices());
}

/** What the sign beside the bell says. @param {NoticesState} state */
export function countText(state) {
  return state.unread > 99 ? '99+' : state.unread ? String(state.unread) : '';
}

/** Which game an address shows; '' for none. @param {string} path */
export function gameAt(path) {
  return /^\/play\/([\w-]{1,22})\/?$/.exec(path)?.[1] ?? '';
}
