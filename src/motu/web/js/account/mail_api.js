// What the server knows of mail: not every page needs it.

import { ask } from '../api.js';

/** @typedef {{is_on: boolean, address: string, wanted: string, has_digest: boolean}} MailPlace  where one gets mail, if this house sends any */
/** @returns {Promise<MailPlace>} */
export const mailPlace = () => ask('/api/account/mail');
/** @param {{address: string, password: string, language: string, has_digest: boolean}} wanted @returns {Promise<MailPlace>} */
export const giveAddress = (wanted) => ask('/api/account/mail', wanted, { method: 'PUT' });
/** @returns {Promise<void>} */
export const removeAddress = () => ask('/api/account/mail', undefined, { method: 'DELETE' });
/** @param {boolean} hasDigest @param {string} language @returns {Promise<MailPlace>} */
export const chooseDigest = (hasDigest, language) =>
  ask('/api/account/mail/choices', { has_digest: hasDigest, language });
/** @param {string} address @param {string} language @returns {Promise<void>} */
export const forgotPassword = (address, language) => ask('/api/account/forgotten', { address, language });
/** By the link of a mail. @param {string} token @param {string} password @returns {Promise<{name: string}>} */
export const replacePassword = (token, password) => ask('/api/mail/reset', { token, password });
/** @param {string} token @returns {Promise<{address: string}>} */
export const confirmAddress = (token) => ask('/api/mail/confirm', { token });
/** @param {string} token @param {boolean} hasDigest @returns {Promise<void>} */
export const stopDigest = (token, hasDigest) => ask('/api/mail/stop', { token, has_digest: hasDigest });
