// Playing: /play begins a game, /play/ID is one. Each loads what it needs.

import * as api from '../api.js';
import { _ } from '../i18n.js';

/** What the page is, before the server has answered. @param {string[]} parts */
export const heading = ([id]) => (id ? _('Game') : _('New game'));

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  if (!parts.length) {
    const { renderNewGame } = await import('./new_game.js');
    await renderNewGame(place);
    return undefined;
  }
  const [{ Table }, game] = await Promise.all([import('./table.js'), api.game(parts[0])]);
  const table = new Table(place, game, await api.boardOf(game));
  return () => table.close();
}
