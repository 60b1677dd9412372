// The games that wait for anybody, and one's own that wait: a short list beside the form of a new game.

import * as api from '../api.js';
import { h } from '../dom.js';
import { clockText } from '../games/clock_words.js';
import { specText } from '../games/titles.js';
import { _ } from '../i18n.js';
import { useStyle } from '../style.js';
import { sideText } from './challenge_texts.js';

await useStyle('people');

/** So often it is asked what waits, in ms. */
const REFRESH_MS = 15_000;

export class Lobby {
  constructor() {
    this.list = h('ul.lobby', { role: 'list' });
    this.nothing = h(
      'p.detail',
      { hidden: true },
      _('Nobody waits just now. Choose Anybody, and your game stands here for a day.'),
    );
    this.element = h(
      'section.card.waiting',
      { hidden: true },
      h('h2', {}, _('Waiting for somebody')),
      this.list,
      this.nothing,
    );
    this.shown = '';
  }

  /** @param {boolean} isWanted */
  show(isWanted) {
    const wasHidden = this.element.hidden;
    this.element.hidden = !isWanted;
    if (isWanted && wasHidden) void this.#refresh();
  }

  /** As long as it is looked at. */
  async #refresh() {
    const { challenges } = await api.challenges().catch(() => ({ challenges: [] }));
    const shown = JSON.stringify(challenges);
    if (shown !== this.shown) this.list.replaceChildren(...challenges.map(item));
    this.shown = shown;
    this.nothing.hidden = challenges.length > 0;
    setTimeout(() => {
      if (this.element.isConnected && !this.element.hidden) void this.#refresh();
    }, REFRESH_MS);
  }
}

/** @param {api.Challenge} challenge */
function item(challenge) {
  const about = [sideText(challenge), clockText(challenge.clock), challenge.is_mine && _('yours')]
    .filter(Boolean)
    .join(' · ');
  return h(
    'li',
    {},
    h('a', { href: `/challenge/${challenge.id}` }, specText(challenge.spec)),
    h('span.detail', {}, about),
  );
}
