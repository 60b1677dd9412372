// Two buttons about somebody: not to hear him, or to have nothing to do with him. They say what is so, and undo it; the
// account page does, too.

import * as list from './blocks_api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { useStyle } from '../style.js';
import { button } from '../views/table_buttons.js';

await useStyle('blocks');

/** @typedef {import('./blocks_api.js').Block} Block */
/** @typedef {{name: string}|{game: string, seat: number}|{game: string, line: number}} Meant  whom: by name, where he sits, or what he has said */

/**
 * @param {Meant} meant
 * @param {string} name what he is called
 * @param {{held?: Block|null, onDone?: () => void}} [told] what is so by now; called when something else is
 */
export function blockButtons(meant, name, { held = null, onDone = () => undefined } = {}) {
  const notice = h('span.notice', { role: 'alert' });
  const state = h('span.detail');
  const buttons = h('span.block-buttons');
  const act = async (/** @type {() => Promise<Block|null>} */ work, /** @type {string} */ done) => {
    try {
      held = await work();
      notice.textContent = '';
      draw();
      say(done);
      onDone();
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  // What is decided last stands first.
  const decide = (/** @type {Block['kind']} */ kind) =>
    act(async () => (await list.block({ kind, ...meant })).blocks[0] ?? null, stateText(kind, name));
  const undo = () =>
    act(() => list.unblock(held?.id ?? '').then(() => null), _('{name} is no longer muted or blocked.', { name }));
  const draw = () => {
    const hadFocus = buttons.contains(document.activeElement);
    const mute = button(_('Mute'), () => void decide('mute'));
    mute.title = _('You will no longer see what this player writes.');
    const block = button(_('Block'), () => void decide('block'));
    block.title = _('You will not be paired or see each other’s messages again. Nobody is told.');
    const back = button(held?.kind === 'block' ? _('Unblock') : _('Unmute'), () => void undo());
    buttons.replaceChildren(
      ...(held ? [back, held.kind === 'mute' && block] : [mute, block]).filter((each) => each !== false),
    );
    state.textContent = held ? stateText(held.kind, name) : '';
    if (hadFocus) /** @type {HTMLElement} */ (buttons.firstElementChild).focus();
  };
  draw();
  return h('span.block-buttons', { role: 'group', 'aria-label': name }, buttons, state, notice);
}

/** @param {Block['kind']} kind @param {string} name */
const stateText = (kind, name) =>
  kind === 'mute' ? _('You will no longer see what {name} writes.', { name }) : _('{name} is blocked.', { name });
