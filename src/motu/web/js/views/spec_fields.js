// The fields of a spec: a stepper for a number, a list for a choice, a box for a switch, each with what it means.

import { freshId, h } from '../dom.js';
import { choiceName, parameterMeaning, parameterName } from '../games/words.js';
import { _ } from '../i18n.js';
import { stepper } from '../stepper.js';

/** @typedef {{key: string, kind: 'number'|'choice'|'switch', default: string, meaning: string, choices: string[], least: number, most: number, step: number}} Parameter */

/** What a field of its own says for the second number of a size such as 9x11. */
export const SECOND = 'size-rows';

/** A sentence: with a capital and a full stop. @param {string} text */
export function sentence(text) {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {Parameter} parameter @param {string} value @param {boolean} isRhombus whether a size may have two numbers */
export function drawField(parameter, value, isRhombus) {
  const id = freshId('value');
  const meaning = h('p.explanation', { id: `${id}-meaning` }, sentence(parameterMeaning(parameter)));
  const described = { id, name: parameter.key, 'aria-describedby': `${id}-meaning` };
  if (parameter.kind === 'number') return drawNumbers(parameter, value, meaning, isRhombus && parameter.key === 'size');
  const label = h('label', { for: id }, parameterName(parameter.key));
  if (parameter.kind === 'switch') {
    const box = h('input', { type: 'checkbox', ...described, checked: value === 'true' });
    return h('div.field.switch', {}, box, label, meaning);
  }
  const options = parameter.choices.map((choice) =>
    h('option', { value: choice, selected: choice === value }, choiceName(choice)),
  );
  return h('div.field', {}, label, h('select', described, ...options), meaning);
}

/** @param {Parameter} parameter @param {string} value @param {HTMLElement} meaning @param {boolean} isTwo */
function drawNumbers(parameter, value, meaning, isTwo) {
  const [first, second = first] = value.split('x');
  const { key, least, most, step } = parameter;
  const one = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ text) => {
    const parts = stepper({ label, value: text, least, most, step, name, describedBy: meaning.id });
    return h('div.field', {}, parts.label, parts.element);
  };
  if (!isTwo) return h('div', {}, one(key, parameterName(key), first), meaning);
  return h('div', {}, one(key, _('Columns'), first), one(SECOND, _('Rows'), second), meaning);
}

/** What an empty field stands for, seen in it. @param {HTMLElement} place @param {Record<string, string>} values of the whole spec */
export function showImplied(place, values) {
  const [columns = '', rows = columns] = (values.size ?? '').split('x');
  const implied = /** @type {Record<string, string>} */ ({ ...values, size: columns, [SECOND]: rows });
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll('input[type="number"]')))
    input.placeholder = implied[input.name] ?? '';
}
