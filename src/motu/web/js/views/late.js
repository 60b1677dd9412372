// What is asked of a game that may have gone on in the meantime: the server takes nothing for another position than it was
// meant for, but some things are meant whatever a machine has answered.

import * as api from '../api.js';
import { newestKnown } from './table_errands.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').Update} Update */

/** What is refused because something has happened meanwhile. */
const LATE = new Set(['server/seq', 'server/offer']);

/** Whether something was refused for that. @param {unknown} error */
export const isLate = (error) => error instanceof api.Refusal && LATE.has(error.slug);

/**
 * Does something in a game, also after what has come and is not shown yet; where the server knows more, once again.
 * @param {import('./table_state.js').TableState} state
 * @param {(game: Game) => Promise<Update>} action
 * @param {(before: Game, now: Game) => boolean} [isMeantStill] whether it is meant in the game as it is now, too; if not
 *   given, in the game as it is shown alone
 * @returns {Promise<(Game|Update)[]>} what is to be heard, in this order
 */
export async function insist(state, action, isMeantStill) {
  const before = state.game;
  if (!isMeantStill) return [await action(before)];
  const known = newestKnown(state);
  try {
    return [await action({ ...before, seq: isMeantStill(before, known) ? known.seq : before.seq })];
  } catch (error) {
    const now = isLate(error) ? await api.game(before.id).catch(() => null) : null;
    if (!now || !isMeantStill(before, now)) throw error;
    const update = await action({ ...before, seq: now.seq });
    const isUnknown = update.keep > newestKnown(state).steps.length; // what came before it is still on the way
    return isUnknown ? [now, update] : [update];
  }
}
