// Words in the language that is spoken; English is what stands in the code. Arguments are named:
// _('{name} has won', {name}).

/** @typedef {{plurals: Record<string, number>, messages: Record<string, string|string[]>}} Catalogue  plurals: kind of number -> form */

/** @type {Catalogue} */
let catalogue = { plurals: {}, messages: {} };
let plurals = new Intl.PluralRules('en');
let language = 'en';

export function currentLanguage() {
  return language;
}

/** Speaks a language from now on. @param {string} wanted @param {Catalogue|null} texts null: those of the code */
export function speak(wanted, texts) {
  catalogue = texts ?? { plurals: {}, messages: {} };
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
}

/** Adds texts of the language that is spoken. @param {Catalogue['messages']} messages */
export function learn(messages) {
  Object.assign(catalogue.messages, messages);
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

/** Texts taken apart: what stands between names, and every other one a name. @type {Map<string, string[]>} */
const parts = new Map();

/** @param {string} text @param {Record<string, string|number>} values */
function fill(text, values) {
  let known = parts.get(text);
  if (!known) parts.set(text, (known = text.split(/\{(\w+)\}/)));
  let filled = known[0];
  for (let index = 1; index < known.length; index += 2) {
    const name = known[index];
    filled += (name in values ? values[name] : `{${name}}`) + known[index + 1];
  }
  return filled;
}

/** A number as people of this language write it. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  // The hyphen that some languages' formats begin with stands lower than a minus, and a line may break after it.
  return new Intl.NumberFormat(language === 'eo' ? 'fr' : language, options).format(value).replace('-', '−');
}

/** A date as people of this language write it. @param {Date} date @param {Intl.DateTimeFormatOptions} options */
export function dateText(date, options) {
  const text = new Intl.DateTimeFormat(language, options).format(date);
  // French counts the first of a month, and browsers do not.
  return language === 'fr' ? text.replace(/^1(?=\s)/, '1er') : text;
}
