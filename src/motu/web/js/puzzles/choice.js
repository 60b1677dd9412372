// Which puzzles somebody has chosen, and which of them comes next. Plain data in, plain data out.

import { NEAR } from './progress.js';

/** Puzzles from one's own games, in place of a game. */
export const OWN = 'own';

/** @typedef {import('../api.js').PuzzleItem & {isOwn?: boolean}} PuzzleItem  `isOwn`: from one's own games */
/** @typedef {import('../api.js').PuzzleProgress} PuzzleProgress */
/** @typedef {{game: string, difficulty: number, theme: string}} Choice */

/** The puzzles that are chosen; all of motu's where there are none. @param {PuzzleItem[]} all @param {Choice} choice */
export function chosenOf(all, { game, difficulty, theme }) {
  const found = all.filter(
    (each) =>
      isOf(each, game) &&
      (difficulty <= 0 || each.difficulty === difficulty) &&
      (!theme || each.themes.includes(theme)),
  );
  return found.length ? found : all.filter(({ isOwn }) => !isOwn);
}

/** @param {PuzzleItem} puzzle @param {string} game '' for all games, `OWN` for one's own */
function isOf(puzzle, game) {
  if (game === OWN || puzzle.isOwn) return game === OWN && Boolean(puzzle.isOwn);
  return !game || puzzle.game === game;
}

/** The themes of a game's puzzles. @param {PuzzleItem[]} all @param {string} game '' for all games */
export function themesOf(all, game) {
  return new Set(all.filter((each) => isOf(each, game)).flatMap(({ themes }) => themes));
}

/**
 * The one that comes after another: the next in the list that is not done, or the one nearest to one's rating.
 * @param {PuzzleItem[]} chosen
 * @param {{difficulty: number}} choice
 * @param {Set<string>} done
 * @param {PuzzleProgress['ratings']} ratings
 * @param {string} [after] an id
 */
export function nextOf(chosen, { difficulty }, done, ratings, after) {
  const begin = chosen.findIndex(({ id }) => id === after) + 1;
  const turned = [...chosen.slice(begin), ...chosen.slice(0, begin)];
  const open = turned.filter(({ id }) => !done.has(id) && id !== after);
  if (difficulty !== NEAR || !open.length) return open[0] ?? turned[0];
  const distance = (/** @type {PuzzleItem} */ each) => Math.abs(each.rating - ratings[each.game].rating);
  return open.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
