// What is told of a game that is played: who somebody is, what was done, how it stands.

import { isBetweenPeople, isYou } from '../games/seats.js';
import { colourName, flipsText, hintText, lineText, resultText, seatName, stepText } from '../games/words.js';
import { _ } from '../i18n.js';
import { settings } from '../settings.js';
import { isSealing } from '../dice/duty.js';
import { hintOf } from './hint_state.js';
import { isLive, isMyTurn, nextAtScreen } from './table_state.js';

/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('./table_state.js').TableState} TableState */

/** What a person is called; '' for nobody. @param {TableState} state @param {number} person */
export function nameOf(state, person) {
  const { game } = state;
  if (person < 0) return '';
  return seatName(game.created.seats, person, colourOf(state, person), isReader(state, person));
}

/** Whether somebody is the one person at this screen. @param {Pick<TableState, 'game'>} state @param {number} person */
export function isReader({ game }, person) {
  return person >= 0 && game.is_mine && isYou(game.created.seats, person, game);
}

/**
 * The step that leads to the position after so many, as whoever was there would tell it: by the colours of that time.
 * @param {TableState} state
 * @param {number} count
 */
export function toldStep(state, count) {
  const { steps, position } = state.game;
  const [text, person] = steps[count - 1];
  const swaps = steps.slice(count - 1).filter(([move]) => move === 'swap').length;
  const then = { ...state, game: { ...state.game, position: { ...position, swapped: isOdd(swaps, position) } } };
  const line = person < 0 ? steps[count - 2]?.[0] : '';
  return stepText(state.board, text, person, nameOf(then, person), isReader(state, person), line);
}

/** Whether persons and colours were exchanged so many swaps ago. @param {number} swaps @param {{swapped?: boolean}} position */
function isOdd(swaps, { swapped = false }) {
  return swaps % 2 === 1 ? !swapped : swapped;
}

/** How the game stands. @param {TableState} state */
export function statusText(state) {
  const { board, game, rolling } = state;
  const { result, position } = game;
  if (rolling) return hintText(board, rolling.game.position);
  if (result) return endText(state, result);
  if (isMyTurn(state))
    return game.is_remote ? `${_('Your turn')}. ${hintText(board, position)}` : hintText(board, position);
  if (isSealing(game)) return _('The game waits for the dice to be sealed.');
  if (isReader(state, position.player)) return _('Your turn'); // who looks back at an older position
  return position.player >= 0 ? _('{name} is thinking …', { name: nameOf(state, position.player) }) : '';
}

/** How the game ended, or who did not come to it. @param {TableState} state @param {NonNullable<import('../api.js').Game['result']>} result */
function endText(state, result) {
  const { absent = [], winner } = result;
  const hasPlayed = state.game.steps.some(([, person]) => person === absent[0]);
  if (absent.length === 1 && !hasPlayed)
    return isReader(state, absent[0])
      ? _('You did not play.')
      : _('{name} did not play.', { name: nameOf(state, absent[0]) });
  return resultText(result, nameOf(state, winner ?? -1), isReader(state, winner ?? -1));
}

/** Who has won, in a tournament also since the other one did not come; -1 for nobody. @param {TableState} state */
function winnerOf({ game: { result, created } }) {
  const { absent = [], winner = null } = result ?? {};
  return created.tournament && absent.length === 1 ? 1 - absent[0] : (winner ?? -1);
}

/** What happened: a hint, the steps told last, or the one that is looked back at. @param {TableState} state */
export function narrationText(state) {
  const { rolling, viewed } = state;
  const hint = hintOf(state);
  if (hint) return hintedText(state, hint.moves);
  if (!isLive(state)) return viewed ? toldStep(state, viewed) : '';
  if (rolling) return toldStep(state, rolling.game.steps.length);
  return [backText(state.takenBack), stepsText(state, state.told), passText(state)].filter(Boolean).join(' ');
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
  const { steps } = state.game;
  const texts = added.map((_step, index) => toldStep(state, steps.length - added.length + index + 1));
  if (added.some(([text]) => text === 'swap')) texts.push(newColourText(state));
  if (added.length && state.game.position.missed) texts.push(_('The square is occupied: the turn is lost.'));
  return texts.filter(Boolean).join(' ');
}

/** Which colours people at this screen have after a swap. @param {TableState} state */
function newColourText(state) {
  const [first, second] = [0, 1].map((person) => colourOf(state, person));
  const reader = [0, 1].find((person) => isReader(state, person));
  if (reader !== undefined) return _('You are {colour} now.', { colour: [first, second][reader] });
  if (!isShared(state)) return '';
  const { seats } = state.game.created;
  if (!seats.every(({ name }) => name))
    return _('The player who was {first} is now {second}, and the one who was {second} is now {first}.', {
      first,
      second,
    });
  return _('{name} is now {first}, {other} is {second}.', {
    name: seats[0].name ?? '',
    other: seats[1].name ?? '',
    first,
    second,
  });
}

/** The colour of a person now. @param {TableState} state @param {number} person */
function colourOf({ board, game }, person) {
  return colourName(board, person ^ Number(game.position.swapped ?? false));
}

/** Whether two people play at this screen. @param {TableState} state */
function isShared({ game }) {
  return game.is_mine && !game.is_remote && isBetweenPeople(game.created.seats);
}

/** Steps, what was taken back, and how the game stands after that. @param {TableState} state @param {Step[]} added @param {Step[]} removed */
export function reportText(state, added, removed) {
  return [backText(removed), stepsText(state, added), standingText(state)].filter(Boolean).join(' ');
}

/** What was taken back; '' for nothing. @param {Step[]} removed */
function backText(removed) {
  return removed.length ? _('Taken back: {moves}.', { moves: listed(removed) }) : '';
}

/** Steps as they are written down. @param {Step[]} steps */
export function listed(steps) {
  return steps.map(([text]) => text).join(', ');
}

/** What is to be confirmed, and by which button. @param {import('../board/intent.js').Intent} intent @param {string} finish */
export function proposedText({ move }, finish) {
  return _('{move}: choose it again or press {button}.', { move, button: finish });
}

/** What whoever comes to a game is told. @param {TableState} state */
export function greetingText(state) {
  const reader = [0, 1].find((person) => isReader(state, person));
  const you =
    reader === undefined || state.game.result ? '' : _('You are {colour}.', { colour: colourOf(state, reader) });
  return [you, standingText(state)].filter(Boolean).join(' ');
}

/** How the game stands, for those who hear and don't see it: with whose turn it is, and what may be flipped. @param {TableState} state */
function standingText(state) {
  const { board, game } = state;
  if (!isMyTurn(state)) return statusText(state);
  const { player } = game.position;
  const texts = [statusText(state), flipsText(board, game.position)].filter(Boolean).join(' ');
  if (!isShared(state)) return texts;
  const { name } = game.created.seats[player];
  const colour = colourOf(state, player);
  const who = name ? [name, colour].join(', ') : colour;
  return `${who}: ${texts}`;
}

/** Who has won, in a word or two. @param {TableState} state */
export function verdictText(state) {
  const { game } = state;
  const winner = winnerOf(state);
  if (winner < 0) return game.result?.reason === 'unfinished' ? _('Aborted') : _('Draw');
  if (isReader(state, winner)) return _('You won');
  if (isReader(state, 1 - winner)) return _('You lost');
  return _('{name} won', { name: nameOf(state, winner) });
}

/** What stands on a button. @param {Exclude<import('./table_offers.js').Offer, 'sound'>} offer */
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
    'ask-cancel': _('Ask to abort'),
  }[offer];
}
