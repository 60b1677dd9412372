// What the server has refused, as it is shown.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** What is said, and the way to the game that it is about. @param {string} text @param {string} [game] its id @returns {(string|HTMLElement)[]} */
export const refusedParts = (text, game) =>
  game ? [text, ' ', h('a', { href: `/play/${game}` }, _('Go to the game'))] : [text];

/** The same of an error. @param {unknown} error */
export function errorParts(error) {
  const { message, game } = /** @type {Partial<import('../api.js').Refusal>} */ (error);
  return refusedParts(String(message), game);
}

/** @param {HTMLElement} notice @param {unknown} error */
export const showRefusal = (notice, error) => notice.replaceChildren(...errorParts(error));
