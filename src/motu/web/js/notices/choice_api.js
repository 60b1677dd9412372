// What somebody wants to be told of, asked of the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').NoticeChoice} NoticeChoice */

/** @returns {Promise<NoticeChoice>} */
export const noticeChoice = () => ask('/api/notices/choices');
/** @param {NoticeChoice} choice @returns {Promise<NoticeChoice>} */
export const chooseNotices = (choice) => ask('/api/notices/choices', choice, { method: 'PUT' });
