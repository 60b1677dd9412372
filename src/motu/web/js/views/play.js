// Playing: /play begins a game, /play/ID is one.

import * as api from '../api.js';
import { renderNewGame } from './new_game.js';
import { Table } from './table.js';

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  if (!parts.length) {
    await renderNewGame(place);
    return undefined;
  }
  const game = await api.game(parts[0]);
  const table = new Table(place, game, await api.boardOf(game));
  return () => table.close();
}
