// The ladder that never ends: /ladder/GAME. Who stands on it plays for the place of somebody a few places above, by
// correspondence, so that it needs nobody to be here at the same time.

import * as ladders from '../tournaments/rungs_api.js';
import { h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _, number } from '../i18n.js';
import { NothingHere, goFrom } from '../shell.js';
import { useStyle } from '../style.js';
import { hasName } from './rated_choice.js';
import { button } from './table_buttons.js';
import { welcome } from './welcome.js';

const GAMES = ['atoll', 'atomorph', 'atmalof'];

await useStyle('standing');
await useStyle('tournaments');

/** @type {import('../main.js').Render} */
export async function render(place, [game = GAMES[0]]) {
  if (!GAMES.includes(game)) throw new NothingHere();
  const [ladder, isNamed] = await Promise.all([ladders.rungs(game), hasName()]);
  new LadderPage(place, ladder, isNamed);
}

class LadderPage {
  /** @param {HTMLElement} place @param {import('../api.js').Rungs} ladder @param {boolean} isNamed */
  constructor(place, ladder, isNamed) {
    this.game = ladder.game;
    this.isNamed = isNamed;
    this.notice = h('p.notice', { role: 'alert' });
    this.body = h('div', { 'aria-live': 'polite' });
    const games = GAMES.map((each) =>
      h('a', { href: `/ladder/${each}`, 'aria-current': each === this.game ? 'page' : null }, gameName(each)),
    );
    place.append(
      h(
        'article.standing.tournament',
        {},
        h('h1', {}, _('{game} ladder', { game: gameName(this.game) })),
        h('nav.buttons', { 'aria-label': _('Game') }, ...games),
        h(
          'p',
          {},
          _(
            'Challenge a player up to three places above you. You start with three days and get a day for each move. If you challenge and win, you take their place.',
          ),
        ),
        this.notice,
        this.body,
      ),
    );
    this.#draw(ladder);
  }

  /** @param {import('../api.js').Rungs} ladder */
  #draw({ rungs, is_in: isIn }) {
    const ways = isIn ? this.#waysOfMine() : [this.#wayIn()];
    this.body.replaceChildren(
      ...(rungs.length
        ? [h('p.buttons', {}, ...ways), this.#table(rungs)]
        : [welcome([_('Nobody is on the ladder yet: join it, and you are at the top.')], this.#wayIn())]),
      h(
        'p.detail',
        {},
        _('If you neither play for a place nor confirm that you are still here for 60 days, you drop off.'),
      ),
    );
  }

  #wayIn() {
    if (!this.isNamed) return h('a.button.primary', { href: '/account' }, _('Claim a name to join the ladder'));
    return button(_('Join the ladder'), () => void this.#do(() => ladders.joinRungs(this.game)), true);
  }

  #waysOfMine() {
    return [
      button(_('I am still here'), () => void this.#do(() => ladders.joinRungs(this.game))),
      button(_('Leave the ladder'), () => void this.#do(() => ladders.leaveRungs(this.game))),
    ];
  }

  /** @param {import('../api.js').Rung[]} rungs */
  #table(rungs) {
    const rows = rungs.map(({ place, name, is_me: isMe, game, may_challenge: may }) => {
      const person = name
        ? h(`a${isMe ? '.me' : ''}`, { href: `/people/${encodeURIComponent(name)}` }, name)
        : h('span', {}, _('deleted account'));
      const way = may
        ? h(
            'button',
            {
              type: 'button',
              'aria-label': _('Challenge {name}', { name }),
              onclick: () => void this.#challenge(name),
            },
            _('Challenge'),
          )
        : game
          ? h(
              'a',
              { href: `/play/${game}`, 'aria-label': _('{name}: playing for a place', { name }) },
              _('playing for a place'),
            )
          : h('span', {});
      return h('tr', {}, h('td', {}, number(place)), h('td', {}, person), h('td', {}, way));
    });
    return h(
      'div.rows',
      {},
      h(
        'table',
        {},
        h('caption', {}, _('Standings')),
        h(
          'thead',
          {},
          h('tr', {}, ...[_('Place'), _('Name'), _('Game')].map((head) => h('th', { scope: 'col' }, head))),
        ),
        h('tbody', {}, ...rows),
      ),
    );
  }

  /** @param {string} name */
  async #challenge(name) {
    this.notice.textContent = '';
    try {
      const { game } = await ladders.playForPlace(this.game, name);
      goFrom(this.notice, `/play/${game}`);
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  /** @param {() => Promise<import('../api.js').Rungs>} work */
  async #do(work) {
    this.notice.textContent = '';
    try {
      this.#draw(await work());
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}
