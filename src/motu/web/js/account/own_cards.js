// All that is one's own, on the account page: it is taken along as an archive, and the account is deleted.

import { deleteAccount } from './account_api.js';
import { confirmed } from './passkey_api.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';

export class OwnCards {
  /** @param {string} person whose they are @param {boolean} hasPassword @param {(remove: () => Promise<void>) => Promise<void>} onLeave deletes the account */
  constructor(person, hasPassword, onLeave) {
    this.person = person;
    this.hasPassword = hasPassword;
    this.onLeave = onLeave;
    this.isBusy = false;
    this.notice = h('p.notice', { role: 'alert' });
    this.password = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'password',
        id: freshId('leave'),
        autocomplete: 'current-password',
        required: true,
        maxlength: '200',
      })
    );
    this.element = h('div.cards.own', {}, this.#export(), this.#leave());
  }

  #export() {
    return h(
      'section.card',
      {},
      h('h2', {}, _('Your data')),
      h(
        'p',
        {},
        _(
          'Everything kept about you in one archive: your games as records that motu can read, your studies, puzzles, ratings, messages, and the rest.',
        ),
      ),
      h('p.buttons', {}, h('a.button', { href: '/api/account/export', download: '' }, _('Download your data'))),
    );
  }

  #leave() {
    return h(
      'section.card',
      {},
      h('h2', {}, _('Delete your account')),
      h(
        'details.leave',
        {},
        h('summary', {}, _('What is deleted, and what stays')),
        ...leavingTexts().map((text) => h('p', {}, text)),
        h(
          'form',
          { onsubmit: (/** @type {Event} */ event) => void this.#submit(event) },
          this.hasPassword
            ? h('div.field', {}, h('label', { for: this.password.id }, _('Password')), this.password)
            : h('p.detail', {}, _('If you have not just logged in, you will be asked for a passkey.')),
          h('p.buttons', {}, h('button.bad', { type: 'submit' }, _('Delete my account for good'))),
          this.notice,
        ),
      ),
    );
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      await this.onLeave(() =>
        this.hasPassword ? deleteAccount(this.password.value) : confirmed(this.person, () => deleteAccount('')),
      );
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      this.isBusy = false;
    }
  }
}

const leavingTexts = () => [
  _(
    'This deletes your name, password, email address, studies, puzzles, ratings, notifications, messages, bots, and games on one screen. None of it can be brought back.',
  ),
  _(
    'Your games with others stay, but show a deleted account instead of your name. Unfinished games are resigned, or aborted if you have not both moved yet. The ratings of other players and tournament standings do not change.',
  ),
];
