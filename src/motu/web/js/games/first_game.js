// A game at once, against a gentle machine.

import * as api from '../api.js';
import { isFirst, keep } from '../guide/memory.js';
import { goFrom } from '../shell.js';
import { showRefusal } from './refused.js';

/** Boards whose games have a pie rule, and what their games are called. @type {Record<string, string>} */
const WITH_PIE = { gan: 'atoll', atoll: 'atoll', atomorph: 'atomorph' };

/** A first game, in which the pie rule, the hardest of all, waits for the second one. @param {string} spec */
async function beginFirst(spec) {
  const name = WITH_PIE[spec];
  const isGentle = Boolean(name) && isFirst(name);
  const game = await api.begin({
    spec: isGentle ? `${spec}(swap=false)` : spec,
    seats: [{ kind: 'person' }, { kind: 'level', level: 1 }],
  });
  if (isGentle) keep(name, game.id, [], spec);
  return game;
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
    goFrom(button, `/play/${(await beginFirst(spec)).id}`);
  } catch (error) {
    showRefusal(notice, error);
    button.toggleAttribute('disabled', false);
  }
}
