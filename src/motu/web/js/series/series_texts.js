// A series of games in words.

import { _ } from '../i18n.js';
import { isReader, nameOf } from '../views/table_texts.js';
import { isDecided, leader, pointsText, seriesNow } from './series_state.js';

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
