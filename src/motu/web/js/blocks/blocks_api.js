// Whom one has muted or blocked, asked of the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Block} Block */

/** @returns {Promise<{blocks: Block[]}>} */
export const blocks = () => ask('/api/blocks');
/** @param {{kind: 'mute'|'block', name?: string, game?: string, seat?: number, line?: number}} who @returns {Promise<{blocks: Block[]}>} */
export const block = (who) => ask('/api/blocks', who);
/** @param {string} id @returns {Promise<void>} */
export const unblock = (id) => ask(`/api/blocks/${id}`, undefined, { method: 'DELETE' });
