// The moves of a game as they are listed: an announcement with its roll is one, and each player has a column.

/** @typedef {import('../api.js').Game} Game */
/** @typedef {{text: string, end: number, person: number}} Turn  what is written down, how many steps lead there, and who did it */

/** Whether a move stands in a new row: not beside the other player's before it, nor beside one's own at the same turn. @param {number|undefined} before who moved @param {number} person who moves */
export function beginsRow(before, person) {
  return before === undefined || (before !== person && person === 0);
}

/**
 * Steps as turns: what is written down, and how many steps lead there.
 * @param {Game} game
 * @returns {Turn[]}
 */
export function turnsOf(game) {
  /** @type {Turn[]} */
  const turns = [];
  game.steps.forEach(([text, person], index) => {
    const last = turns[turns.length - 1];
    if (person < 0 && last) {
      last.text += text;
      last.end = index + 1;
    } else turns.push({ text, end: index + 1, person: Math.max(person, 0) });
  });
  return turns;
}
