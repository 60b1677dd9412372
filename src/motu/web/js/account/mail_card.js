// Where one gets mail, and a new password where the old one is forgotten: cards of the account's page.

import * as mail from './mail_api.js';
import { confirmed, ownPasskeys } from './passkey_api.js';
import { Refusal } from '../api.js';
import { freshId, h } from '../dom.js';
import { _, currentLanguage } from '../i18n.js';
import { say } from '../shell.js';

/** @typedef {import('./mail_api.js').MailPlace} MailPlace */

/** What is said of an address that does not last. */
const throwawayText = () =>
  _('This is a throwaway address. Please give one that you keep: it is your way back into your account.');

/** The card of somebody with a name. @param {MailPlace} place @param {string} person his name */
export function mailCard(place, person) {
  const card = h('section.card.mail-place');
  draw(card, place, person);
  return card;
}

/** @param {HTMLElement} card @param {MailPlace} place @param {string} person @param {string} [told] what has just been done */
function draw(card, place, person, told = '') {
  const notice = h('p.notice', { role: 'alert' });
  /** @param {() => Promise<MailPlace>} work @param {string} done */
  const carryOut = async (work, done) => {
    try {
      draw(card, await work(), person, done);
      say(done);
      card.querySelector('h2')?.focus();
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const isThrowaway = error instanceof Refusal && error.slug === 'mail/throwaway';
      notice.textContent = isThrowaway ? throwawayText() : message;
    }
  };
  card.replaceChildren(
    h('h2', { tabindex: '-1' }, _('Email')),
    ...(place.is_on ? [] : [h('p', {}, _('This server does not send email.'))]),
    ...(place.is_on || place.address ? parts(place, person, carryOut) : []),
    h('p.done', { role: 'status' }, told),
    notice,
  );
}

/** @param {MailPlace} place @param {string} person @param {(work: () => Promise<MailPlace>, done: string) => void} carryOut */
function parts(place, person, carryOut) {
  const removed = async () => {
    await mail.removeAddress();
    return mail.mailPlace();
  };
  const has = place.address || place.wanted;
  return [
    h(
      'p.detail',
      {},
      _(
        'With an email address you can reset a forgotten password. Nobody else sees it, and nothing else is sent to it unless you ask for it.',
      ),
    ),
    place.address && h('p', {}, h('strong', {}, place.address)),
    place.wanted &&
      h('p', {}, _('A link has been sent to {address}. Open it within two days.', { address: place.wanted })),
    place.address && digestBox(place, carryOut),
    place.is_on && addressForm(place, person, carryOut),
    has &&
      h(
        'p.buttons',
        {},
        h(
          'button',
          { type: 'button', onclick: () => carryOut(removed, _('Your address has been removed.')) },
          _('Remove my address'),
        ),
      ),
  ].filter((each) => each instanceof HTMLElement);
}

/** @param {MailPlace} place @param {(work: () => Promise<MailPlace>, done: string) => void} carryOut */
function digestBox(place, carryOut) {
  const box = digestChoice(place.has_digest);
  box.input.addEventListener('change', () =>
    carryOut(() => mail.chooseDigest(box.input.checked, currentLanguage()), _('Saved.')),
  );
  return box.element;
}

/** @param {boolean} isOn */
function digestChoice(isOn) {
  const id = freshId('digest');
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', id, checked: isOn }));
  const element = h(
    'div.field.switch',
    {},
    input,
    h('label', { for: id }, _('Email me when it is my turn in correspondence games')),
    h('p.explanation', {}, _('At most two emails a day, and none if you have been back in the meantime.')),
  );
  return { input, element };
}

/** @param {MailPlace} place @param {string} person @param {(work: () => Promise<MailPlace>, done: string) => void} carryOut */
function addressForm(place, person, carryOut) {
  const has = place.address || place.wanted;
  const address = textField('email', _('Email address'), 'email', '254');
  const help = _('Not needed if you have logged in within the last ten minutes.');
  const password = textField('password', _('Your password'), 'current-password', '200', help);
  const digest = has ? null : digestChoice(false);
  const send = () =>
    mail.giveAddress({
      address: address.input.value,
      password: password.input.value,
      language: currentLanguage(),
      has_digest: digest ? digest.input.checked : place.has_digest,
    });
  const form = h(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        carryOut(() => sure(person, password.input.value, send), _('A link is on its way to you. Open it.'));
      },
    },
    address.element,
    password.element,
    digest?.element,
    h('p.buttons', {}, h('button.primary', { type: 'submit' }, has ? _('Change address') : _('Add address'))),
  );
  if (!has) return form;
  return h('details', {}, h('summary', {}, _('New address')), form);
}

/**
 * Whoever has no password at all shows a passkey instead.
 * @template T
 * @param {string} person
 * @param {string} password what was typed
 * @param {() => Promise<T>} send
 */
async function sure(person, password, send) {
  return password || (await ownPasskeys()).has_password ? send() : confirmed(person, send);
}

/** For who has forgotten his password. */
export function forgottenForm() {
  const address = textField('email', _('Email address'), 'email', '254');
  const told = h('p.done', { role: 'status' });
  const notice = h('p.notice', { role: 'alert' });
  const form = h(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        told.textContent = notice.textContent = '';
        try {
          await mail.forgotPassword(address.input.value, currentLanguage());
          told.textContent = _('If an account has this address, a link is on its way to it.');
        } catch (error) {
          notice.textContent = String(/** @type {Error} */ (error).message);
        }
      },
    },
    address.element,
    h('p.buttons', {}, h('button', { type: 'submit' }, _('Send me a link'))),
    told,
    notice,
  );
  return h('details.card.forgotten', {}, h('summary', {}, _('Forgot your password?')), form);
}

/** @param {string} kind @param {string} label @param {string} autocomplete @param {string} most how many characters @param {string} [help] when it may stay empty */
function textField(kind, label, autocomplete, most, help = '') {
  const id = freshId('mail');
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: kind, id, autocomplete, required: !help, maxlength: most, spellcheck: 'false' })
  );
  if (!help) return { input, element: h('div.field', {}, h('label', { for: id }, label), input) };
  input.setAttribute('aria-describedby', `${id}-help`);
  const told = h('p.detail', { id: `${id}-help` }, help);
  return { input, element: h('div.field', {}, h('label', { for: id }, label), input, told) };
}
