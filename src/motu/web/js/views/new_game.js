// Beginning a game: what, against whom, how.

import '../board/defined.js';
import { here } from '../address.js';
import * as api from '../api.js';
import * as meeting from '../games/meeting_api.js';
import { freshId, h } from '../dom.js';
import { NONE, clockOf } from '../games/clock_choices.js';
import { showRefusal } from '../games/refused.js';
import { hasServer } from '../house.js';
import { _, ngettext, number } from '../i18n.js';
import { change, settings } from '../settings.js';
import { goFrom } from '../shell.js';
import { ClockForm } from './clock_form.js';
import { RatedChoice, hasName } from './rated_choice.js';
import { SpecForm } from './spec_form.js';

const KEY = 'motu.new-game';
const DRAFT = 'motu.new-game.draft';
const SECONDS = [0.1, 1, 5, 15];
/** How many games may decide a series, as the server has it. */
const SERIES = [3, 5, 7, 9, 11];
/** Of a name, as the server has it. */
const MOST_LETTERS = 40;

/** @typedef {'level'|'strongest'|'person'|'elsewhere'} Opponent */
/** @typedef {{preset: string, opponent: Opponent, level: number, seconds: number, colour: 'first'|'second'|'toss', clock: string, names: [string, string], name: string, reach: 'link'|'all'|'name', to: string, bestOf: number, values: Record<string, string>}} Choice  `names`: of two people at one screen; `name`: one's own to somebody elsewhere; `reach`: whom a game waits for there; `to`: the name of whoever alone is asked */

/** @param {HTMLElement} place */
export async function renderNewGame(place) {
  const [catalogue, isNamed] = await Promise.all([api.catalogue(), hasName()]);
  const kept = read();
  const spec = new SpecForm(catalogue, kept.preset, kept.values);
  const opponent = new OpponentForm(catalogue, kept);
  opponent.rated.show(isNamed);
  opponent.name.element.hidden = isNamed;
  const notice = h('p.notice', { role: 'alert' });
  const start = h('button.primary.wide', { type: 'submit' });
  const refresh = () => {
    opponent.showStrength(spec.isChanged ? '' : spec.chosen.spec);
    const isElsewhere = opponent.choice().opponent === 'elsewhere';
    start.textContent = isElsewhere ? _('Invite someone') : _('Start game');
  };
  const form = h(
    'form.new-game',
    {
      onsubmit: (/** @type {Event} */ event) => void submit(event, spec, opponent, notice),
      onchange: () => {
        sessionStorage.setItem(DRAFT, JSON.stringify(choiceOf(spec, opponent)));
        refresh();
      },
    },
    h('h1', {}, _('New game')),
    h('div.columns', {}, spec.element, h('div', {}, opponent.element)),
    h('div.start', {}, notice, start),
  );
  await spec.ready;
  refresh();
  place.append(form);
}

/** @param {SpecForm} spec @param {OpponentForm} opponent @returns {Choice} */
function choiceOf(spec, opponent) {
  return { preset: spec.preset, values: spec.values, ...opponent.choice() };
}

/** @param {Event} event @param {SpecForm} spec @param {OpponentForm} opponent @param {HTMLElement} notice */
async function submit(event, spec, opponent, notice) {
  event.preventDefault();
  notice.textContent = '';
  const choice = choiceOf(spec, opponent);
  try {
    const address =
      choice.opponent === 'elsewhere'
        ? await invite(spec.spec(), choice, opponent.rated.asked)
        : await begin(spec.spec(), choice);
    localStorage.setItem(KEY, JSON.stringify(choice));
    sessionStorage.removeItem(DRAFT);
    goFrom(notice, address);
  } catch (error) {
    showRefusal(notice, error);
  }
}

/** @param {string} spec @param {Choice} choice @returns {Promise<string>} where it is played */
async function begin(spec, choice) {
  const game = await api.begin({ spec, seats: seatsOf(choice), clock: clockOf(choice.clock) });
  return `/play/${game.id}`;
}

/** @param {string} spec @param {Choice} choice @param {null|false} rated @returns {Promise<string>} where it waits */
async function invite(spec, choice, rated) {
  const made = await meeting.makeChallenge({
    spec,
    side: choice.colour === 'toss' ? 'random' : choice.colour,
    clock: clockOf(choice.clock),
    name: choice.name.trim(),
    is_open: choice.reach === 'all',
    to: choice.reach === 'name' ? choice.to.trim() : '',
    rated,
    best_of: choice.bestOf,
  });
  return `/challenge/${made.id}`;
}

/** @param {Choice} choice @returns {[api.Seat, api.Seat]} */
export function seatsOf(choice) {
  if (choice.opponent === 'person') return /** @type {[api.Seat, api.Seat]} */ (choice.names.map(namedSeat));
  /** @type {api.Seat} */
  const me = { kind: 'person' };
  const other = opponentOf(choice);
  const isFirst =
    choice.colour === 'first' || (choice.colour === 'toss' && crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0);
  return isFirst ? [me, other] : [other, me];
}

/** @param {Choice} choice @returns {api.Seat} */
function opponentOf(choice) {
  if (choice.opponent === 'level') return { kind: 'level', level: choice.level };
  return { kind: 'strongest', seconds: choice.seconds };
}

/** @param {string} name @returns {api.Seat} */
function namedSeat(name) {
  return name.trim() ? { kind: 'person', name: name.trim() } : { kind: 'person' };
}

/** What was chosen last: before the page was shown in another language, or for the last game. @returns {Choice} */
function read() {
  /** @type {Choice} */
  const fallback = {
    preset: 'atoll',
    opponent: 'level',
    level: 1,
    seconds: 5,
    colour: 'first',
    clock: '0+0',
    names: ['', ''],
    name: '',
    reach: 'link',
    to: '',
    bestOf: 0,
    values: {},
  };
  // Who comes from somebody's page wants to play him.
  const to = here().searchParams.get('to');
  /** @type {Partial<Choice>} */
  const asked = to ? { opponent: 'elsewhere', reach: 'name', to } : {};
  try {
    return { ...fallback, ...JSON.parse(sessionStorage.getItem(DRAFT) ?? localStorage.getItem(KEY) ?? '{}'), ...asked };
  } catch {
    return { ...fallback, ...asked };
  }
}

class OpponentForm {
  /** @param {{levels: number, strongest: Record<string, {seconds: number, above: number}[]>}} catalogue @param {Choice} kept */
  constructor({ levels, strongest }, kept) {
    this.strongest = strongest;
    this.level = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: '1',
        max: String(levels),
        step: '1',
        value: String(kept.level),
        id: freshId('level'),
      })
    );
    this.levelText = h('output', { for: this.level.id });
    this.opponent = radios('opponent', _('Against'), opponents(), kept.opponent);
    this.colour = radios(
      'colour',
      _('You play'),
      [
        ['first', _('First')],
        ['second', _('Second')],
        ['toss', _('Random')],
      ],
      kept.colour,
    );
    this.clock = new ClockForm(hasServer() ? kept.clock : NONE);
    this.clock.element.hidden = !hasServer();
    this.levelRow = h(
      'div.field.level',
      {},
      h('label', { for: this.level.id }, _('Level'), ' ', this.levelText),
      this.level,
      h('p.explanation', {}, _('New here? Start at 1. Each level beats the one below it about two times in three.')),
    );
    this.seconds = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { id: freshId('seconds') },
        ...SECONDS.map((seconds) => h('option', { value: String(seconds) }, secondsText(seconds))),
      )
    );
    this.seconds.value = String(kept.seconds);
    this.strength = h('p.explanation', { 'aria-live': 'polite' });
    this.secondsRow = h(
      'div.field',
      {},
      h('label', { for: this.seconds.id }, _('Time per move')),
      this.seconds,
      this.strength,
    );
    this.names = [_('First player'), _('Second player')].map((text, person) => nameField(text, kept.names[person]));
    this.name = nameField(_('Your name (optional)'), kept.name);
    this.reach = radios(
      'reach',
      _('Who can join'),
      [
        ['link', _('Anyone with the link')],
        ['all', _('Anyone in the lobby')],
        ['name', _('A player by name')],
      ],
      kept.reach,
    );
    this.to = nameField(_('Name of the player or bot'), kept.to);
    this.rated = new RatedChoice();
    this.series = seriesChoice(kept.bestOf);
    this.elsewhere = h(
      'div',
      {},
      this.name.element,
      this.reach,
      this.to.element,
      h('p.explanation', {}, h('a.way', { href: '/lobby' }, _('See who is waiting in the lobby'))),
      h('div.field', {}, h('label', { for: this.series.id }, _('How many games')), this.series),
      this.rated.element,
    );
    this.namesRow = h('div', {}, ...this.names.map(({ element }) => element), turnSwitch());
    this.element = h(
      'fieldset.card',
      {},
      h('legend', {}, _('Players')),
      this.opponent,
      this.namesRow,
      this.elsewhere,
      this.levelRow,
      this.secondsRow,
      this.colour,
      this.clock.element,
    );
    this.element.addEventListener('input', () => this.#refresh());
    this.#refresh();
  }

  /** How strong a server's machine is at the chosen time, where that is known. @param {string} spec */
  showStrength(spec) {
    if (!hasServer()) return;
    const found = (this.strongest[spec] ?? []).find(({ seconds }) => seconds === Number(this.seconds.value));
    this.strength.textContent = found ? strengthText(found.above) : '';
  }

  #refresh() {
    this.levelText.textContent = this.level.value;
    const opponent = picked(this.opponent);
    this.levelRow.hidden = opponent !== 'level';
    this.secondsRow.hidden = opponent !== 'strongest';
    this.colour.hidden = opponent === 'person';
    this.namesRow.hidden = opponent !== 'person';
    this.elsewhere.hidden = opponent !== 'elsewhere';
    this.clock.showBeginning(opponent === 'elsewhere');
    this.to.element.hidden = picked(this.reach) !== 'name';
    this.to.input.required = opponent === 'elsewhere' && picked(this.reach) === 'name';
  }

  /** @returns {Omit<Choice, 'preset'|'values'>} */
  choice() {
    return {
      opponent: /** @type {any} */ (picked(this.opponent)),
      level: Number(this.level.value),
      seconds: Number(this.seconds.value),
      colour: /** @type {any} */ (picked(this.colour)),
      clock: this.clock.text(),
      names: [this.names[0].input.value, this.names[1].input.value],
      name: this.name.input.value,
      reach: /** @type {any} */ (picked(this.reach)),
      to: this.to.input.value,
      bestOf: Number(this.series.value),
    };
  }
}

/** One game, or as many as decide a series. @param {number} kept */
function seriesChoice(kept) {
  const options = [0, ...SERIES].map((games) =>
    h('option', { value: String(games) }, games ? _('Best of {count} games', { count: games }) : _('One game')),
  );
  const list = /** @type {HTMLSelectElement} */ (h('select', { id: freshId('series') }, ...options));
  list.value = String(SERIES.includes(kept) ? kept : 0);
  return list;
}

/** @param {string} text @param {string} name */
function nameField(text, name) {
  const id = freshId('name');
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', id, maxlength: String(MOST_LETTERS), autocomplete: 'off', value: name })
  );
  return { input, element: h('div.field', {}, h('label', { for: id }, text), input) };
}

/** Whether the board turns to whoever is to move. */
function turnSwitch() {
  const box = /** @type {HTMLInputElement} */ (
    h('input', { type: 'checkbox', id: freshId('turn'), checked: settings().turnBoard })
  );
  box.addEventListener('change', () => change({ turnBoard: box.checked }));
  return h('div.field.switch', {}, box, h('label', { for: box.id }, _('Turn the board for each player')));
}

/** @param {number} seconds */
function secondsText(seconds) {
  return Number.isInteger(seconds)
    ? ngettext('{count} second', '{count} seconds', seconds)
    : _('{seconds} s', { seconds: number(seconds) });
}

/** Above that nobody would count the games until level 10 wins one. */
const MOST_COUNTED = 1500;

/** Of a player so many Elo above level 10. @param {number} above */
function strengthText(above) {
  if (above > MOST_COUNTED)
    return _('About {elo} Elo above level 10, which would hardly ever win.', { elo: number(above) });
  return _('About {elo} Elo above level 10, which would win one game in {count}.', {
    elo: number(above),
    count: number(1 + 10 ** (above / 400), { maximumSignificantDigits: 1 }),
  });
}

/** @returns {[Opponent, string][]} */
function opponents() {
  return [
    ['level', _('Computer')],
    ['strongest', _('Computer at full strength')],
    ['person', _('A friend, on this screen')],
    ...(hasServer() ? /** @type {[Opponent, string][]} */ ([['elsewhere', _('Someone online')]]) : []),
  ];
}

/**
 * @param {string} name
 * @param {string} title
 * @param {[string, string][]} choices
 * @param {string} chosen
 */
export function radios(name, title, choices, chosen) {
  const buttons = choices.map(([value, text]) =>
    h('label.choice', {}, h('input', { type: 'radio', name, value, checked: value === chosen }), h('span', {}, text)),
  );
  return h('div.field.choices', { role: 'radiogroup', 'aria-label': title }, h('span.label', {}, title), ...buttons);
}

/** @param {HTMLElement} group */
export function picked(group) {
  return /** @type {HTMLInputElement|null} */ (group.querySelector('input:checked'))?.value ?? '';
}
