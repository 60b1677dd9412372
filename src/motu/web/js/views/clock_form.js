// Choosing a clock: none, a usual one, or minutes and seconds of one's own. As text it is minutes+seconds: 5+3.

import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { numberIn, stepper } from '../stepper.js';

const CLOCKS = [
  [0, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];
const OWN = 'own';
const MOST_MINUTES = 600;
const MOST_SECONDS = 600;

/** @param {string} text @returns {import('../api.js').Clock|null} */
export function clockOf(text) {
  const [minutes, seconds] = text.split('+').map(Number);
  return minutes > 0 ? { initial_ms: minutes * 60_000, increment_ms: seconds * 1000 } : null;
}

export class ClockForm {
  /** @param {string} kept what was chosen last */
  constructor(kept) {
    const isUsual = CLOCKS.some((pair) => pair.join('+') === kept);
    const [minutes, seconds] = isUsual ? [20, 10] : kept.split('+').map(Number);
    const own = h('option', { value: OWN }, _('a clock of your own'));
    this.list = /** @type {HTMLSelectElement} */ (h('select', { id: freshId('clock') }, ...CLOCKS.map(option), own));
    this.list.value = isUsual ? kept : OWN;
    this.minutes = stepper({ label: _('Minutes each'), value: minutes, least: 1, most: MOST_MINUTES });
    this.seconds = stepper({ label: _('Seconds per move'), value: seconds, least: 0, most: MOST_SECONDS });
    this.own = h(
      'div',
      {},
      ...[this.minutes, this.seconds].map(({ label, element }) => h('div.field', {}, label, element)),
    );
    const label = h('label', { for: this.list.id }, _('Clock'));
    this.element = h('div', {}, h('div.field', {}, label, this.list), this.own);
    this.list.addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  #refresh() {
    this.own.hidden = this.list.value !== OWN;
  }

  /** What is chosen. */
  text() {
    if (this.list.value !== OWN) return this.list.value;
    return `${numberIn(this.minutes.input)}+${numberIn(this.seconds.input)}`;
  }
}

/** @param {number[]} pair */
function option([minutes, seconds]) {
  const text = minutes ? _('{minutes} min + {seconds} s per move', { minutes, seconds }) : _('No time limit');
  return h('option', { value: `${minutes}+${seconds}` }, text);
}
