// What somebody has done as a guest in this browser, in words, and the question whether it comes along to his account.

import { ask } from '../api.js';
import { freshId, h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { hasThings } from './account_state.js';

/** @typedef {{games: number, studies: number, puzzles: number, stayed: number}} GuestThings  what this browser's guest has, or what was taken along; `stayed`: games against oneself */
/** @returns {Promise<GuestThings>} */
export const guestThings = () => ask('/api/account/guest');
/** @returns {Promise<GuestThings>} */
export const takeAlong = () => ask('/api/account/guest/take-along', {});

/** "3 games, 2 studies". @param {GuestThings} things */
export function thingsText({ games, studies, puzzles }) {
  return [
    games && ngettext('{count} game', '{count} games', games),
    studies && ngettext('{count} study', '{count} studies', studies),
    puzzles && ngettext('{count} puzzle', '{count} puzzles', puzzles),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What has become of it. @param {GuestThings} taken */
export function takenText(taken) {
  const came = hasThings(taken) ? [_('Moved to your account: {things}.', { things: thingsText(taken) })] : [];
  const { stayed } = taken;
  const against = ngettext(
    '{count} game against yourself stays with the guest.',
    '{count} games against yourself stay with the guest.',
    stayed,
  );
  return [...came, ...(stayed ? [against] : [])].join(' ');
}

/** The question in a form, answered with yes where nothing is said. @param {GuestThings} things @returns {{element: HTMLElement|null, wants: () => boolean}} */
export function alongQuestion(things) {
  if (!hasThings(things)) return { element: null, wants: () => false };
  const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', id: freshId('along'), checked: true }));
  const text = _('Keep what I did here as a guest: {things}', { things: thingsText(things) });
  return { element: h('div.field.switch', {}, box, h('label', { for: box.id }, text)), wants: () => box.checked };
}
