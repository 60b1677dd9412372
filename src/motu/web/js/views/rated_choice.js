// The choice whether a game counts, with a sentence on what it means; a guest is told why his does not.

import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { keptChoice, newRatedChoice, ratedAsked, saidOfChallenge, saidOfChoice } from './rated_state.js';

const KEY = 'motu.rated';

/** Whether the result of a game counts, in a word. @param {boolean} isRated */
export const ratedText = (isRated) => (isRated ? _('Rated') : _('Casual'));

/** Whether whoever is here has a name; not, where the server does not answer. */
export const hasName = () =>
  api.whoAmI().then(
    ({ account }) => account !== null,
    () => false,
  );

export class RatedChoice {
  constructor() {
    this.state = newRatedChoice(localStorage.getItem(KEY));
    this.box = /** @type {HTMLInputElement} */ (
      h('input', { type: 'checkbox', id: freshId('rated'), checked: this.state.wanted })
    );
    this.box.addEventListener('change', () => this.#choose());
    this.switch = h('div.field.switch', {}, this.box, h('label', { for: this.box.id }, _('Rated game')));
    this.about = h('p.explanation', {}, '\u00a0');
    this.element = h('div.rated-choice', {}, this.switch, this.about);
  }

  /** @param {boolean} isNamed */
  show(isNamed) {
    this.state.isNamed = isNamed;
    this.#refresh();
  }

  /** Whether the result is to count. */
  get wanted() {
    return this.state.wanted;
  }

  /** Whether it does, where the opponent wants it, too. */
  get counts() {
    return saidOfChoice(this.state) === 'counts';
  }

  /** What a challenge asks for. */
  get asked() {
    return ratedAsked(this.state);
  }

  #choose() {
    this.state.wanted = this.box.checked;
    localStorage.setItem(KEY, keptChoice(this.state));
    this.#refresh();
  }

  #refresh() {
    const said = saidOfChoice(this.state);
    this.box.disabled = said === 'guest';
    this.box.checked = this.state.wanted && said !== 'guest';
    this.about.replaceChildren(...aboutChoice(said));
  }
}

/** @param {ReturnType<typeof saidOfChoice>} said */
function aboutChoice(said) {
  if (said === 'guest') return [_('You are playing as a guest, so the result does not count.'), ' ', nameLink()];
  if (said === 'counts') return [_('The result changes both ratings, if your opponent has a name and agrees.')];
  return [said === 'casual' ? _('The result changes nobody’s rating.') : '\u00a0'];
}

const nameLink = () => h('a.way', { href: '/account' }, _('Claim a name to play rated games'));

/** Whether the game of a challenge will count, and else why not. @param {api.Challenge} challenge @param {boolean} isNamed */
export function aboutChallenge(challenge, isNamed) {
  switch (saidOfChallenge(challenge, isNamed)) {
    case 'if-named':
      return [_('Rated, unless a guest joins')];
    case 'rated':
      return [_('Rated: the result counts for both of you')];
    case 'casual':
      return [_('Casual: the result does not count')];
    case 'maker':
      return [_('Casual: you were invited by a guest')];
    case 'barred':
      return [_('Rated: guests cannot join.'), ' ', nameLink()];
    default:
      return [_('Casual, since you are playing as a guest.'), ' ', nameLink()];
  }
}
