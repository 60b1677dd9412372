// A game that was played, as a tree to study.

import * as api from '../api.js';
import { playersOf, readerOf, turnsOf } from './games.js';
import { Tree } from './tree.js';

/** @param {string} id @param {Tree|undefined} known what has been added to it before */
export async function treeOfGame(id, known) {
  const [game, record] = await Promise.all([api.game(id), api.gameRecord(id)]);
  const { spec, setup, board, opening } = game.created;
  const tree = known ?? new Tree(spec, setup ?? null, board ?? null);
  const wasDirty = tree.isDirty;
  const moves = [...(opening ?? []), ...turnsOf(game).map((turn) => turn.text)];
  tree.addLineFromStart(moves);
  if (!known) tree.toEnd();
  const about = JSON.parse(record.text);
  const names = playersOf(game);
  about.players = about.players.map((/** @type {object} */ told, /** @type {number} */ person) => ({
    ...told,
    ...names[person],
  }));
  tree.about = about;
  tree.reader = readerOf(game);
  if (!wasDirty) tree.wasKept(tree.version); // the game itself is kept already
  return tree;
}
