// What was agreed about a game of two people at different screens, under its title.

import { h } from '../dom.js';
import { bestOfText } from '../series/series_texts.js';
import { ratedText } from './rated_choice.js';

/** @param {import('../api.js').Game} game */
export function gameTerms({ is_remote: isRemote, created }) {
  if (!isRemote) return null;
  const terms = [ratedText(Boolean(created.rated)), bestOfText(created.score?.best_of)];
  return h('p.detail.game-terms', {}, terms.filter(Boolean).join(' · '));
}
