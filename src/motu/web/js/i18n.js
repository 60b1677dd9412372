// Words in the language of the page (texts.js). Catalogues are JSON files made of the .po files, one a view
// (src/motu/server/locale.py).

import { textsFile } from './address.js';
import { _, currentLanguage, dateText, learn, number, speak } from './texts.js';

export { _, currentLanguage, ngettext, number, pgettext } from './texts.js';

/** @typedef {import('./texts.js').Catalogue} Catalogue */

/** The views whose texts it has. */
let views = new Set();
/** The languages there are, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages ?? '{"en":"English"}');

/** The language that the address asks for (?lang=eo), as whoever passed it on has it. */
const ASKED = new URLSearchParams(location.search).get('lang') ?? '';

/** The language to begin with: the one chosen last, else the address's, else the browser's, else English. @param {string} chosen */
export function bestLanguage(chosen) {
  const wanted = [chosen, ASKED, ...navigator.languages.map((each) => each.split('-')[0])];
  return wanted.find((each) => each in LANGUAGES) ?? 'en';
}

/** Speaks a language, with the texts of a view. @param {string} wanted @param {string} view */
export async function useLanguage(wanted, view) {
  speak(wanted, wanted === 'en' ? null : await textsOf(wanted, view));
  views = new Set([view]);
  document.documentElement.lang = wanted;
}

/** Adds the texts of a view in the language that is spoken. @param {string} view */
export async function useTexts(view) {
  const wanted = currentLanguage();
  if (wanted === 'en' || views.has(view)) return;
  const { messages } = await textsOf(wanted, view);
  if (wanted !== currentLanguage()) return;
  views.add(view);
  learn(messages);
}

/** @param {string} wanted @param {string} view '' for the first page @returns {Promise<Catalogue>} */
async function textsOf(wanted, view) {
  const answer = await fetch(new URL(`../locale/${wanted}/${textsFile(view)}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${wanted}`);
  return answer.json();
}

/** The day and time of something, in milliseconds since 1970. @param {number} ms */
export function dateTime(ms) {
  const date = new Date(ms);
  // Browsers have no dates in Esperanto: there the words of the catalogue do.
  if (Intl.DateTimeFormat.supportedLocalesOf([currentLanguage()]).length)
    return dateText(date, { dateStyle: 'medium', timeStyle: 'short' });
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return _('{month} {day}, {year}, {time}', {
    month: monthName(date.getMonth()),
    day: date.getDate(),
    year: date.getFullYear(),
    time,
  });
}

/** The day of something, in milliseconds since 1970. @param {number} ms */
export function day(ms) {
  const date = new Date(ms);
  if (Intl.DateTimeFormat.supportedLocalesOf([currentLanguage()]).length)
    return dateText(date, { dateStyle: 'medium' });
  return _('{month} {day}, {year}', {
    month: monthName(date.getMonth()),
    day: date.getDate(),
    year: date.getFullYear(),
  });
}

/** @param {number} month from 0 */
function monthName(month) {
  return [
    _('January'),
    _('February'),
    _('March'),
    _('April'),
    _('May'),
    _('June'),
    _('July'),
    _('August'),
    _('September'),
    _('October'),
    _('November'),
    _('December'),
  ][month];
}

/** A share as a percentage. @param {number} share @param {number} [digits] behind the point */
export function percent(share, digits = 1) {
  const rounded = Math.round(100 * share * 10 ** digits) / 10 ** digits || 0;
  return `${number(rounded, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0%`;
}
