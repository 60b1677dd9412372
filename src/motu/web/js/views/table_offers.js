// What can be done at a table: what is offered beside the board, whether it comes to anything, and what is meant by it.

import { isBetweenPeople, isPerson } from '../games/seats.js';
import { canMove, isLive, isMyTurn } from './table_state.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').NewGame} NewGame */
/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('./table_state.js').TableState} TableState */
/** @typedef {'back'|'play-on'|'give-up'|'again'|'swap'|'take-back'|'resign'|'hint'|'study'|'review'|'new-game'|'rules'|'sound'|'ask-take-back'|'offer-draw'|'ask-cancel'} Offer */

/** How many steps stay when the last move of a person at this screen is taken back. @param {Game} game */
export function keptSteps({ steps, created }) {
  let keep = steps.length - 1;
  while (keep > 0 && (steps[keep][1] < 0 || !isPerson(created.seats[steps[keep][1]]))) keep -= 1;
  return keep;
}

/** Whether there is a move to take back, and no roll between two people after it: that stays. @param {Game} game */
function canTakeBack(game) {
  const { steps, created } = game;
  const hasMoved = steps.some(([, person]) => person >= 0 && isPerson(created.seats[person]));
  const hasRolled = isBetweenPeople(created.seats) && steps.slice(keptSteps(game)).some(([, person]) => person < 0);
  return game.is_mine && !game.is_remote && hasMoved && !game.secret && !hasRolled && game.result?.reason !== 'time';
}

/** Whether somebody at this screen may ask the engine for a move: never against another person's clock. @param {Game} game */
export function mayHint({ is_mine: isMine, is_remote: isRemote, result, created }) {
  const { seats, clock } = created;
  return isMine && !isRemote && !result && seats.some(isPerson) && !(clock && isBetweenPeople(seats));
}

/** Which person gives up who says so at this screen: whoever is to move, where that is one. @param {Game} game */
export function personResigning({ position, created, seat }) {
  if (typeof seat === 'number') return seat;
  const { player } = position;
  return player >= 0 && isPerson(created.seats[player]) ? player : created.seats.findIndex(isPerson);
}

/**
 * The same game with the seats exchanged.
 * @param {Game} game
 * @param {number|null} [level] the machine's, where it is to be another one
 * @param {string} [spec] where some rule is to be another one
 * @returns {NewGame}
 */
export function rematchOf({ created, id, is_remote: isRemote }, level = null, spec = created.spec) {
  const { clock, setup, board } = created;
  const isRated = Boolean(isRemote && created.rated); // such a game is one of its own
  const [first, second] = created.seats.map((seat) =>
    level !== null && seat.kind === 'level' ? { ...seat, level } : seat,
  );
  return {
    spec,
    clock: clock ?? null,
    setup: setup ?? null,
    board: board ?? null,
    seats: [second, first],
    series: isRated ? '' : id,
    rated: isRated,
  };
}

/** What is offered beside the board, in this order. @param {TableState} state @returns {Offer[]} */
export function offersOf(state) {
  const { game, rolling, isResigning } = state;
  if (!isLive(state)) return ['back'];
  const isOver = Boolean(game.result) && !rolling;
  /** @type {[Offer, boolean][]} */
  const offers = [
    ['swap', isMyTurn(state) && Boolean(game.position.can_swap)],
    ['take-back', canTakeBack(game)],
    ...askable(game).map((offer) => /** @type {[Offer, boolean]} */ ([offer, !isResigning])),
    // Going on stands where resigning stood, so that a second click gives nothing away.
    ['play-on', isResigning],
    ['give-up', isResigning],
    ['resign', game.is_mine && !game.result && !isResigning],
    ['hint', mayHint(game) && !isResigning],
    // Who plays somebody at another screen does so without an engine at hand.
    ['study', !isResigning && !isOver && !(game.is_remote && game.is_mine)],
    ['sound', !isResigning],
  ];
  return offers.filter(([, isOffered]) => isOffered).map(([offer]) => offer);
}

/** What goes when somebody takes his last turn back, a stone put back with the move after it. @param {Game} game @param {number} person @returns {Step[]} */
export function stepsBack({ steps }, person) {
  let last = steps.findLastIndex(([, each]) => each === person);
  while (last > 0 && steps[last - 1][1] === person && steps[last - 1][0].startsWith('@')) last -= 1;
  return last < 0 ? [] : steps.slice(last);
}

/** What one of two people at different screens may ask the other for now. @param {Game} game @returns {Offer[]} */
function askable({ is_mine: isMine, is_remote: isRemote, seat, steps, result, offer, created }) {
  if (!isRemote || !isMine || result || offer || !isBetweenPeople(created.seats)) return [];
  const last = steps.findLastIndex(([, person]) => person === seat);
  const hasRolled = steps.slice(last).some(([, person]) => person < 0);
  const haveMoved = [0, 1].every((each) => steps.some(([, person]) => person === each));
  const isAlone = !created.tournament; // others depend on a game of a tournament, too
  /** @type {[Offer, boolean][]} */
  const offers = [
    ['ask-take-back', isAlone && last >= 0 && !hasRolled],
    ['offer-draw', haveMoved],
    ['ask-cancel', isAlone && !haveMoved],
  ];
  return offers.filter(([, isOffered]) => isOffered).map(([each]) => each);
}

/** What is asked of the other one, as it is called on the wire. @type {Partial<Record<Offer, import('../api.js').OfferKind>>} */
const ASKED = { 'ask-take-back': 'take_back', 'offer-draw': 'draw', 'ask-cancel': 'cancel' };

/** Whether the reader has asked for something in vain since his last move. @param {Game} game @param {import('../api.js').OfferKind} kind */
export function wasDeclined({ declined, seat }, kind) {
  return typeof seat === 'number' && Boolean(declined?.[seat]?.includes(kind));
}

/** Whether what is offered comes to anything now; what does not keeps its place. @param {TableState} state @param {Offer} offer */
export function isUseful(state, offer) {
  const kind = ASKED[offer];
  if (kind) return !wasDeclined(state.game, kind);
  return offer !== 'hint' || canMove(state);
}

/** Where to go from the end of a game: who looked on is not asked to play it again. @param {Game} game @returns {('again'|'review'|'rules'|'new-game')[]} */
export function endOffersOf(game) {
  return game.is_mine ? ['again', 'review', 'rules', 'new-game'] : ['review', 'new-game'];
}
