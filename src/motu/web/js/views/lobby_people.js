// Who is in the lobby and wants to be seen there: names with a dot, each of whom can be asked to play; and the switch by which
// one shows one's own.

import { seenSwitch } from '../account/lobby_switches.js';
import * as api from '../api.js';
import { h, keepOrShow } from '../dom.js';
import { _ } from '../i18n.js';

export class LobbyPeople {
  constructor() {
    this.own = '';
    /** @type {string[]} */
    this.names = [];
    this.list = h('ul.people-here', { role: 'list' });
    this.nobody = h('p.detail', { hidden: true }, _('Nobody is showing their name right now.'));
    this.choice = h('div.seen-choice');
    this.element = h(
      'section.card',
      { 'aria-labelledby': 'people-here' },
      h('h2', { id: 'people-here' }, _('Players online')),
      this.list,
      this.nobody,
      this.choice,
    );
    void this.#begin();
  }

  async #begin() {
    const { account } = await api.whoAmI().catch(() => ({ account: null }));
    this.own = account?.name ?? '';
    this.choice.replaceChildren(account ? seenSwitch(account) : h('p.detail', {}, nameLink()));
    this.#draw();
  }

  /** @param {string[]} names */
  show(names) {
    if (names.join(' ') === this.names.join(' ')) return;
    this.names = names;
    this.#draw();
  }

  /** The keyboard stays with the person where it was. */
  #draw() {
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
    keepOrShow(
      this.list,
      this.names.map((name) => this.#person(name)),
    );
    this.nobody.hidden = this.names.length > 0;
    if (focused) /** @type {HTMLElement|null} */ (this.list.querySelector(`[href="${focused}"]`))?.focus();
  }

  /** @param {string} name */
  #person(name) {
    const isOwn = name === this.own;
    const way = encodeURIComponent(name);
    return h(
      'li',
      {},
      h('span.dot-here', { 'aria-hidden': 'true' }),
      h('a', { href: `/people/${way}` }, name),
      isOwn
        ? h('span.detail', {}, _('you'))
        : h('a.button', { href: `/play?to=${way}`, 'aria-label': _('Invite {name}', { name }) }, _('Invite')),
    );
  }
}

const nameLink = () => h('a.way', { href: '/account' }, _('Claim a name to be seen here, if you like.'));
