// Games of this server as studies: their turns, and who played.

import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Game} Game */

export { turnsOf } from '../views/move_list.js';

/** The players as records have them. @param {Game} game */
export function playersOf(game) {
  return game.created.seats.map((seat) =>
    seat.kind === 'level'
      ? { name: `motu, ${_('Level {level}', { level: seat.level ?? 1 })}`, kind: 'engine' }
      : { name: seat.name ?? '', kind: 'human' },
  );
}

/** Who plays, in a line; '' where nobody is named. @param {any} about what a record says */
export function playersText(about) {
  const names = (Array.isArray(about?.players) ? about.players : []).map((/** @type {any} */ player) =>
    String(player?.name ?? ''),
  );
  return names.some(Boolean) ? names.map((/** @type {string} */ name) => name || '?').join(' – ') : '';
}
