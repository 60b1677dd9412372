// A game at once, against a gentle machine.

import * as api from '../api.js';
import { isFirst } from '../guide/memory.js';
import { go } from '../shell.js';
import { showRefusal } from './refused.js';

/** Boards whose games have a pie rule, and what their games are called. @type {Record<string, string>} */
const WITH_PIE = { gan: 'atoll', atoll: 'atoll', atomorph: 'atomorph' };

/** A spec for a first game: the pie rule, the hardest of all, waits for the second one. @param {string} spec */
function gentle(spec) {
  return WITH_PIE[spec] && isFirst(WITH_PIE[spec]) ? `${spec}(swap=false)` : spec;
}

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
    const game = await api.begin({ spec: gentle(spec), seats: [{ kind: 'person' }, { kind: 'level', level: 1 }] });
    go(`/play/${game.id}`);
  } catch (error) {
    showRefusal(notice, error);
    button.toggleAttribute('disabled', false);
  }
}
