// A number to choose: a field between a button for less and a button for more.

import { freshId, h } from './dom.js';
import { _ } from './i18n.js';

/**
 * @typedef {object} Stepped
 * @property {string} label    what the number is
 * @property {number|string} value  '' where it follows from other things
 * @property {number} least
 * @property {number} most
 * @property {number} [step]
 * @property {string} [name]   of the field
 * @property {string} [describedBy]
 * @property {string} [unit]   stands after the field
 */

/** @param {Stepped} stepped @returns {{element: HTMLElement, label: HTMLElement, input: HTMLInputElement}} `element` holds all but the label */
export function stepper({ label, value, least, most, step = 1, name, describedBy, unit }) {
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
      step: String(step),
      value: String(value),
    })
  );
  const way = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {number} */ change) =>
    h('button', { type: 'button', 'aria-label': text, title: text, onclick: () => go(input, change) }, sign);
  const element = h(
    'span.stepper',
    {},
    way('−', _('{name}: less', { name: label }), -step),
    input,
    way('+', _('{name}: more', { name: label }), step),
    unit ? h('span.unit', {}, unit) : null,
  );
  return { element, label: h('label', { for: id }, label), input };
}

/** The number in a stepper's field, within its bounds. @param {HTMLInputElement} input */
export function numberIn(input) {
  const [value, least, most] = [input.valueAsNumber, Number(input.min), Number(input.max)];
  return Math.min(most, Math.max(least, Number.isNaN(value) ? least : Math.round(value)));
}

/** An empty field goes on from what it stands for. @param {HTMLInputElement} input @param {number} change */
function go(input, change) {
  if (input.value === '') input.value = input.placeholder || input.min;
  input.valueAsNumber = numberIn(input) + change;
  input.valueAsNumber = numberIn(input);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}
