// What somebody wants to be told of, and in which browsers, asked of the server: not every page needs it.

import { ask } from '../api.js';

/** @typedef {import('../api.js').NoticeChoice} NoticeChoice */
/** @typedef {{id: string, browser: string, created_ms: number}} PushPlace  a browser in which one is told of things while no page is open */
/** @typedef {{key: string, places: PushPlace[]}} PushPlaces  `key`: the house's own, by which its messages are known */

/** @returns {Promise<NoticeChoice>} */
export const noticeChoice = () => ask('/api/notices/choices');
/** @param {NoticeChoice} choice @returns {Promise<NoticeChoice>} */
export const chooseNotices = (choice) => ask('/api/notices/choices', choice, { method: 'PUT' });
/** @returns {Promise<PushPlaces>} */
export const pushPlaces = () => ask('/api/push');
/** @param {{endpoint: string, p256dh: string, auth: string, language: string|null}} asked @returns {Promise<PushPlace>} */
export const keepPushPlace = (asked) => ask('/api/push', asked, { method: 'PUT' });
/** @param {string} id @returns {Promise<void>} */
export const removePushPlace = (id) => ask(`/api/push/${id}`, undefined, { method: 'DELETE' });
