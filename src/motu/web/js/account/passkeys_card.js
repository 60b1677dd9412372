// One's passkeys, on the account page: added, named, removed.

import { freshId, h } from '../dom.js';
import { _, dateTime } from '../i18n.js';
import { say } from '../shell.js';
import { addPasskey, confirmed, hasPasskeys, ownPasskeys, removePasskey, renamePasskey } from './passkey_api.js';
import { beginPasskey, endPasskey, isOnlyWay, newPasskeys, takePasskeys, toggleOpen } from './passkeys_state.js';

/** @typedef {import('./passkey_api.js').Passkey} Passkey */
/** @typedef {import('./passkey_api.js').Passkeys} Passkeys */

export class PasskeysCard {
  /** @param {string} person whose they are @param {string} browser what a new one is called, unless one says so */
  constructor(person, browser) {
    this.state = newPasskeys();
    this.person = person;
    this.browser = browser;
    this.element = h('section.card.passkeys');
  }

  async refresh() {
    takePasskeys(this.state, await ownPasskeys());
    this.#draw();
  }

  #draw() {
    const { passkeys, hasPassword, fault } = this.state;
    const only = isOnlyWay(this.state) && passkeys.length > 0;
    this.element.replaceChildren(
      h('h2', { tabindex: '-1' }, _('Passkeys')),
      h(
        'p',
        {},
        _(
          'With a passkey you log in with your fingerprint, your face or your device’s screen lock, without a password.',
        ),
      ),
      h('ul.browsers', { role: 'list' }, ...passkeys.map((each) => this.#row(each))),
      only
        ? h(
            'p.detail',
            {},
            _('This passkey is your only way to log in. Add another one, or choose a password, just in case.'),
          )
        : '',
      hasPasskeys()
        ? this.#addition(hasPassword)
        : h('p.detail', {}, _('Passkeys can only be added on a site with a domain name and HTTPS.')),
      h('p.notice', { role: 'alert' }, fault),
    );
  }

  /** @param {Passkey} passkey */
  #row(passkey) {
    const name = passkey.name || _('Passkey');
    const told = [
      passkey.used_ms === null ? _('not used yet') : _('last used on {time}', { time: dateTime(passkey.used_ms) }),
      passkey.host === location.hostname ? '' : _('for {host}', { host: passkey.host }),
    ];
    const button = (/** @type {'rename'|'remove'} */ does, /** @type {string} */ label, /** @type {string} */ title) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': title,
          'aria-expanded': String(this.state.open?.id === passkey.id && this.state.open.does === does),
          onclick: () => this.#toggle(passkey.id, does),
        },
        label,
      );
    return h(
      'li',
      {},
      h('strong', {}, name),
      h('span.detail', {}, told.filter(Boolean).join(', ')),
      h(
        'span.acts',
        {},
        button('rename', _('Rename'), _('Rename: {name}', { name })),
        button('remove', _('Remove'), _('Remove: {name}', { name })),
      ),
      this.state.open?.id === passkey.id && this.#question(passkey, name),
    );
  }

  /** @param {Passkey} passkey @param {string} name */
  #question(passkey, name) {
    if (this.state.open?.does === 'remove')
      return h(
        'div.ask',
        {},
        h('p', {}, _('It will no longer log you in. Your device may still offer it, so remove it there, too.')),
        h(
          'p.buttons',
          {},
          h(
            'button.bad',
            {
              type: 'button',
              onclick: () => void this.#do(() => removePasskey(passkey.id), _('{name} has been removed.', { name })),
            },
            _('Remove this passkey'),
          ),
        ),
      );
    const field = nameField(passkey.name);
    return h(
      'form.ask',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#do(() => renamePasskey(passkey.id, field.input.value), _('Renamed.'));
        },
      },
      field.element,
      h('p.buttons', {}, h('button.primary', { type: 'submit' }, _('Save'))),
    );
  }

  /** @param {boolean} hasPassword */
  #addition(hasPassword) {
    const field = nameField(this.browser);
    const id = freshId('passkey');
    const password = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'password',
        id,
        autocomplete: 'current-password',
        maxlength: '200',
        'aria-describedby': `${id}-help`,
      })
    );
    return h(
      'form.add',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const add = () => addPasskey(field.input.value, hasPassword ? password.value : '');
          void this.#do(() => (hasPassword ? add() : confirmed(this.person, add)), _('Passkey added.'));
        },
      },
      field.element,
      hasPassword &&
        h(
          'div.field',
          {},
          h('label', { for: id }, _('Password')),
          password,
          h('p.detail', { id: `${id}-help` }, _('Not needed if you have logged in within the last ten minutes.')),
        ),
      h('p.buttons', {}, h('button.primary', { type: 'submit' }, _('Add a passkey'))),
    );
  }

  /** @param {string} id @param {'rename'|'remove'} does */
  #toggle(id, does) {
    toggleOpen(this.state, id, does);
    this.#draw();
    const asked = /** @type {HTMLElement|null} */ (this.element.querySelector('.ask input, .ask button'));
    asked?.focus();
  }

  /** @param {() => Promise<Passkeys>} act @param {string} done */
  async #do(act, done) {
    if (!beginPasskey(this.state)) return;
    try {
      takePasskeys(this.state, await act());
      endPasskey(this.state);
      this.#draw();
      /** @type {HTMLElement|null} */ (this.element.querySelector('h2'))?.focus();
      say(done);
    } catch (error) {
      endPasskey(this.state, String(/** @type {Error} */ (error).message));
      const notice = this.element.querySelector('.notice');
      if (notice) notice.textContent = this.state.fault;
    }
  }
}

/** @param {string} value */
function nameField(value) {
  const id = freshId('passkey');
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', id, value, required: true, maxlength: '80', autocomplete: 'off' })
  );
  return { input, element: h('div.field', {}, h('label', { for: id }, _('Name of the passkey')), input) };
}
