// What a link in a mail leads to: an address confirmed, a forgotten password replaced, mails stopped. What makes the link
// good stands behind its #, and is taken out of the address at once.

import * as mail from '../account/mail_api.js';
import { whoAmI } from '../api.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { changingPerson } from '../person.js';
import { useStyle } from '../style.js';

await useStyle('people');

/** What the page is, before the server has answered. */
export const heading = () => _('Email');

/** @type {Record<string, (token: string) => Promise<Node[]>|Node[]>} */
const PAGES = { confirm, reset, stop };

/** @type {import('../main.js').Render} */
export async function render(place, [purpose]) {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  const page = h('article.account.by-link');
  place.append(page);
  try {
    page.replaceChildren(...(await (PAGES[purpose] ?? noSuch)(token)));
  } catch (error) {
    page.replaceChildren(...refused(error));
  }
}

const toAccount = () => h('p.buttons', {}, h('a.button', { href: '/account' }, _('Go to your account')));

/** @param {unknown} error */
function refused(error) {
  const text = String(/** @type {Error} */ (error).message);
  return [h('h1', {}, _('That did not work')), h('p', { role: 'alert' }, text), toAccount()];
}

/** @returns {never} */
function noSuch() {
  throw new Error(_('There is nothing at {address}.', { address: location.pathname }));
}

/** A program that looks at links before their reader does has confirmed nothing: somebody presses. @param {string} token */
function confirm(token) {
  const told = h('div');
  const press = async () => {
    try {
      const { address } = await mail.confirmAddress(token);
      told.replaceChildren(
        h('p', { role: 'status' }, _('{address} is now your email address.', { address })),
        toAccount(),
      );
      button.remove();
    } catch (error) {
      told.replaceChildren(...refused(error).slice(1));
    }
  };
  const button = h('p.buttons', {}, h('button.primary', { type: 'button', onclick: () => void press() }, _('Confirm')));
  return [h('h1', {}, _('Confirm your email address')), button, told];
}

/** @param {string} token */
function reset(token) {
  const id = freshId('reset');
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'password', id, autocomplete: 'new-password', required: true, maxlength: '200' })
  );
  const told = h('div');
  const form = h(
    'form.card',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const replace = async () => {
            const { name } = await mail.replacePassword(token, input.value);
            return { name, who: await whoAmI() }; // perhaps logged out: a new password ends all sessions
          };
          const { name } = await changingPerson(replace, ({ who }) => who.account?.name ?? '');
          told.replaceChildren(
            h('p', { role: 'status' }, _('{name} has a new password. Log in with it.', { name })),
            toAccount(),
          );
          form.remove();
        } catch (error) {
          told.replaceChildren(h('p.notice', { role: 'alert' }, String(/** @type {Error} */ (error).message)));
        }
      },
    },
    h(
      'div.field',
      {},
      h('label', { for: id }, _('New password')),
      input,
      h('p.detail', {}, _('At least 8 characters. You will be logged out in all browsers.')),
    ),
    h('p.buttons', {}, h('button.primary', { type: 'submit' }, _('Save new password'))),
  );
  return [h('h1', {}, _('Choose a new password')), form, told];
}

/** @param {string} token */
async function stop(token) {
  await mail.stopDigest(token, false);
  const told = h('p', { role: 'status' }, _('You will get no more emails about games waiting for you.'));
  const again = async () => {
    await mail.stopDigest(token, true);
    told.textContent = _('You will get them again.');
    buttons.remove();
  };
  const buttons = h(
    'p.buttons',
    {},
    h('button', { type: 'button', onclick: () => void again() }, _('Turn them back on')),
    h('a.button', { href: '/games' }, _('Go to your games')),
  );
  return [h('h1', {}, _('Unsubscribe from these emails')), told, buttons];
}
