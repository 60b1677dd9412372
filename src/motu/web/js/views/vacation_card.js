// Vacation: for so long a year the clocks of one's games by correspondence stand. Shown to whoever plays such games.

import * as days from '../ahead/days_api.js';
import { freshId, h } from '../dom.js';
import { longTime } from '../games/clock_words.js';
import { _, day } from '../i18n.js';
import { say } from '../shell.js';
import { button } from './table_buttons.js';

/** @typedef {import('../api.js').Vacation} Vacation */

export class VacationCard {
  constructor() {
    this.text = h('p', { role: 'status' });
    this.toggle = button('', () => void this.#choose({ is_away: !this.vacation?.is_away }));
    this.box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', id: freshId('vacation') }));
    this.box.addEventListener('change', () => void this.#choose({ is_automatic: this.box.checked }));
    this.notice = h('p.notice', { role: 'alert' });
    const label = h('label', { for: this.box.id }, _('Start automatically when I would run out of time'));
    this.element = h(
      'section.card.vacation',
      { hidden: true },
      h('h2', {}, _('Vacation')),
      this.text,
      h('p.buttons', {}, this.toggle),
      h('div.field.switch', {}, this.box, label),
      this.notice,
    );
    /** @type {Vacation|null} */
    this.vacation = null;
  }

  /** @param {boolean} isWanted whether somebody plays by correspondence */
  async show(isWanted) {
    if (!isWanted && !this.vacation) return;
    this.#take(await days.vacation().catch(() => null));
    this.element.hidden = !this.vacation || !(isWanted || this.vacation.is_away);
  }

  /** @param {{is_away?: boolean, is_automatic?: boolean}} choice */
  async #choose(choice) {
    this.notice.textContent = '';
    try {
      this.#take(await days.chooseVacation(choice));
      say(this.text.textContent ?? '');
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
      this.box.checked = this.vacation?.is_automatic ?? true;
    }
  }

  /** @param {Vacation|null} vacation */
  #take(vacation) {
    if (!vacation) return;
    this.vacation = vacation;
    const { is_away: isAway, since_ms: since, left_ms: left, is_automatic: isAutomatic } = vacation;
    const rest = _('{time} left this year', { time: longTime(left) });
    const state =
      isAway && since
        ? _('On vacation since {day}: your clocks are paused.', { day: day(since) })
        : _('While you are on vacation, your clocks in correspondence games are paused.');
    this.text.textContent = `${state} ${rest}.`;
    this.toggle.textContent = isAway ? _('I am back') : _('Go on vacation');
    this.box.checked = isAutomatic;
  }
}
