// What moderators have told one: warnings to be confirmed, and why one cannot write in chats.

import * as api from '../api.js';
import * as order from './order_api.js';
import { h } from '../dom.js';
import { mutedText } from '../games/refusals_among_people.js';
import { _, dateTime } from '../i18n.js';

/** @returns {Promise<HTMLElement|null>} null: nothing */
export async function toldCard() {
  const { warnings, mute } = await order.moderatorsWords();
  if (!warnings.length && !mute) return null;
  const card = h('section.card.from-moderators', { 'aria-label': _('From the moderators') });
  draw(card, warnings, mute);
  return card;
}

/** @param {HTMLElement} card @param {api.ToldByModerators['warnings']} warnings @param {api.ToldByModerators['mute']} mute */
function draw(card, warnings, mute) {
  const notice = h('p.notice', { role: 'alert' });
  const confirm = async (/** @type {string} */ id) => {
    try {
      await order.confirmWarning(id);
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
      return;
    }
    const left = warnings.filter((each) => each.id !== id);
    if (left.length || mute) draw(card, left, mute);
    else card.replaceChildren(h('p.done', { role: 'status' }, _('Thank you. You can play others again.')));
    card.setAttribute('tabindex', '-1');
    card.focus();
  };
  card.replaceChildren(
    h('h2', {}, _('From the moderators')),
    ...warnings.map(({ id, why, at_ms: at }) =>
      h(
        'div.warning',
        {},
        h('p', {}, h('strong', {}, why)),
        h('p.detail', {}, dateTime(at)),
        h('button.primary', { type: 'button', onclick: () => void confirm(id) }, _('I have read this')),
      ),
    ),
    mute ? h('p', {}, mutedText(mute.why, mute.until_ms)) : '',
    notice,
  );
}
