// What one does with a name of one's own, asked of the server: not every page needs it.

import { Refusal, ask } from '../api.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Who} Who */
/** @typedef {import('../api.js').LoginSession} LoginSession */

/** @param {string} name @param {string} password @returns {Promise<Who>} */
export const claimName = (name, password) => ask('/api/account', { name, password });
/** @param {string} name @param {string} password @returns {Promise<Who>} */
export const logIn = (name, password) => ask('/api/account/log-in', { name, password });
/** @returns {Promise<void>} */
export const logOut = () => ask('/api/account/log-out', {});
/** @param {string} old @param {string} password @returns {Promise<Who>} */
export const changePassword = (old, password) => ofPassword(ask('/api/account/password', { old, new: password }));
/** @param {string} name @returns {Promise<Who>} */
export const changeName = (name) => ask('/api/account/name', { name });
/** Whether others may ask one to play by one's name. @param {boolean} isAsked @returns {Promise<Who>} */
export const letAsk = (isAsked) => ask('/api/account/asked', { is_asked: isAsked }, { method: 'PUT' });
/** Whether the lobby says that one is there. @param {boolean} isSeen @returns {Promise<Who>} */
export const showInLobby = (isSeen) => ask('/api/account/seen', { is_seen: isSeen }, { method: 'PUT' });
/** The browsers in which one is logged in. @returns {Promise<{sessions: LoginSession[]}>} */
export const loginSessions = () => ask('/api/account/sessions');
/** @param {string} id @returns {Promise<void>} */
export const endSession = (id) => ask(`/api/account/sessions/${id}`, undefined, { method: 'DELETE' });
/** @returns {Promise<void>} */
export const endOtherSessions = () => ask('/api/account/sessions/end-others', {});
/** @param {string} password @returns {Promise<void>} */
export const deleteAccount = (password) => ofPassword(ask('/api/account/delete', { password }));

/** Where only a password is asked for, no name can be wrong. @template T @param {Promise<T>} asked @returns {Promise<T>} */
async function ofPassword(asked) {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Refusal) || error.slug !== 'account/wrong') throw error;
    throw new Refusal(error.slug, _('Wrong password.'), error.status);
  }
}
