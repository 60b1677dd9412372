// Words in the language of the page. Catalogues are JSON files made of the .po files, one a view (src/motu/server/locale.py);
// English is what stands in the code. Arguments are named: _('{name} has won', {name}).

/** @typedef {{plurals: Record<string, number>, messages: Record<string, string|string[]>}} Catalogue  plurals: kind of number -> form */

/** @type {Catalogue} */
let catalogue = { plurals: {}, messages: {} };
/** The views whose texts it has. */
let views = new Set();
let plurals = new Intl.PluralRules('en');
let language = 'en';
/** The languages there are, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages ?? '{"en":"English"}');

export function currentLanguage() {
  return language;
}

/** The language that the address asks for (?lang=eo), as whoever passed it on has it. */
const ASKED = new URLSearchParams(location.search).get('lang') ?? '';

/** The language to begin with: the one chosen last, else the address's, else the browser's, else English. @param {string} chosen */
export function bestLanguage(chosen) {
  const wanted = [chosen, ASKED, ...navigator.languages.map((each) => each.split('-')[0])];
  return wanted.find((each) => each in LANGUAGES) ?? 'en';
}

/** Speaks a language, with the texts of a view. @param {string} wanted @param {string} view */
export async function useLanguage(wanted, view) {
  catalogue = wanted === 'en' ? { plurals: {}, messages: {} } : await textsOf(wanted, view);
  views = new Set([view]);
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** Adds the texts of a view in the language that is spoken. @param {string} view */
export async function useTexts(view) {
  if (language === 'en' || views.has(view)) return;
  const wanted = language;
  const { messages } = await textsOf(wanted, view);
  if (wanted !== language) return;
  views.add(view);
  Object.assign(catalogue.messages, messages);
}

/** @param {string} wanted @param {string} view '' for the first page @returns {Promise<Catalogue>} */
async function textsOf(wanted, view) {
  const answer = await fetch(new URL(`../locale/${wanted}/${view || 'home'}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${wanted}`);
  return answer.json();
}

/**
 * A text.
 * @param {string} text in English
 * @param {Record<string, string|number>} [values]
 */
export function _(text, values = {}) {
  return fill(one(catalogue.messages[text]) || text, values);
}

/**
 * A text that means something else elsewhere.
 * @param {string} context
 * @param {string} text
 * @param {Record<string, string|number>} [values]
 */
export function pgettext(context, text, values = {}) {
  return fill(one(catalogue.messages[`${context}\u0004${text}`]) || text, values);
}

/**
 * A text with a number in it.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count stands for {count}
 * @param {Record<string, string|number>} [values]
 */
export function ngettext(singular, plural, count, values = {}) {
  const forms = catalogue.messages[singular];
  const kind = plurals.select(count);
  const found = Array.isArray(forms) ? forms[catalogue.plurals[kind] ?? 0] : undefined;
  return fill(found || (kind === 'one' ? singular : plural), { count: number(count), ...values });
}

/** @param {string|string[]|undefined} found */
function one(found) {
  return Array.isArray(found) ? found[0] : found;
}

/** @param {string} text @param {Record<string, string|number>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A number as people of this language write it. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  // The hyphen that some languages' formats begin with stands lower than a minus, and a line may break after it.
  return new Intl.NumberFormat(language === 'eo' ? 'fr' : language, options).format(value).replace('-', '−');
}

/** The day and time of something, in milliseconds since 1970. @param {number} ms */
export function dateTime(ms) {
  const date = new Date(ms);
  // Browsers have no dates in Esperanto: there the words of the catalogue do.
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length)
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
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
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length)
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(date);
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
