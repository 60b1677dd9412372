// What was agreed about a game of two people at different screens, under its title; that of a tournament leads back to it.

import { h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _ } from '../i18n.js';
import { bestOfText } from '../series/series_texts.js';
import { ratedText } from './rated_choice.js';

/** @param {import('../api.js').Game} game */
export function gameTerms({ is_remote: isRemote, created }) {
  if (!isRemote) return null;
  const terms = [ratedText(Boolean(created.rated)), bestOfText(created.score?.best_of)].filter(Boolean).join(' · ');
  const way = tournamentLink(created.tournament);
  return h('p.detail.game-terms', {}, terms, ...(way ? [' · ', way] : []));
}

/** @param {import('../api.js').Game['created']['tournament']} tournament */
function tournamentLink(tournament) {
  if (!tournament) return null;
  const { id, round } = tournament;
  const name = isLadder(id) ? _('{game} ladder', { game: gameName(gameOf(id)) }) : tournament.name;
  return h('a', { href: addressOf(id) }, round ? _('{name}, round {round}', { name, round }) : name);
}

/** From the end of a game back to its tournament, where the next one waits. @param {import('../api.js').Game} game */
export function tournamentWay({ created: { tournament } }) {
  return tournament
    ? [
        h(
          'a.button.primary',
          { href: addressOf(tournament.id) },
          isLadder(tournament.id) ? _('Back to the ladder') : _('Back to the tournament'),
        ),
      ]
    : [];
}

/** Whether a game belongs to a tournament, in which another may follow it; a ladder is none. @param {import('../api.js').Game['created']['tournament']} tournament @returns {tournament is {id: string, name: string, round?: number}} */
export const isPlayedOn = (tournament) => Boolean(tournament && !isLadder(tournament.id));

/** @param {string} id */
const isLadder = (id) => id.startsWith('ladder-');

/** The page of a tournament, or of a ladder. @param {string} id */
const addressOf = (id) => (isLadder(id) ? `/ladder/${gameOf(id)}` : `/tournaments/${id}`);

/** The game of a ladder. @param {string} id */
const gameOf = (id) => id.slice('ladder-'.length);
