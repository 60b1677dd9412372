// Tournaments in words.

import { clockText } from '../games/clock_words.js';
import { specText } from '../games/titles.js';
import { _, dateTime, ngettext } from '../i18n.js';
import { ratedText } from '../views/rated_choice.js';
import { leftMs, nextBeginMs, playsOn } from './tournament_state.js';

/** @typedef {import('../api.js').TournamentItem} TournamentItem */
/** @typedef {import('../api.js').TournamentView} TournamentView */

/** @param {TournamentItem['system']} system */
export function systemText(system) {
  return { 'round-robin': _('Round robin'), 'knock-out': _('Knockout'), arena: _('Arena') }[system];
}

/** What is played, and how. @param {TournamentItem} about */
export const termsText = (about) =>
  [systemText(about.system), specText(about.spec), clockText(about.clock), ratedText(about.rated)].join(' · ');

/** How many have joined, and when it begins or how it stands. @param {TournamentItem} about */
export function standText({ state, players, most, starts_ms: starts, ends_ms: ends, begun_ms: begun }) {
  if (state === 'open')
    return [
      _('{count} of {most} players', { count: players, most }),
      _('starts {time}', { time: dateTime(starts) }),
    ].join(' · ');
  const count = ngettext('{count} player', '{count} players', players);
  if (state === 'running' && ends) return [count, _('until {time}', { time: dateTime(ends) })].join(' · ');
  if (state === 'running') return [count, _('since {time}', { time: dateTime(begun ?? starts) })].join(' · ');
  return [count, state === 'cancelled' ? _('cancelled') : _('finished')].join(' · ');
}

/** When the next game of whoever is here starts; '' where nobody knows. @param {import('./tournament_state.js').TournamentState} state @param {number} now */
export function nextGameText(state, now) {
  const next = nextBeginMs(state);
  const left = next === null ? 0 : leftMs(state, next, now);
  return left
    ? ngettext(
        'Your next game starts in {count} second.',
        'Your next game starts in {count} seconds.',
        Math.ceil(left / 1000),
      )
    : '';
}

/** @param {TournamentView} view */
export const waitingText = (view) =>
  playsOn(view) && !view.my_game ? _('Stay on this page: it takes you to your next game.') : '';

/** The name of a knock-out's round. @param {number} round @param {number} rounds */
export function roundName(round, rounds) {
  const left = rounds - round;
  if (left === 1) return _('Final');
  if (left === 2) return _('Semi-finals');
  if (left === 3) return _('Quarter-finals');
  return _('Round {number}', { number: round + 1 });
}

/** How it is decided who is first, in a sentence. @param {TournamentView} view */
export function rulesText({ about, cycles, minutes }) {
  if (about.system === 'arena')
    return ngettext(
      'For {count} minute: as soon as your game ends, you play the next one. A win is 2 points, a draw 1.',
      'For {count} minutes: as soon as your game ends, you play the next one. A win is 2 points, a draw 1.',
      minutes,
    );
  if (about.system === 'knock-out')
    return _(
      'Lose once and you are out. A draw is replayed with colours reversed; after three draws the higher-rated player goes through.',
    );
  const each =
    cycles === 2
      ? _('Everyone plays everyone twice, once going first and once second.')
      : _('Everyone plays everyone once.');
  return `${each} ${_('Ties go to the player who has beaten stronger opponents (Sonneborn–Berger).')}`;
}

/** What happens to those who don't come. @param {TournamentView} view */
export function absenceText({ about, speed }) {
  const bots = about.allows_bots ? ` ${_('Bots may join.')}` : '';
  if (speed !== 'correspondence')
    return (
      _(
        'Be here when it starts: if you do not make your first move in time, you lose the game, and after two such games you are out.',
      ) + bots
    );
  return (
    (about.clock.has_vacation === false ? _('Vacations do not stop the clocks.') : _('Vacations stop the clocks.')) +
    bots
  );
}
