// A tournament of one's own: what is played, how, by how many, and when it begins.

import * as cups from './tournaments_api.js';
import { freshId, h } from '../dom.js';
import { clockOf } from '../games/clock_choices.js';
import { _, ngettext } from '../i18n.js';
import { goFrom } from '../shell.js';
import { numberIn, stepper } from '../stepper.js';
import { ClockForm } from '../views/clock_form.js';
import { picked, radios } from '../views/new_game.js';
import { SpecForm } from '../views/spec_form.js';
import { systemText } from './tournament_texts.js';

/** @typedef {import('../api.js').TournamentItem['system']} System */

const MINUTE_MS = 60_000;
/** How long from now it begins, in minutes. */
const STARTS = [5, 15, 30, 60, 180, 1440, 4320, 10_080];
/** How long an arena lasts. */
const LENGTHS = [15, 30, 45, 60, 90, 120];
/** @type {Record<System, number>} */
const MOST = { 'round-robin': 16, 'knock-out': 64, arena: 100 };
/** @type {System[]} */
const SYSTEMS = ['round-robin', 'knock-out', 'arena'];
const MOST_LETTERS = 60;

/** What was typed as a name and has made no tournament yet: another language draws the form anew. */
let named = '';

export class TournamentForm {
  /** @param {any} catalogue */
  constructor(catalogue) {
    this.spec = new SpecForm(catalogue, 'atoll', {});
    this.clock = new ClockForm('5+3', false);
    this.notice = h('p.notice', { role: 'alert' });
    this.name = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        id: freshId('name'),
        maxlength: String(MOST_LETTERS),
        required: true,
        autocomplete: 'off',
        value: named,
        oninput: () => {
          named = this.name.value;
        },
      })
    );
    this.system = radios(
      'system',
      _('Kind'),
      SYSTEMS.map((each) => [each, systemText(each)]),
      'round-robin',
    );
    this.about = h('p.explanation');
    this.most = stepper({ label: _('Maximum players'), value: 8, least: 2, most: MOST.arena });
    this.twice = checkbox(_('Everyone plays everyone twice'), false);
    this.full = checkbox(_('Start as soon as it is full'), true);
    this.rated = checkbox(_('Rated game'), true);
    this.bots = checkbox(_('Bots and computer levels may join'), false);
    this.length = select(
      _('Duration'),
      LENGTHS.map((each) => [each, ngettext('{count} minute', '{count} minutes', each)]),
      30,
    );
    this.starts = select(
      _('Starts in'),
      STARTS.map((each) => [each, spanText(each)]),
      15,
    );
    this.element = h(
      'form.new-game.new-tournament',
      { onsubmit: (/** @type {Event} */ event) => void this.#submit(event) },
      h('h1', {}, _('New tournament')),
      h(
        'div.columns',
        {},
        this.spec.element,
        h(
          'fieldset.card',
          {},
          h('legend', {}, _('Tournament')),
          h('div.field', {}, h('label', { for: this.name.id }, _('Name')), this.name),
          this.system,
          this.about,
          h('div.field.level', {}, this.most.label, this.most.element),
          this.length.element,
          this.twice.element,
          this.clock.element,
          this.starts.element,
          this.full.element,
          this.rated.element,
          this.bots.element,
          this.notice,
        ),
      ),
      h('button.primary.wide', { type: 'submit' }, _('Create tournament')),
    );
    this.element.addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  get #kind() {
    return /** @type {System} */ (picked(this.system));
  }

  #refresh() {
    const kind = this.#kind;
    this.length.element.hidden = kind !== 'arena';
    this.twice.element.hidden = kind !== 'round-robin';
    this.full.element.hidden = kind === 'arena';
    this.about.textContent = {
      'round-robin': _('Everyone plays everyone. Up to 16 players.'),
      'knock-out': _('Lose once and you are out; the last player left wins. Up to 64 players.'),
      arena: _('For a set time, game after game against whoever is free. Up to 100 players.'),
    }[kind];
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    this.notice.textContent = '';
    const kind = this.#kind;
    const clock = clockOf(this.clock.text());
    if (!clock) {
      this.notice.textContent = _('A tournament needs a clock: choose one.');
      return;
    }
    try {
      const made = await cups.makeTournament({
        name: this.name.value,
        system: kind,
        spec: this.spec.spec(),
        clock: clock.kind === 'correspondence' ? { ...clock, has_vacation: false } : clock,
        most: Math.min(MOST[kind], numberIn(this.most.input)),
        starts_in_ms: Number(this.starts.input.value) * MINUTE_MS,
        rated: this.rated.input.checked,
        cycles: kind === 'round-robin' && this.twice.input.checked ? 2 : 1,
        minutes: kind === 'arena' ? Number(this.length.input.value) : 0,
        allows_bots: this.bots.input.checked,
        begins_full: kind !== 'arena' && this.full.input.checked,
      });
      named = '';
      goFrom(this.notice, `/tournaments/${made.about.id}`);
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}

/** @param {number} minutes */
function spanText(minutes) {
  if (minutes < 60) return ngettext('{count} minute', '{count} minutes', minutes);
  if (minutes < 1440) return ngettext('{count} hour', '{count} hours', minutes / 60);
  return ngettext('{count} day', '{count} days', minutes / 1440);
}

/** @param {string} text @param {boolean} isChosen */
function checkbox(text, isChosen) {
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', id: freshId(), checked: isChosen }));
  return { input, element: h('div.field.switch', {}, input, h('label', { for: input.id }, text)) };
}

/** @param {string} text @param {[number, string][]} choices @param {number} chosen */
function select(text, choices, chosen) {
  const id = freshId();
  const options = choices.map(([value, name]) =>
    h('option', { value: String(value), selected: value === chosen }, name),
  );
  const input = /** @type {HTMLSelectElement} */ (h('select', { id }, ...options));
  return { input, element: h('div.field', {}, h('label', { for: id }, text), input) };
}
