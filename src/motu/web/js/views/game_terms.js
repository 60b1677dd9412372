// What was agreed about a game of two people at different screens, under its title.

import { h } from '../dom.js';
import { ratedText } from './rated_choice.js';

/** @param {import('../api.js').Game} game */
export function gameTerms({ is_remote: isRemote, created }) {
  return isRemote ? h('p.detail.game-terms', {}, ratedText(Boolean(created.rated))) : null;
}
