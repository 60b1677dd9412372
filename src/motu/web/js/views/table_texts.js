// What is told of a game that is played: who somebody is, what was done, how it stands.

import { isYou } from '../games/seats.js';
import { colourName, hintText, lineText, resultText, seatName, stepText } from '../games/words.js';
import { _ } from '../i18n.js';
import { settings } from '../settings.js';
import { hintOf } from './hint_state.js';
import { isLive, isMyTurn, nextAtScreen } from './table_state.js';

/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('./table_state.js').TableState} TableState */

/** What a person is called; '' for nobody. @param {TableState} state @param {number} person @param {typeof seatName} call */
export function nameOf({ board, game }, person, call = seatName) {
  if (person < 0) return '';
  const colour = colourName(board, person ^ Number(game.position.swapped ?? false));
  return call(game.created.seats, person, colour, isReader({ game }, person));
}

/** Whether somebody is the one person at this screen. @param {Pick<TableState, 'game'>} state @param {number} person */
export function isReader({ game }, person) {
  return person >= 0 && game.is_mine && isYou(game.created.seats, person, game);
}

/** @param {TableState} state @param {Step} step */
export function toldStep(state, [text, person]) {
  return stepText(state.board, text, person, nameOf(state, person), isReader(state, person));
}

/** How the game stands. @param {TableState} state */
export function statusText(state) {
  const { board, game, rolling } = state;
  const { result, position } = game;
  if (rolling) return hintText(board, rolling.game.position);
  if (result) {
    const winner = result.winner ?? -1;
    return resultText(result, nameOf(state, winner), isReader(state, winner));
  }
  if (isMyTurn(state))
    return game.is_remote ? `${_('Your turn')}. ${hintText(board, position)}` : hintText(board, position);
  return position.player >= 0 ? _('{name} is thinking …', { name: nameOf(state, position.player) }) : '';
}

/** What happened: a hint, the steps told last, or the one that is looked back at. @param {TableState} state */
export function narrationText(state) {
  const { game, rolling, viewed } = state;
  const hint = hintOf(state);
  if (hint) return hintedText(state, hint.moves);
  if (!isLive(state)) return viewed ? toldStep(state, game.steps[viewed - 1]) : '';
  return rolling ? toldStep(state, rolling.added[0]) : [stepsText(state, state.told), passText(state)].join(' ').trim();
}

/** To whom the screen is passed, where the board turns to whoever is to move. @param {TableState} state */
function passText(state) {
  const next = settings().turnBoard ? nextAtScreen(state) : null;
  return next === null ? '' : _('Pass the device to {name}.', { name: nameOf(state, next) });
}

/** What the engine would play. @param {TableState} state @param {string[]|null} moves null: it is still looking */
function hintedText({ board }, moves) {
  if (!moves) return _('Looking for the best move …');
  const isLine = (/** @type {string} */ move) => board.kind === 'squares' && /^[rc]\d+$/.test(move);
  const texts = moves.map((move) => (move === 'swap' ? _('Swap colours') : isLine(move) ? lineText(move, null) : move));
  return texts.length ? _('Hint: {moves}', { moves: texts.join(', ') }) : _('The engine has no hint here.');
}

/** @param {TableState} state @param {Step[]} added */
function stepsText(state, added) {
  const texts = added.map((step) => toldStep(state, step));
  if (added.some(([text]) => text === 'swap')) texts.push(newColourText(state));
  if (added.length && state.game.position.missed) texts.push(_('The square is occupied: the turn is lost.'));
  return texts.filter(Boolean).join(' ');
}

/** Which colour somebody at this screen has after a swap. @param {TableState} state */
function newColourText(state) {
  const reader = [0, 1].find((person) => isReader(state, person));
  if (reader === undefined) return '';
  const colour = colourName(state.board, reader ^ Number(state.game.position.swapped ?? false));
  return _('You are {colour} now.', { colour });
}

/** Steps, and how the game stands after them. @param {TableState} state @param {Step[]} added */
export function reportText(state, added) {
  return [stepsText(state, added), statusText(state)].filter(Boolean).join(' ');
}

/** Who has won, in a word or two. @param {TableState} state */
export function verdictText(state) {
  const { game } = state;
  const winner = game.result?.winner ?? -1;
  if (game.result?.reason === 'unfinished') return _('Called off');
  if (winner < 0) return _('A draw');
  if (isReader(state, winner)) return _('You won');
  if (isReader(state, 1 - winner)) return _('You lost');
  return _('{name} won', { name: nameOf(state, winner) });
}

/** What stands on a button. @param {Exclude<import('./table_state.js').Offer, 'sound'>} offer */
export function offerText(offer) {
  return {
    back: _('Back to the game'),
    'play-on': _('Keep playing'),
    'give-up': _('Resign this game'),
    again: _('Rematch, other colours'),
    swap: _('Swap colours'),
    'take-back': _('Take back'),
    resign: _('Resign'),
    hint: _('Hint'),
    study: _('Study'),
    review: _('Review'),
    'new-game': _('New game'),
    rules: _('Rules'),
    'ask-take-back': _('Ask to take back'),
    'offer-draw': _('Offer a draw'),
    'ask-cancel': _('Ask to call it off'),
  }[offer];
}
