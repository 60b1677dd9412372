// Ladders, asked of the server: not every page needs them.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Rungs} Rungs */

/** The ladder of a game that never ends. @param {string} game @returns {Promise<Rungs>} */
export const rungs = (game) => ask(`/api/rungs/${game}`);
/** @param {string} game @returns {Promise<Rungs>} */
export const joinRungs = (game) => ask(`/api/rungs/${game}/join`, {});
/** @param {string} game @returns {Promise<Rungs>} */
export const leaveRungs = (game) => ask(`/api/rungs/${game}/leave`, {});
/** @param {string} game @param {string} name @returns {Promise<{game: string}>} */
export const playForPlace = (game, name) => ask(`/api/rungs/${game}/challenge`, { name });
