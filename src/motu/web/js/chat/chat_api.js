// What is said at a game, asked of the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').ChatLine} ChatLine */
/** @typedef {import('../api.js').Circle} Circle */

/** What has been said at a game, as far as one hears it. @param {string} id @returns {Promise<{circles: Circle[], has_words: boolean, lines: ChatLine[]}>} */
export const chat = (id) => ask(`/api/games/${encodeURIComponent(id)}/chat`);
/** @param {string} id @param {{circle: Circle, text?: string, phrase?: string}} said @returns {Promise<ChatLine>} */
export const sayInChat = (id, said) => ask(`/api/games/${id}/chat`, said);
