// Why something is refused, as it is shown.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** What is said, and the way to the game that it is about. @param {string} text @param {string} [game] its id */
export const refusedParts = (text, game) =>
  game ? [text, ' ', h('a', { href: `/play/${game}` }, _('Go to the game'))] : [text];

/** @param {HTMLElement} notice @param {unknown} error */
export function showRefusal(notice, error) {
  const { message, game } = /** @type {import('../api.js').Refusal} */ (error);
  notice.replaceChildren(...refusedParts(message, game));
}
