// What is shown of somebody's examined games: which numbers stand beside each other, and whether to ask again.

/** @typedef {import('./fair_play_api.js').FairFigure} FairFigure */
/** @typedef {import('./fair_play_api.js').FairFigures} FairFigures */
/** @typedef {import('./fair_play_api.js').FairGame} FairGame */
/** @typedef {import('./fair_play_api.js').FairPlay} FairPlay */
/** @typedef {'first_choices'|'loss'|'middle_ms'|'spread'|'by_openness'} Measure */
/** @typedef {{measure: Measure, his: FairFigure|number|null, others: FairFigure|number|null}} FairRow */

/** @type {Measure[]} in the order in which they are shown */
const MEASURES = ['first_choices', 'loss', 'middle_ms', 'spread', 'by_openness'];
/** so few moves of others are nothing to compare with */
export const LEAST_MOVES = 50;

/** The rows of a table; what nobody knows of the person has none. @param {FairGame} game @returns {FairRow[]} */
export function rowsOf({ his, others }) {
  return MEASURES.filter((each) => his[each] !== null).map((measure) => ({
    measure,
    his: his[measure],
    others: canCompare(others) ? others[measure] : null,
  }));
}

/** Whether others have played enough. @param {FairFigures} others */
export const canCompare = (others) => (others.first_choices?.count ?? 0) >= LEAST_MOVES;

/** How many moves there are to look at. @param {FairFigures} figures */
export const movesOf = (figures) => figures.first_choices?.count ?? 0;

/** Whether there is anything to examine. @param {FairPlay} found */
export const canExamine = ({ rated, waiting }) => rated > 0 && waiting === 0;
