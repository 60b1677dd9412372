// Choosing a clock: none, a usual one, live or by correspondence, or one of one's own. As text it is what
// games/clock_choices.js says.

import { freshId, h } from '../dom.js';
import { LIVE, NONE, SLOW, choiceOf, clockOf, textOf } from '../games/clock_choices.js';
import { clockText } from '../games/clock_words.js';
import { _ } from '../i18n.js';
import { numberIn, stepper } from '../stepper.js';

const OWN = 'own';
const MOST_MINUTES = 600;
const MOST_SECONDS = 600;
const MOST_PERIODS = 50;
const MOST_DAYS = 100;
const MOST_HOURS = 720;
/** What a correspondence clock of one's own begins with. */
const USUAL_DAYS = 10;
const USUAL_HOURS = 36;
const USUAL_PERIOD = 30;

/** @typedef {import('../games/clock_choices.js').Way} Way */

export class ClockForm {
  /** @param {string} kept what was chosen last @param {boolean} [mayBeNone] whether a game without a clock can be chosen */
  constructor(kept, mayBeNone = true) {
    const isUsual = [NONE, ...LIVE, ...SLOW].includes(kept);
    const own = choiceOf(isUsual ? '' : kept);
    this.list = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { id: freshId('clock') },
        mayBeNone && option(NONE),
        h('optgroup', { label: _('Live') }, ...LIVE.map(option)),
        h('optgroup', { label: _('Correspondence') }, ...SLOW.map(option)),
        h('option', { value: OWN }, _('custom clock')),
      )
    );
    this.list.value = isUsual ? kept : OWN;
    this.way = /** @type {HTMLSelectElement} */ (
      h('select', { id: freshId('way') }, ...ways().map(([value, text]) => h('option', { value }, text)))
    );
    this.way.value = own.way === 'days' ? 'bank' : own.way;
    const isSlow = own.way === 'days' || own.way === 'bank';
    const isByoYomi = own.way === 'byo-yomi';
    this.fields = {
      minutes: field(_('Minutes each'), isSlow ? 20 : own.main, 0, MOST_MINUTES),
      seconds: field(_('Seconds per move'), isSlow || isByoYomi ? 10 : own.step, 0, MOST_SECONDS),
      periods: field(_('Periods'), own.periods, 1, MOST_PERIODS),
      period: field(_('Seconds per period'), isByoYomi ? own.step : USUAL_PERIOD, 1, MOST_SECONDS),
      days: field(_('Days at the start, and at most'), isSlow ? own.main : USUAL_DAYS, 1, MOST_DAYS),
      hours: field(_('Hours per move'), own.way === 'bank' ? own.step : USUAL_HOURS, 0, MOST_HOURS),
    };
    this.hint = h('p.explanation');
    this.isBetweenScreens = !mayBeNone;
    this.own = h(
      'div',
      {},
      h('div.field', {}, h('label', { for: this.way.id }, _('Time control')), this.way),
      ...Object.values(this.fields).map(({ row }) => row),
    );
    const label = h('label', { for: this.list.id }, _('Clock'));
    this.element = h('div', {}, h('div.field', {}, label, this.list), this.own, this.hint);
    this.element.addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  /** Says when the clocks begin: between people at different screens each has time for the first move. @param {boolean} isBetweenScreens */
  showBeginning(isBetweenScreens) {
    this.isBetweenScreens = isBetweenScreens;
    this.#refresh();
  }

  #refresh() {
    this.own.hidden = this.list.value !== OWN;
    const { minutes, seconds, periods, period, days, hours } = this.fields;
    const way = /** @type {Way} */ (this.way.value);
    const isSlow = way === 'bank';
    minutes.row.hidden = isSlow;
    minutes.input.min = way === 'byo-yomi' ? '0' : '1';
    seconds.row.hidden = way !== 'fischer' && way !== 'delay';
    periods.row.hidden = period.row.hidden = way !== 'byo-yomi';
    days.row.hidden = hours.row.hidden = !isSlow;
    const text = this.text();
    const isLive = text !== NONE && !['days', 'bank'].includes(choiceOf(text).way);
    const begins = this.isBetweenScreens && isLive ? _('Each clock starts after that player’s first move.') : '';
    this.hint.textContent = [explanation(text), begins].filter(Boolean).join(' ');
    this.hint.hidden = !this.hint.textContent;
  }

  /** What is chosen. */
  text() {
    if (this.list.value !== OWN) return this.list.value;
    const way = /** @type {Way} */ (this.way.value);
    const { minutes, seconds, periods, period, days, hours } = this.fields;
    const main = numberIn(way === 'bank' ? days.input : minutes.input);
    const step = numberIn({ bank: hours, 'byo-yomi': period }[/** @type {string} */ (way)]?.input ?? seconds.input);
    return textOf({ way, main, step, periods: numberIn(periods.input) });
  }
}

/** @returns {[Way, string][]} */
function ways() {
  return [
    ['fischer', _('Increment: each move adds time')],
    ['byo-yomi', _('Byo-yomi: periods after the main time')],
    ['delay', _('Delay: the start of each move is free')],
    ['bank', _('Correspondence: days')],
  ];
}

/** What a kind of clock means, for people who have never seen it. @param {string} text */
function explanation(text) {
  const { way } = choiceOf(text);
  return {
    fischer: '',
    'byo-yomi': _('When the main time is used up, a move made within a period does not use that period up.'),
    delay: _('Unused free time is not saved up.'),
    days: _('After each move you have this much time again.'),
    bank: _('Each move adds to the time left, up to the starting amount.'),
  }[way];
}

/** @param {string} label @param {number} value @param {number} least @param {number} most */
function field(label, value, least, most) {
  const { label: text, element, input } = stepper({ label, value, least, most });
  return { input, row: h('div.field', {}, text, element) };
}

/** @param {string} text */
function option(text) {
  return h('option', { value: text }, clockText(clockOf(text)));
}
