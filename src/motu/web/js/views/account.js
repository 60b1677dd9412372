// A name of one's own: /account. A guest claims one, or logs in; whoever has one sees in which browsers he is logged in, and
// changes his name and password.

import * as api from '../api.js';
import * as own from '../account/account_api.js';
import { mailPlace } from '../account/mail_api.js';
import { forgottenForm, mailCard } from '../account/mail_card.js';
import {
  begin,
  fail,
  hasThings,
  newState,
  succeed,
  takeSessions,
  takeThings,
  toldOf,
} from '../account/account_state.js';
import { alongQuestion, guestThings, takeAlong, takenText, thingsText } from '../account/along.js';
import { claimWithPasskey, confirmed, hasPasskeys, logInWithPasskey, offerPasskeys } from '../account/passkey_api.js';
import { PasskeysCard } from '../account/passkeys_card.js';
import { accountField, claimFields, logInFields, nameFields, passwordFields } from '../account/account_fields.js';
import { sessionsCard } from '../account/sessions_card.js';
import { askSwitch, seenSwitch } from '../account/lobby_switches.js';
import { OwnCards } from '../account/own_cards.js';
import { noticeChoice } from '../notices/choice_api.js';
import { readPush, renewHere } from '../notices/push.js';
import { choiceCard } from '../notices/choice_card.js';
import { BlocksCard } from '../blocks/blocks_card.js';
import { h } from '../dom.js';
import { toldCard } from '../order/told_card.js';
import { _ } from '../i18n.js';
import { tell } from '../news.js';
import { changingPerson } from '../person.js';
import { say } from '../shell.js';
import { useStyle } from '../style.js';

/** @typedef {import('../account/account_state.js').Work} Work */
/** @typedef {import('../account/account_fields.js').FieldAsked} FieldAsked */

await useStyle('people');

/** What the page is, before the server has answered. */
export const heading = () => _('Account');

/** @type {import('../main.js').Render} */
export async function render(place) {
  const [{ account }, things] = await Promise.all([api.whoAmI(), guestThings()]);
  const page = new AccountPage(newState(account, [], things), await toldCards(account));
  page.told = account && (await toldCard());
  if (account) await page.refresh();
  page.draw();
  const blocked = new BlocksCard();
  await blocked.refresh();
  place.append(page.element, h('div.account', {}, blocked.element, page.own));
  void page.offer();
  return () => api.mean('');
}

/** @typedef {{choices: HTMLElement, mail: HTMLElement|null, push: import('../notices/push_state.js').PushState}} ToldCards */

/** What one is told of, and where one gets mail, or what to do without one's password. @param {api.Account|null} account @returns {Promise<ToldCards>} */
async function toldCards(account) {
  const [choice, place, push] = await Promise.all([noticeChoice(), mailPlace(), readPush()]);
  const mail = account ? mailCard(place, account.name) : place.is_on ? forgottenForm() : null;
  return { choices: choiceCard(choice, push), mail, push };
}

class AccountPage {
  /** @param {import('../account/account_state.js').AccountState} state @param {ToldCards} cards */
  constructor(state, cards) {
    this.state = state;
    this.wantsAlong = false;
    this.cards = cards;
    /** @type {HTMLElement|null} what moderators have told */
    this.told = null;
    /** @type {PasskeysCard|null} */
    this.passkeys = null;
    /** Lets the browser offer passkeys, where one may log in. @type {() => Promise<void>} */
    this.offer = async () => {};
    this.element = h('article.account');
    this.own = h('div');
  }

  draw() {
    const { account } = this.state;
    api.mean(account?.name ?? '');
    this.offer = async () => {};
    this.element.replaceChildren(
      h('h1', {}, account ? account.name : _('Claim a name')),
      ...(account ? this.#person() : this.#guest()).filter((each) => each !== null),
    );
    const hasPassword = this.passkeys?.state.hasPassword ?? true;
    this.own.replaceChildren(
      ...(account ? [new OwnCards(account.name, hasPassword, (remove) => this.#remove(remove)).element] : []),
    );
  }

  async refresh() {
    takeSessions(this.state, (await own.loginSessions()).sessions);
    const here = this.state.sessions.find((each) => each.is_this)?.browser || _('Passkey');
    this.passkeys = new PasskeysCard(this.state.account?.name ?? '', here);
    await this.passkeys.refresh();
  }

  // --- a guest

  #guest() {
    return [
      h(
        'div.cards',
        {},
        this.#form(
          'claim',
          _('Claim a name, keep your games'),
          _('Claim this name'),
          claimFields(),
          (values) => own.claimName(values.name, values.password),
          null,
          { action: _('With a passkey, without a password'), send: (values) => claimWithPasskey(values.name) },
        ),
        this.#logIn(),
      ),
      this.cards.mail,
      h(
        'p.detail',
        {},
        _('You do not need a name to play. With one, you have your games, studies and puzzles in every browser.'),
      ),
      this.cards.choices,
    ];
  }

  #logIn() {
    const along = alongQuestion(this.state.things);
    const entered = async (/** @type {Promise<api.Who>} */ asked) => {
      const who = await asked;
      this.wantsAlong = along.wants();
      return who;
    };
    const logIn = (/** @type {Record<string, string>} */ { name, password }) => entered(own.logIn(name, password));
    const withPasskey = { action: _('Log in with a passkey'), send: () => entered(logInWithPasskey()) };
    const form = this.#form('log-in', _('Log in'), _('Log in'), logInFields(), logIn, along.element, withPasskey);
    const name = /** @type {HTMLInputElement} */ (form.querySelector('input[name=name]'));
    this.offer = () => offerPasskeys(name, (send) => void this.#do('log-in', form, () => entered(send())));
    return form;
  }

  // --- somebody with a name

  #along() {
    const { things } = this.state;
    if (!hasThings(things) && !toldOf(this.state, 'along')) return [];
    const text = _('In this browser you have played as a guest: {things}.', { things: thingsText(things) });
    const button = h(
      'button.primary',
      { type: 'button', onclick: () => void this.#takeAlong() },
      _('Move it to my account'),
    );
    const offer = hasThings(things) ? [h('p', {}, text), h('p.buttons', {}, button)] : [];
    return [h('section.card', {}, h('h2', {}, _('What you did as a guest')), ...offer, this.#told('along'))];
  }

  #person() {
    const { account } = this.state;
    const name = account?.name ?? '';
    return [
      this.told ?? '',
      h('p', {}, _('You have your games, studies and puzzles in every browser where you log in.')),
      this.state.account?.role === 'none' ? '' : h('p', {}, h('a.button', { href: '/moderation' }, _('Moderation'))),
      ...this.#along(),
      sessionsCard(
        this.state.sessions,
        () => void this.#logOut(),
        (end) => void this.#end(end),
        [this.#told('sessions'), this.#told('log-out')],
      ),
      this.passkeys?.element ?? null,
      this.cards.choices,
      this.cards.mail,
      account ? h('section.card', {}, h('h2', {}, _('In the lobby')), seenSwitch(account), askSwitch(account)) : '',
      h(
        'div.cards',
        {},
        this.#password(name),
        this.#form('name', _('Change your name'), _('Change name'), nameFields(account), (values) =>
          own.changeName(values.name),
        ),
      ),
      h('p', {}, h('a', { href: '/programs' }, _('Programs and bots'))),
    ];
  }

  /** @param {string} name */
  #password(name) {
    if (this.passkeys?.state.hasPassword ?? true)
      return this.#form('password', _('Change your password'), _('Change password'), passwordFields(), (values) =>
        own.changePassword(values.old, values.new),
      );
    const fields = passwordFields().slice(1);
    return this.#form('password', _('Choose a password'), _('Save password'), fields, (values) =>
      confirmed(name, () => own.changePassword('', values.new)),
    );
  }

  // --- what is done

  /** @param {Work} work @param {string} title @param {string} action @param {FieldAsked[]} fields @param {(values: Record<string, string>) => Promise<{account: api.Account|null}>} send @param {HTMLElement|null} [question] @param {{action: string, send: (values: Record<string, string>) => Promise<{account: api.Account|null}>}|null} [other] another way, with a passkey */
  #form(work, title, action, fields, send, question = null, other = null) {
    const inputs = fields.map(accountField);
    const values = () => Object.fromEntries(inputs.map(({ input }) => [input.name, input.value]));
    const form = h(
      'form.card',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#do(work, form, () => send(values()));
        },
      },
      h('h2', {}, title),
      ...inputs.map(({ element }) => element),
      question,
      h(
        'p.buttons',
        {},
        h('button.primary', { type: 'submit' }, action),
        other &&
          hasPasskeys() &&
          h(
            'button',
            { type: 'button', onclick: () => void this.#do(work, form, () => other.send(values())) },
            other.action,
          ),
      ),
      this.#told(work),
    );
    return form;
  }

  /** @param {Work} work */
  #told(work) {
    const told = toldOf(this.state, work);
    return h(
      told?.isGood ? 'p.done' : 'p.notice',
      { role: told?.isGood ? 'status' : 'alert', 'data-told': work },
      told?.text ?? '',
    );
  }

  /** What a form asks for; what was typed stays where it is refused. @param {Work} work @param {HTMLElement} form @param {() => Promise<{account: api.Account|null}>} send */
  async #do(work, form, send) {
    if (!begin(this.state, work)) return;
    for (const each of this.element.querySelectorAll('[data-told]')) each.replaceChildren();
    try {
      const before = this.state.account?.name;
      const change = async () => {
        const who = await send();
        api.mean(who.account?.name ?? '');
        if (work === 'claim') await renewHere(this.cards.push).catch(() => undefined);
        return who;
      };
      const { account } = await changingPerson(change, (who) =>
        who.account?.name === before ? null : (who.account?.name ?? ''),
      );
      if (account?.name !== before) await this.#renewCards();
      succeed(this.state, work, doneText(work), account);
      await this.refresh();
      this.told = account && (await toldCard());
      if (work === 'log-in' && this.wantsAlong) await this.#takeAlong();
      else this.#renew();
    } catch (error) {
      fail(this.state, work, String(/** @type {Error} */ (error).message));
      const notice = form.querySelector('[data-told]');
      notice?.replaceWith(this.#told(work));
    }
  }

  async #takeAlong() {
    if (!begin(this.state, 'along')) return;
    try {
      const text = takenText(await takeAlong());
      takeThings(this.state, await guestThings());
      succeed(this.state, 'along', text);
    } catch (error) {
      fail(this.state, 'along', String(/** @type {Error} */ (error).message));
    }
    this.#renew();
  }

  async #logOut() {
    if (!begin(this.state, 'log-out')) return;
    try {
      await changingPerson(own.logOut, () => '');
      await this.#renewCards();
      succeed(this.state, 'log-out', '', null);
      void tell(_('You are logged out.'));
    } catch (error) {
      fail(this.state, 'log-out', String(/** @type {Error} */ (error).message));
    }
    this.#renew();
  }

  /** Deletes the account. @param {() => Promise<void>} remove */
  async #remove(remove) {
    await changingPerson(remove, () => '');
    await this.#renewCards();
    takeThings(this.state, await guestThings());
    this.told = null;
    this.passkeys = null;
    this.state.account = null;
    this.state.told = null;
    takeSessions(this.state, []);
    void tell(_('Your account has been deleted.'));
    this.#renew();
  }

  /** Somebody else is here from now on. */
  async #renewCards() {
    this.cards = await toldCards((await api.whoAmI()).account);
  }

  /** @param {() => Promise<void>} end */
  async #end(end) {
    if (!begin(this.state, 'sessions')) return;
    try {
      await end();
      await this.refresh();
      succeed(this.state, 'sessions', _('Logged out there.'));
    } catch (error) {
      fail(this.state, 'sessions', String(/** @type {Error} */ (error).message));
    }
    this.#renew();
  }

  /** Shows how things are now; the keyboard goes on from the heading. */
  #renew() {
    this.draw();
    void this.offer();
    const heading = this.element.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    if (this.state.told?.isGood && this.state.told.text) say(this.state.told.text);
  }
}

/** @param {Work} work */
function doneText(work) {
  switch (work) {
    case 'password':
      return _('Your password has been changed, and you are logged out in all other browsers.');
    case 'name':
      return _('Your name has been changed.');
    case 'claim':
      return _('The name is yours.');
    default:
      return _('You are logged in.');
  }
}
