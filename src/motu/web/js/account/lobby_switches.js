// What somebody with a name decides about the lobby: whether it says his name, and whether others may ask him by it.

import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { letAsk, showInLobby } from './account_api.js';

/** @typedef {import('../api.js').Account} Account */
/** @typedef {import('../api.js').Who} Who */

/** Whether the lobby says that one is there. @param {Account} account */
export const seenSwitch = (account) =>
  choice(account, 'is_seen', showInLobby, _('Show my name while I am in the lobby'), (isOn) =>
    isOn ? _('Others see your name while you are in the lobby.') : _('Your name is hidden in the lobby.'),
  );

/** Whether others may ask one to play by one's name. @param {Account} account */
export const askSwitch = (account) =>
  choice(account, 'is_asked', letAsk, _('Let others invite me by name'), (isOn) =>
    isOn ? _('Others can invite you by name.') : _('Nobody can invite you by name.'),
  );

/**
 * @param {Account} account
 * @param {'is_seen'|'is_asked'} what
 * @param {(isOn: boolean) => Promise<Who>} keep
 * @param {string} text
 * @param {(isOn: boolean) => string} told what is said once it is kept
 */
function choice(account, what, keep, text, told) {
  const notice = h('p.notice', { role: 'alert' });
  const box = /** @type {HTMLInputElement} */ (
    h('input', { type: 'checkbox', id: freshId('lobby'), checked: account[what] })
  );
  box.addEventListener('change', async () => {
    notice.textContent = '';
    try {
      account[what] = (await keep(box.checked)).account?.[what] ?? false;
      say(told(box.checked));
    } catch (error) {
      box.checked = !box.checked;
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  });
  return h('div', {}, h('div.field.switch', {}, box, h('label', { for: box.id }, text)), notice);
}
