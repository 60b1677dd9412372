// Whom one has muted or blocked, on the account page: each can be undone.

import * as list from './blocks_api.js';
import { h } from '../dom.js';
import { _, day } from '../i18n.js';
import { say } from '../shell.js';

/** @typedef {import('../api.js').Block} Block */

export class BlocksCard {
  constructor() {
    this.list = h('ul.browsers', { role: 'list' });
    this.nobody = h('p.detail', {}, _('Nobody. You can mute or block someone in a game or on their profile.'));
    this.notice = h('p.notice', { role: 'alert' });
    this.title = h('h2', { tabindex: '-1' }, _('Muted and blocked'));
    this.element = h('section.card.blocked', {}, this.title, this.nobody, this.list, this.notice);
  }

  async refresh() {
    this.#show((await list.blocks()).blocks);
  }

  /** @param {Block[]} found */
  #show(found) {
    this.nobody.hidden = found.length > 0;
    this.list.replaceChildren(...found.map((each) => this.#row(each)));
  }

  /** @param {Block} block */
  #row({ id, kind, name, at_ms: atMs }) {
    const who = name || _('Guest');
    const since = { date: day(atMs) };
    return h(
      'li',
      {},
      h('strong', {}, who),
      h('span.detail', {}, kind === 'mute' ? _('muted on {date}', since) : _('blocked on {date}', since)),
      h(
        'button',
        { type: 'button', 'aria-label': _('Undo: {name}', { name: who }), onclick: () => void this.#undo(id, who) },
        _('Undo'),
      ),
    );
  }

  /** @param {string} id @param {string} name */
  async #undo(id, name) {
    this.notice.textContent = '';
    try {
      await list.unblock(id);
      await this.refresh();
      say(_('{name} is no longer muted or blocked.', { name }));
      this.title.focus();
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}
