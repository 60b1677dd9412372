// What two people at different screens are promised of their dice, also before a game begins.

import { _ } from '../i18n.js';

/** Who has more time on his clock need not sit at the board, and his browser does not tell links; as on the server. */
const LONGEST_LIVE_MS = 3 * 3_600_000;

/** Whether nobody can look ahead in games with a clock. @param {import('../api.js').Clock|null} clock */
export function hasLinks(clock) {
  if (clock === null || clock.kind === 'correspondence') return false;
  return Math.max(clock.initial_ms, clock.increment_ms ?? 0) <= LONGEST_LIVE_MS;
}

/** What both are promised. @param {boolean} hasLinks whether nobody can look ahead either */
export function promiseText(hasLinks) {
  return hasLinks
    ? _(
        'Both of you and the house seal the dice: nobody can choose a roll, and nobody knows one before its line is announced.',
      )
    : _(
        'Both of you and the house seal the dice: nobody can choose a roll. Only with a clock is it also hidden from the house until then.',
      );
}
