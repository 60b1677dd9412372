// The ratings of the two at a game, on their cards: asked for at the beginning, and again at the end, when they change.

import * as api from '../api.js';
import { _ } from '../i18n.js';
import { hearRatings, mustAsk, newRatings, ratingText } from './rating_state.js';

export class Ratings {
  /** @param {import('../api.js').Game} game @param {import('./player_card.js').PlayerCard[]} cards */
  constructor(game, cards) {
    this.id = game.id;
    this.cards = cards;
    this.state = newRatings(Boolean(game.is_remote));
  }

  /** @param {boolean} isOver */
  async show(isOver) {
    if (!mustAsk(this.state, isOver)) return;
    try {
      hearRatings(this.state, await api.gameRatings(this.id), isOver);
    } catch {
      return; // the game goes on without them
    }
    const title = this.state.told?.rated ? _('Rated game: the result counts') : _('The result does not count');
    for (const card of this.cards) {
      const name = this.state.told?.persons[card.seat]?.name ?? '';
      card.showRating(ratingText(this.state, card.seat), title, name);
    }
  }
}
