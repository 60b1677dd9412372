// A number to choose: a field between a button for one less and a button for one more.

import { freshId, h } from './dom.js';
import { _ } from './i18n.js';

/**
 * @typedef {object} Stepped
 * @property {string} label    what the number is
 * @property {number} value
 * @property {number} least
 * @property {number} most
 * @property {string} [name]   of the field
 * @property {string} [describedBy]
 * @property {string} [unit]   stands after the field
 */

/** @param {Stepped} stepped @returns {{element: HTMLElement, label: HTMLElement, input: HTMLInputElement}} `element` holds all but the label */
export function stepper({ label, value, least, most, name, describedBy, unit }) {
  const id = freshId('number');
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: 'number',
      inputmode: 'numeric',
      id,
      name,
      'aria-describedby': describedBy,
      min: String(least),
      max: String(most),
      step: '1',
      required: true,
      value: String(value),
    })
  );
  const way = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {number} */ step) =>
    h('button', { type: 'button', 'aria-label': text, title: text, onclick: () => go(input, step) }, sign);
  const element = h(
    'span.stepper',
    {},
    way('−', _('{name}: one less', { name: label }), -1),
    input,
    way('+', _('{name}: one more', { name: label }), 1),
    unit ? h('span.unit', {}, unit) : null,
  );
  return { element, label: h('label', { for: id }, label), input };
}

/** The number in a stepper's field, within its bounds. @param {HTMLInputElement} input */
export function numberIn(input) {
  const [value, least, most] = [input.valueAsNumber, Number(input.min), Number(input.max)];
  return Math.min(most, Math.max(least, Number.isNaN(value) ? least : Math.round(value)));
}

/** @param {HTMLInputElement} input @param {number} step */
function go(input, step) {
  input.valueAsNumber = input.value === '' ? Number(input.min) : numberIn(input) + step;
  input.valueAsNumber = numberIn(input);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}
