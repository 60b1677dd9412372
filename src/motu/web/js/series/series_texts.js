// A series of games in words.

import { isLiveClock } from '../ahead/premove_state.js';
import { _, ngettext } from '../i18n.js';
import { isReader, nameOf } from '../views/table_texts.js';
import { isDecided, leader, pointsText, secondsToNext, seriesNow } from './series_state.js';

/** How many games decide a series; '' for none. @param {number|undefined} bestOf */
export function bestOfText(bestOf) {
  return bestOf ? _('Best of {count} games', { count: bestOf }) : '';
}

/** How the series stands at a game; '' where there is none. @param {import('../views/table_state.js').TableState} state */
export function seriesText(state) {
  const series = seriesNow(state.game);
  if (!series) return '';
  const own = state.game.seat === 1 ? 1 : 0;
  const name = (/** @type {number} */ person) => (isReader(state, person) ? _('You') : nameOf(state, person));
  const score = _('{name} {points} – {others} {other}', {
    name: name(own),
    points: pointsText(series.points[own]),
    others: pointsText(series.points[1 - own]),
    other: name(1 - own),
  });
  if (!isDecided(series)) return _('Series: {score}', { score });
  const winner = leader(series);
  if (winner === null) return _('The series is a draw: {score}', { score });
  return isReader(state, winner)
    ? _('You win the series: {score}', { score })
    : _('{name} wins the series: {score}', { name: nameOf(state, winner), score });
}

/** That the next game is agreed on. @param {import('../views/table_state.js').TableState} state */
export function nextGameText({ game }) {
  return secondsToNext(game, 0) === null
    ? _('The next game of the series is agreed: start it when you are ready.')
    : _('The next game of the series starts automatically.');
}

/** When it begins; '' where it does not do so by itself. @param {import('../views/table_state.js').TableState} state @param {boolean} isHere whether the other one is at the board @param {number} passed milliseconds since the game was heard */
export function countdownText(state, isHere, passed) {
  const { game } = state;
  const seconds = game.is_mine ? secondsToNext(game, passed) : null;
  if (seconds === null) return '';
  const other = game.seat === 1 ? 0 : 1;
  const { clock } = game.created;
  const isNeeded = (!clock || isLiveClock(clock)) && !game.created.seats[other].is_bot;
  if (isNeeded && !isHere) return _('It starts when {name} is here.', { name: nameOf(state, other) });
  return seconds > 0
    ? ngettext('It starts in {count} second.', 'It starts in {count} seconds.', seconds)
    : _('It starts now.');
}
