// Tokens and bots, asked of the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').ApiToken} ApiToken */
/** @typedef {import('../api.js').Bot} Bot */
/** @typedef {import('../api.js').Scope} Scope */

/** Those of oneself and one's bots that are good. @returns {Promise<{tokens: ApiToken[]}>} */
export const tokens = () => ask('/api/account/tokens');
/** @param {{name: string, bot: string, days: number|null, scopes: Scope[]}} token @returns {Promise<ApiToken>} */
export const makeToken = (token) => ask('/api/account/tokens', token);
/** @param {string} id @returns {Promise<void>} */
export const revokeToken = (id) => ask(`/api/account/tokens/${id}`, undefined, { method: 'DELETE' });
/** @returns {Promise<{bots: Bot[]}>} */
export const bots = () => ask('/api/account/bots');
/** @param {string} name @returns {Promise<Bot>} */
export const makeBot = (name) => ask('/api/account/bots', { name });
/** For good. @param {string} name @returns {Promise<void>} */
export const closeBot = (name) => ask('/api/account/bots/close', { name });
