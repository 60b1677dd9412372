// Two buttons about somebody: not to hear him, or to have nothing to do with him. Both are undone on the account page.

import * as list from './blocks_api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { useStyle } from '../style.js';
import { button } from '../views/table_buttons.js';

await useStyle('blocks');

/** @typedef {{name: string}|{game: string, seat: number}|{game: string, line: number}} Meant  whom: by name, where he sits, or what he has said */

/**
 * @param {Meant} meant
 * @param {string} name what he is called
 * @param {() => void} onDone
 */
export function blockButtons(meant, name, onDone) {
  const notice = h('span.notice', { role: 'alert' });
  const decide = async (/** @type {'mute'|'block'} */ kind, /** @type {string} */ done) => {
    try {
      await list.block({ kind, ...meant });
      say(done);
      notice.textContent = '';
      onDone();
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  const mute = button(_('Mute'), () => void decide('mute', _('You will no longer see what {name} writes.', { name })));
  mute.title = _('You will no longer see what this player writes.');
  const block = button(_('Block'), () => void decide('block', _('{name} is blocked.', { name })));
  block.title = _('You will not be paired or see each other’s messages again. Nobody is told.');
  return h('span.block-buttons', { role: 'group', 'aria-label': name }, mute, block, notice);
}
