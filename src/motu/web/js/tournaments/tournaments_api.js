// Tournaments, asked of the server: not every page needs them.

import { ask } from '../api.js';

/** @typedef {import('../api.js').TournamentItem} TournamentItem */
/** @typedef {import('../api.js').TournamentView} TournamentView */
/** @typedef {import('../api.js').NewTournament} NewTournament */
/** @typedef {import('../api.js').TournamentAct} TournamentAct */

/** @returns {Promise<{tournaments: TournamentItem[]}>} */
export const tournaments = () => ask('/api/tournaments');
/** @param {string} id @returns {Promise<TournamentView>} */
export const tournament = (id) => ask(`/api/tournaments/${encodeURIComponent(id)}`);
/** @param {NewTournament} wanted @returns {Promise<TournamentView>} */
export const makeTournament = (wanted) => ask('/api/tournaments', wanted);
/** Which of the computer's levels are to play in it. @param {string} id @param {{levels: number[], strongest: boolean}} wanted @returns {Promise<TournamentView>} */
export const setLevels = (id, wanted) => ask(`/api/tournaments/${id}/levels`, wanted, { method: 'PUT' });
/** @param {string} id @param {Exclude<TournamentAct, 'levels'>} act @returns {Promise<TournamentView>} */
export const actInTournament = (id, act) => ask(`/api/tournaments/${id}/${act === 'enter' ? 'join' : act}`, {});
