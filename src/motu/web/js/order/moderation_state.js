// What the page of moderators knows: which list is shown, what is chosen in it, and what is about to be done.

/** @typedef {import('../api.js').ModeratorAct['act']} Act */
/** @typedef {import('../api.js').PersonCase} PersonCase */
/** @typedef {import('../api.js').ReportCase} ReportCase */
/** @typedef {'open'|'closed'|'log'|'person'} Place */
/**
 * @typedef {object} ActForm what a moderator is about to do
 * @property {Act} act
 * @property {string} why
 * @property {number} days 0: for good
 * @property {boolean} isBusy
 * @property {string} told what the server has said against it
 */

export const MOST_WORDS = 200;
/** @type {Act[]} acts that last for some days */
const LASTING = ['mute', 'suspend'];

/** Which part of the page an address asks for. @param {string[]} parts @returns {{place: Place, id: string}} */
export function placeOf(parts) {
  const [first = '', second = ''] = parts;
  if (first === 'log') return { place: 'log', id: '' };
  if (first === 'person') return { place: 'person', id: second };
  if (first === 'closed') return { place: 'closed', id: second };
  return { place: 'open', id: first === 'report' ? second : '' };
}

/** @param {'open'|'closed'} place @param {string} id */
export const addressOf = (place, id) => (place === 'closed' ? `/moderation/closed/${id}` : `/moderation/report/${id}`);

/** What can be done about a report; the usual first. @param {ReportCase} found @returns {Act[]} */
export function actsFor({ report, about }) {
  /** @type {Act[]} */
  const acts = ['dismiss'];
  if (about) acts.push('warn', 'mute', 'suspend');
  if (report.game) acts.push('void');
  return acts;
}

/** What can be done about somebody without a report. @param {PersonCase} person @returns {Act[]} */
export function actsOn(person) {
  const stands = new Set(person.sanctions.filter((each) => each.stands).map((each) => each.kind));
  return ['warn', stands.has('mute') ? 'unmute' : 'mute', stands.has('suspension') ? 'restore' : 'suspend'];
}

/** @param {Act[]} acts @returns {ActForm} */
export const newForm = (acts) => ({ act: acts[0], why: '', days: 7, isBusy: false, told: '' });

/** @param {ActForm} form */
export const hasDays = (form) => LASTING.includes(form.act);

/** Whether it can be sent. @param {ActForm} form */
export const isReady = (form) =>
  !form.isBusy && form.why.trim().length > 0 && form.why.trim().length <= MOST_WORDS && form.days >= 0;

/** What is sent. @param {ActForm} form @returns {import('../api.js').ModeratorAct} */
export function bodyOf(form) {
  const body = { act: form.act, why: form.why.trim() };
  return hasDays(form) && form.days > 0 ? { ...body, days: Math.min(Math.round(form.days), 3650) } : body;
}

/** The neighbour of what is chosen in a list, for arrow keys. @param {{id: string}[]} list @param {string} id @param {number} step */
export function neighbour(list, id, step) {
  const at = list.findIndex((each) => each.id === id);
  if (at < 0) return list[step > 0 ? 0 : list.length - 1]?.id ?? null;
  return list[at + step]?.id ?? null;
}
