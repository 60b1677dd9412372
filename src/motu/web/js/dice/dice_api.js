// The shares by which dice are sealed, told to the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Update} Update */

/** Seals a share in the dice. @param {string} id @param {string} commitment @param {string} chain '' for none @returns {Promise<Update>} */
export const sealShare = (id, commitment, chain) => ask(`/api/games/${id}/dice/seal`, { commitment, chain });
/** @param {string} id @param {string} opening @returns {Promise<Update>} */
export const openShare = (id, opening) => ask(`/api/games/${id}/dice/open`, { opening });
/** @param {string} id @param {string} link @returns {Promise<Update>} */
export const tellLink = (id, link) => ask(`/api/games/${id}/dice/link`, { link });
