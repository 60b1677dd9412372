// A game as somebody at this screen follows it: what was heard of it, the position that is looked at, what the server has
// been asked to do, a die in the air; and what is seen of it. Plain data, which table_hearing.js, table_errands.js and
// table_looking_back.js change. It knows no page, no server and no rules.

import { isSealing } from '../dice/duty.js';
import { isBetweenPeople, isHere, isPerson } from '../games/seats.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('../api.js').Update} Update */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/**
 * @typedef {object} TableState
 * @property {BoardView} board
 * @property {Game} game  as heard last
 * @property {number} heardAt  when its clocks were heard, by the page's clock, in ms
 * @property {number} viewed  how many steps lead to the position that is looked at
 * @property {PositionView[]|null} positions  after 0, 1, 2 … steps, once somebody looks back; those after the steps
 *   that were made since are missing until somebody looks at them
 * @property {number} errands  how many things the server has been asked to do
 * @property {number|null} errand  the one that it has not done yet
 * @property {boolean} isResigning  whether somebody is asked if that is meant
 * @property {{game: Game, added: Step[]}|null} rolling  the die is in the air: the game as it is told meanwhile, and the
 *   steps that are told when it lies still
 * @property {Update[]} unheard  what has come in the meantime, and waits
 * @property {Step[]} told  the steps that were told last
 * @property {Step[]} takenBack  those that were told as taken back then
 * @property {import('./hint_state.js').Hint|null} hint  asked for last
 * @property {import('./hint_state.js').Taken[]} hintsTaken  in this game
 * @property {number} restUntil  until when they are left to be looked at, by the page's clock, in ms
 */

/** @param {BoardView} board @param {Game} game @param {number} now @returns {TableState} */
export function newTable(board, game, now) {
  return {
    board,
    game,
    heardAt: now,
    viewed: game.steps.length,
    positions: null,
    errands: 0,
    errand: null,
    isResigning: false,
    rolling: null,
    unheard: [],
    told: [],
    takenBack: [],
    hint: null,
    hintsTaken: [],
    restUntil: 0,
  };
}

/** Whether the newest position is looked at. @param {TableState} state */
export function isLive({ game, viewed }) {
  return viewed === game.steps.length;
}

/** The game as it may be told: without the face of a die that is in the air. @param {TableState} state */
export function toldGame({ game, rolling }) {
  return rolling?.game ?? game;
}

/** The position that is looked at. @param {TableState} state @returns {PositionView} */
export function viewedPosition(state) {
  if (isLive(state)) return toldGame(state).position;
  return state.positions?.[state.viewed] ?? state.game.position;
}

/** Whether the game waits for a person at this screen, whatever is looked at. @param {TableState} state */
export function isAwaited({ game, rolling }) {
  const { is_mine: isMine, result, position, created } = game;
  return isMine && !result && !rolling && !isSealing(game) && isHere(created.seats, position.player, game);
}

/** Whether a person at this screen is to move now, on the position that is looked at. @param {TableState} state */
export function isMyTurn(state) {
  return isAwaited(state) && isLive(state);
}

/** Whether a move can be made on the board. @param {TableState} state */
export function canMove(state) {
  return isMyTurn(state) && state.errand === null;
}

/** Who sits on the near side: the one of two people who is here, the person who plays the machine, else whoever begins. @param {Game} game */
export function seatBelow({ created, seat }) {
  if (typeof seat === 'number') return seat;
  const people = created.seats.flatMap((seat, index) => (isPerson(seat) ? [index] : []));
  return people.length === 1 ? people[0] : 0;
}

/** The person to act, or who acted last where nobody is to. @param {Game} game */
function actor({ position, steps }) {
  if (position.player >= 0) return position.player;
  return steps.findLast(([, person]) => person >= 0)?.[1] ?? 0;
}

/** Whether the board is looked at from the other side: always by the second of two people at different screens, and at one screen, where that is wanted, while it is the other one's turn. @param {TableState} state @param {boolean} isWanted */
export function isTurned(state, isWanted) {
  const { game } = state;
  if (game.is_remote) return game.seat === 1;
  return isWanted && game.is_mine && isBetweenPeople(game.created.seats) && actor(toldGame(state)) !== seatBelow(game);
}

/** Who is to be given the screen after what was told last; null where it stays. @param {TableState} state @returns {number|null} */
export function nextAtScreen(state) {
  const { game, told, rolling } = state;
  const { player } = game.position;
  const last = told.findLast(([, person]) => person >= 0)?.[1] ?? player;
  const isPassed =
    game.is_mine && !game.is_remote && isBetweenPeople(game.created.seats) && !game.result && !rolling && isLive(state);
  return isPassed && player >= 0 && last !== player ? player : null;
}
