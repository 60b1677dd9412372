// Invitations and quick pairing, asked of the server: not every page needs them.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Challenge} Challenge */
/** @typedef {import('../api.js').Clock} Clock */
/** @typedef {import('../api.js').Side} Side */

/** @param {{spec: string, side: Side, clock: Clock|null, name: string, is_open: boolean, to?: string, rated?: boolean|null, best_of?: number}} terms `to`: whoever alone may take it @returns {Promise<Challenge>} */
export const makeChallenge = (terms) => ask('/api/challenges', terms);
/** What waits for oneself alone, one's own, then what is open to all. @returns {Promise<{challenges: Challenge[]}>} */
export const challenges = () => ask('/api/challenges');
/** @param {string} id @returns {Promise<Challenge>} */
export const challenge = (id) => ask(`/api/challenges/${encodeURIComponent(id)}`);
/** @param {string} id @param {string} name @returns {Promise<Challenge>} */
export const acceptChallenge = (id, name) => ask(`/api/challenges/${id}/accept`, { name });
/** @param {string} id @returns {Promise<Challenge>} */
export const cancelChallenge = (id) => ask(`/api/challenges/${id}/cancel`, {});
/** Plays anybody who wants the same, or waits for somebody. @param {string} game @param {string} pace @param {string} name @param {boolean} rated whether the result is to count @returns {Promise<{game: string|null}>} */
export const press = (game, pace, name, rated) => ask('/api/pairing', { game, pace, name, rated });
/** Waits no longer. @returns {Promise<void>} */
export const withdraw = () => ask('/api/pairing', undefined, { method: 'DELETE' });
