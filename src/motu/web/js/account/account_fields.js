// The fields of the forms on the page of an account: what is asked for a name, a password, or a way in.

import { freshId, h } from '../dom.js';
import { _, dateTime } from '../i18n.js';

/** @typedef {{name: string, label: string, kind?: string, autocomplete: AutoFill, value?: string, help?: string}} FieldAsked */

/** So long after a name was chosen nobody chooses another one, as the server has it. */
const RENAMING_MS = 30 * 86_400_000;

/** @param {FieldAsked} asked */
export function accountField({ name, label, kind = 'text', autocomplete, value = '', help }) {
  const id = freshId('account');
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: kind,
      id,
      name,
      value,
      autocomplete,
      required: true,
      maxlength: kind === 'password' ? '200' : '20',
      spellcheck: 'false',
      autocapitalize: 'off',
      'aria-describedby': help ? `${id}-help` : null,
    })
  );
  const element = h(
    'div.field',
    {},
    h('label', { for: id }, label),
    input,
    help && h('p.detail', { id: `${id}-help` }, help),
  );
  return { input, element };
}

/** @returns {FieldAsked[]} */
export const claimFields = () => [
  { name: 'name', label: _('Name'), autocomplete: 'username', help: _('2 to 20 letters, digits, - _ or .') },
  {
    name: 'password',
    label: _('Password'),
    kind: 'password',
    autocomplete: 'new-password',
    help: _('At least 8 characters. Nobody can look it up for you, so keep it safe.'),
  },
];

/** @returns {FieldAsked[]} */
export const logInFields = () => [
  { name: 'name', label: _('Name'), autocomplete: 'username webauthn' },
  { name: 'password', label: _('Password'), kind: 'password', autocomplete: 'current-password' },
];

/** @param {import('../api.js').Account|null} account @returns {FieldAsked[]} */
export const nameFields = (account) => [
  {
    name: 'name',
    label: _('New name'),
    autocomplete: 'username',
    value: account?.name ?? '',
    help: renamingText(account?.renamed_ms ?? 0),
  },
];

/** When the name can be changed. @param {number} chosen when it was chosen, milliseconds since 1970 */
function renamingText(chosen) {
  const from = chosen + RENAMING_MS;
  return from > Date.now()
    ? _('You can change your name again from {time} on; capital letters at any time.', { time: dateTime(from) })
    : _('You can change your name once every 30 days, and capital letters at any time.');
}

/** @returns {FieldAsked[]} */
export const passwordFields = () => [
  { name: 'old', label: _('Current password'), kind: 'password', autocomplete: 'current-password' },
  { name: 'new', label: _('New password'), kind: 'password', autocomplete: 'new-password' },
];
