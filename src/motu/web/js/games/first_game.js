// A game at once, against a gentle machine.

import * as api from '../api.js';
import { go } from '../shell.js';

/**
 * Begins one, however often one presses.
 * @param {string} spec
 * @param {HTMLElement} button
 * @param {HTMLElement} notice what is refused is told there
 */
export async function beginGently(spec, button, notice) {
  button.toggleAttribute('disabled', true);
  notice.textContent = '';
  try {
    const game = await api.begin({ spec, seats: [{ kind: 'person' }, { kind: 'level', level: 1 }] });
    go(`/play/${game.id}`);
  } catch (error) {
    notice.textContent = String(/** @type {Error} */ (error).message);
    button.toggleAttribute('disabled', false);
  }
}
