// Programs and bots: /programs. Whoever has a name gives his bots theirs, and makes, sees and revokes the tokens by which
// programs are known. A token's text is shown once, and kept nowhere by the page.

import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { _, day } from '../i18n.js';
import * as programs from '../programs/programs_api.js';
import * as state from '../programs/programs_state.js';
import { say } from '../shell.js';
import { isCopied } from '../study/share.js';
import { useStyle } from '../style.js';

/** @typedef {state.Part} Part */

const MOST_LETTERS = 80;
/** What one writes in a terminal with a token in a file. */
const command = () => `motu bot --gtp 'motu gtp' --url ${location.origin} --token-file token`;

await useStyle('people');
await useStyle('programs');

/** What the page is, before the server has answered. */
export const heading = () => _('Programs and bots');

/** @type {import('../main.js').Render} */
export async function render(place) {
  const { account } = await api.whoAmI();
  const page = new ProgramsPage(state.newPrograms(account?.name ?? null));
  if (account) await page.refresh();
  page.draw();
  place.append(page.element);
}

class ProgramsPage {
  /** @param {state.ProgramsState} known */
  constructor(known) {
    this.known = known;
    this.element = h('article.account.programs');
  }

  async refresh() {
    const [{ bots }, { tokens }] = await Promise.all([programs.bots(), programs.tokens()]);
    state.takeLists(this.known, bots, tokens);
  }

  draw() {
    this.element.replaceChildren(
      h('h1', { tabindex: '-1' }, _('Programs and bots')),
      h(
        'p',
        {},
        _(
          'A program can play here for you, or as your bot. Everyone sees that a bot is a bot; you are responsible for it.',
        ),
      ),
      ...(this.known.name === null ? this.#guest() : this.#owner(this.known.name)),
    );
  }

  #guest() {
    return [h('p.buttons', {}, h('a.button', { href: '/account' }, _('Log in, or claim a name first')))];
  }

  /** @param {string} name */
  #owner(name) {
    const { made } = this.known;
    return [
      ...(made ? [this.#made(made)] : []),
      h('div.cards', {}, this.#bots(), this.#tokenForm(name)),
      this.#tokens(),
      h(
        'section.how',
        {},
        h('h2', {}, _('How a program plays')),
        h('p', {}, _('Any program that speaks GTP can play with this command, with the token in a file named token:')),
        h('pre', { tabindex: '0' }, h('code', {}, command())),
        h(
          'p',
          {},
          _('Your own program can use HTTP:'),
          ' ',
          h('a', { href: '/api/schema/openapi.json' }, _('all requests and answers (OpenAPI)')),
        ),
      ),
    ];
  }

  // --- the token that was made just now

  /** @param {api.ApiToken} made */
  #made(made) {
    const field = /** @type {HTMLInputElement} */ (
      h('input', { type: 'text', id: freshId('token'), readOnly: true, value: made.token, spellcheck: 'false' })
    );
    field.addEventListener('focus', () => field.select());
    const told = h('p.detail', { role: 'status' });
    const copy = async () => {
      told.textContent = (await isCopied(made.token))
        ? _('Copied.')
        : _('This browser does not let pages copy; select it and copy it.');
      field.focus();
    };
    return h(
      'section.card.made',
      {},
      h('h2', {}, _('The token “{name}”', { name: made.name })),
      h('p', {}, _('It is shown only this once. Anyone who has it can do what it allows: keep it secret.')),
      h('div.field', {}, h('label', { for: field.id }, _('Token')), field),
      h(
        'p.buttons',
        {},
        h('button.primary', { type: 'button', onclick: () => void copy() }, _('Copy')),
        h('button', { type: 'button', onclick: () => this.#putAway() }, _('I have saved it')),
      ),
      told,
    );
  }

  #putAway() {
    state.putAway(this.known);
    this.#renew();
  }

  // --- bots

  #bots() {
    const { bots } = this.known;
    return h(
      'section.card',
      {},
      h('h2', {}, _('Your bots')),
      bots.length
        ? h('ul.browsers', { role: 'list' }, ...bots.map((bot) => this.#bot(bot)))
        : h('p.detail', {}, _('You have no bots yet.')),
      this.#botForm(),
    );
  }

  /** @param {api.Bot} bot */
  #bot({ name, created_ms: created }) {
    const isAsked = this.known.asked === name;
    return h(
      'li',
      {},
      h('a', { href: `/people/${encodeURIComponent(name)}` }, name),
      h('span.detail', {}, _('since {day}', { day: day(created) })),
      ...this.#remover(
        name,
        isAsked,
        [_('Close'), _('Close the bot {name}', { name })],
        [_('Close it for good'), _('Its tokens stop working, and nobody else can have its name.')],
        () => programs.closeBot(name),
        _('The bot {name} has been closed.', { name }),
      ),
    );
  }

  #botForm() {
    const name = field(_('Name of a new bot'), {
      name: 'name',
      maxlength: '20',
      help: _('2 to 20 letters, digits, - _ or .'),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#do(
        'bot',
        () => programs.makeBot(name.input.value),
        () => _('Your bot is ready. Create a token for it.'),
      );
    };
    return h(
      'form',
      { onsubmit: submit },
      name.element,
      h('p.buttons', {}, h('button', { type: 'submit' }, _('Create bot'))),
      this.#told('bot'),
    );
  }

  // --- tokens

  /** @param {string} own */
  #tokenForm(own) {
    const whose = select('bot', _('The program plays as'), [
      ['', _('you, {name}', { name: own })],
      ...this.known.bots.map(({ name }) => [name, _('your bot {name}', { name })]),
    ]);
    if (this.known.bots.length) whose.input.value = this.known.bots[this.known.bots.length - 1].name;
    const name = field(_('Label'), {
      name: 'name',
      maxlength: String(MOST_LETTERS),
      help: _('To help you recognise it, such as “at home”.'),
    });
    const days = select(
      'days',
      _('Valid for'),
      state.DAYS.map((each) => [String(each), daysText(each)]),
    );
    const scopes = state.SCOPES.map((each) => scopeBox(each));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const wanted = state.wantedToken({
        name: name.input.value,
        bot: whose.input.value,
        days: Number(days.input.value),
        scopes: state.SCOPES.filter((_each, at) => scopes[at].input.checked),
      });
      void this.#do(
        'token',
        () => programs.makeToken(wanted),
        () => _('Token created.'),
      );
    };
    return h(
      'form.card',
      { onsubmit: submit },
      h('h2', {}, _('Create token')),
      whose.element,
      h('p.detail', {}, _('A program plays others as a bot. As you, it can play on one screen and watch.')),
      name.element,
      h('fieldset', {}, h('legend', {}, _('It may')), ...scopes.map(({ element }) => element)),
      days.element,
      h('p.buttons', {}, h('button.primary', { type: 'submit' }, _('Create token'))),
      this.#told('token'),
    );
  }

  #tokens() {
    const { tokens } = this.known;
    return h(
      'section.card',
      {},
      h('h2', {}, _('Valid tokens')),
      tokens.length
        ? h('ul.browsers', { role: 'list' }, ...tokens.map((token) => this.#token(token)))
        : h('p.detail', {}, _('No valid tokens.')),
      this.#told('list'),
    );
  }

  /** @param {api.ApiToken} token */
  #token(token) {
    const { id, name, account, scopes } = token;
    return h(
      'li',
      {},
      h('strong', {}, name),
      h('span', {}, account),
      h('span.detail', {}, scopes.join(' · ')),
      h('span.detail', {}, useText(token)),
      h(`span.detail${state.endsSoon(token, Date.now()) ? '.soon' : ''}`, {}, endText(token)),
      ...this.#remover(
        id,
        this.known.asked === id,
        [_('Revoke'), _('Revoke the token {name}', { name })],
        [_('Revoke it for good'), _('Programs that use it lose access at once.')],
        () => programs.revokeToken(id),
        _('The token {name} has been revoked.', { name }),
      ),
    );
  }

  // --- what is done

  /**
   * A button that asks once more before it does what cannot be undone.
   * @param {string} what @param {boolean} isAsked @param {[string, string]} first its text, and the same with a name @param {[string, string]} second its text, and what comes of it
   * @param {() => Promise<void>} act @param {string} done
   */
  #remover(what, isAsked, [text, label], [sure, warning], act, done) {
    const ask = (/** @type {string} */ asked) => {
      state.askAbout(this.known, asked);
      this.draw();
      const next = asked ? '.sure button' : `button[data-asks="${CSS.escape(what)}"]`;
      /** @type {HTMLElement|null} */ (this.element.querySelector(next))?.focus();
    };
    if (!isAsked)
      return [h('button', { type: 'button', 'aria-label': label, 'data-asks': what, onclick: () => ask(what) }, text)];
    return [
      h(
        'span.sure',
        {},
        h('span', { role: 'alert' }, warning),
        h('button', { type: 'button', onclick: () => ask('') }, _('Keep it')),
        h('button.primary', { type: 'button', onclick: () => void this.#do('list', act, () => done) }, sure),
      ),
    ];
  }

  /** @param {Part} part */
  #told(part) {
    const told = state.toldOf(this.known, part);
    return h(told?.isGood ? 'p.done' : 'p.notice', { role: told?.isGood ? 'status' : 'alert' }, told?.text ?? '');
  }

  /**
   * Asks the server for something; what was typed stays where it is refused.
   * @template T
   * @param {Part} part @param {() => Promise<T>} send @param {() => string} text
   */
  async #do(part, send, text) {
    if (!state.begin(this.known, part)) return;
    try {
      const answer = await send();
      const made = /** @type {any} */ (answer)?.token ? /** @type {any} */ (answer) : null;
      await this.refresh();
      state.succeed(this.known, text(), made);
      this.#renew();
    } catch (error) {
      state.fail(this.known, String(/** @type {Error} */ (error).message));
      if (part === 'list') this.draw();
      else
        this.element
          .querySelector(`form:has([name="${part === 'bot' ? 'name' : 'days'}"]) :is(.notice, .done)`)
          ?.replaceWith(this.#told(part));
    }
  }

  /** Shows how things are now; the keyboard goes on from a new token, or from the heading. */
  #renew() {
    this.draw();
    const next = this.element.querySelector('.made input') ?? this.element.querySelector('h1');
    /** @type {HTMLElement|null} */ (next)?.focus();
    if (this.known.told?.isGood) say(this.known.told.text);
  }
}

/** @param {string} label @param {{name: string, maxlength: string, help: string}} asked */
function field(label, { name, maxlength, help }) {
  const id = freshId('programs');
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: 'text',
      id,
      name,
      required: true,
      maxlength,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': `${id}-help`,
    })
  );
  const element = h('div.field', {}, h('label', { for: id }, label), input, h('p.detail', { id: `${id}-help` }, help));
  return { input, element };
}

/** @param {string} name @param {string} label @param {string[][]} options */
function select(name, label, options) {
  const id = freshId('programs');
  const input = /** @type {HTMLSelectElement} */ (
    h('select', { id, name }, ...options.map(([value, text]) => h('option', { value }, text)))
  );
  return { input, element: h('div.field', {}, h('label', { for: id }, label), input) };
}

/** @param {api.Scope} scope */
function scopeBox(scope) {
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', name: scope, checked: true }));
  const words = {
    play: _('move, offer, answer, resign, plan moves, go on vacation'),
    challenge: _('make, accept, decline and withdraw invitations'),
    read: _('see games, boards and records, and follow what happens'),
  }[scope];
  return { input, element: h('label.choice', {}, input, h('span', {}, h('code', {}, scope), ' · ', words)) };
}

/** @param {number} days */
function daysText(days) {
  return { 30: _('30 days'), 365: _('a year') }[days] ?? _('until it is revoked');
}

/** @param {api.ApiToken} token */
function useText({ created_ms: created, used_ms: used }) {
  return used === null
    ? _('created on {day}, never used', { day: day(created) })
    : _('created on {day}, last used on {other}', { day: day(created), other: day(used) });
}

/** @param {api.ApiToken} token */
function endText({ expires_ms: end }) {
  return end === null ? _('until it is revoked') : _('until {day}', { day: day(end) });
}
