// Whether a game is to count for ratings: what was chosen, what is said of that, and why it may not count all the same.

/** @typedef {import('../api.js').Challenge} Challenge */
/** @typedef {{wanted: boolean, isNamed: boolean|null}} RatedChoiceState  whether whoever chooses has a name is null until the server has said it */

/** @param {string|null} kept what was chosen last @returns {RatedChoiceState} */
export const newRatedChoice = (kept) => ({ wanted: kept !== 'no', isNamed: null });

/** How a choice is kept. @param {RatedChoiceState} choice */
export const keptChoice = ({ wanted }) => (wanted ? 'yes' : 'no');

/** What is said of a choice: nothing yet, that guests are not rated, that the result counts, or that it does not. @param {RatedChoiceState} choice @returns {'nothing'|'guest'|'counts'|'casual'} */
export function saidOfChoice({ wanted, isNamed }) {
  if (isNamed === null) return 'nothing';
  if (!isNamed) return 'guest';
  return wanted ? 'counts' : 'casual';
}

/** What a challenge asks for: null lets it count where both have names. @param {RatedChoiceState} choice @returns {null|false} */
export const ratedAsked = ({ wanted }) => (wanted ? null : false);

/**
 * Whether the game of a challenge counts, and else why not: it was chosen so, whoever made it is a guest, or whoever is here.
 * @param {Challenge} challenge
 * @param {boolean} isNamed whether whoever is here has a name
 * @returns {'if-named'|'rated'|'casual'|'maker'|'guest'|'barred'}
 */
export function saidOfChallenge({ rated, may_count: mayCount, is_mine: isMine, to }, isNamed) {
  if (rated === false) return 'casual';
  if (!mayCount) return isMine ? 'guest' : 'maker';
  if (isMine) return to ? 'rated' : 'if-named'; // whoever is asked by name has one
  if (isNamed) return 'rated';
  return rated ? 'barred' : 'guest';
}
