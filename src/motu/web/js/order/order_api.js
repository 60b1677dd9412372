// Reports, and what moderators do, asked of the server: not every page needs it.

import { ask, nameInAddress } from '../api.js';

/** @typedef {import('../api.js').ReportReason} ReportReason */
/** @typedef {import('../api.js').ReportItem} ReportItem */
/** @typedef {import('../api.js').ReportCase} ReportCase */
/** @typedef {import('../api.js').PersonCase} PersonCase */
/** @typedef {import('../api.js').ModeratorAct} ModeratorAct */
/** @typedef {import('../api.js').AuditEntry} AuditEntry */
/** @typedef {import('../api.js').ToldByModerators} ToldByModerators */

/** Tells moderators of somebody. @param {{reason: ReportReason, words: string, name?: string, game?: string, person?: number|null}} told @returns {Promise<void>} */
export const report = (told) => ask('/api/reports', told);
/** What moderators have told one. @returns {Promise<ToldByModerators>} */
export const moderatorsWords = () => ask('/api/account/warnings');
/** @param {string} id @returns {Promise<void>} */
export const confirmWarning = (id) => ask(`/api/account/warnings/${id}/confirm`, {});
/** @param {boolean} isOpen @param {string|null} after @returns {Promise<{reports: ReportItem[], older: string|null}>} */
export const reports = (isOpen, after) =>
  ask(`/api/moderation/reports?is_open=${isOpen}${after ? `&after=${after}` : ''}`);
/** @param {string} id @returns {Promise<ReportCase>} */
export const reportCase = (id) => ask(`/api/moderation/reports/${encodeURIComponent(id)}`);
/** @param {string} id @param {ModeratorAct} act @returns {Promise<void>} */
export const closeReport = (id, act) => ask(`/api/moderation/reports/${encodeURIComponent(id)}`, act);
/** @param {string} name @returns {Promise<PersonCase>} */
export const personCase = async (name) => ask(`/api/moderation/people/${await nameInAddress(name)}`);
/** @param {string} name @param {ModeratorAct} act @returns {Promise<void>} */
export const actOnPerson = (name, act) => ask(`/api/moderation/people/${encodeURIComponent(name)}`, act);
/** What was done by those who keep order. @param {string|null} after @returns {Promise<{entries: AuditEntry[], older: string|null}>} */
export const auditLog = (after) => ask(after ? `/api/moderation/log?after=${after}` : '/api/moderation/log');
