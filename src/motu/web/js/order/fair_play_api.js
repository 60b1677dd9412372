// Fair play's figures, asked of the server: only moderators need them.

import { ask } from '../api.js';

/** @typedef {{value: number, low: number, high: number, count: number}} FairFigure  a number, and between which bounds it is meant */
/**
 * @typedef {object} FairFigures
 * @property {number} games
 * @property {number} people
 * @property {FairFigure|null} first_choices the share of moves that are the engine's first choice
 * @property {FairFigure|null} loss equity that a move gives away
 * @property {number|null} middle_ms the median of thinking times
 * @property {FairFigure|null} spread by which factor they differ from their middle
 * @property {FairFigure|null} by_openness how they go with how open the position is
 */
/** @typedef {{game: string, rating: number, his: FairFigures, others: FairFigures}} FairGame */
/** @typedef {{rated: number, examined: number, waiting: number, failed: number, games: FairGame[]}} FairPlay */

/** @param {string} name */
const pathOf = (name) => `/api/moderation/people/${encodeURIComponent(name)}/fair-play`;

/** @param {string} name @returns {Promise<FairPlay>} */
export const fairPlay = (name) => ask(pathOf(name));
/** @param {string} name @returns {Promise<FairPlay>} */
export const examineFairPlay = (name) => ask(pathOf(name), {});
