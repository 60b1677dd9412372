// Vacations and moves decided beforehand, asked of the server: not every page needs them.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Branch} Branch */
/** @typedef {import('../api.js').Vacation} Vacation */

/** @returns {Promise<Vacation>} */
export const vacation = () => ask('/api/vacation');
/** @param {{is_away?: boolean, is_automatic?: boolean}} choice @returns {Promise<Vacation>} */
export const chooseVacation = (choice) => ask('/api/vacation', choice);
/** What one answers to moves of the opponent. @param {string} id @returns {Promise<{branches: Branch[]}>} */
export const plan = (id) => ask(`/api/games/${id}/plan`);
/** Decides it anew. @param {string} id @param {Branch[]} branches @param {number} seq @returns {Promise<{branches: Branch[]}>} */
export const decidePlan = (id, branches, seq) => ask(`/api/games/${id}/plan`, { branches, seq }, { method: 'PUT' });
