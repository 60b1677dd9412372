// A game as somebody at this screen follows it: what was heard of it, the position that is looked at, what the server has
// been asked to do, a die in the air. Plain data and functions that change it; what is to be shown or said of a change
// comes back as effects. It knows no page, no server and no rules.

import { landingCells } from '../board/geometry.js';
import { isSealing } from '../dice/duty.js';
import { faceOf, isShort } from '../games/clock_face.js';
import { isBetweenPeople, isHere, isPerson } from '../games/seats.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').NewGame} NewGame */
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
/**
 * @typedef {{kind: 'roll', line: string, face: number}|{kind: 'report', added: Step[], removed: Step[]}} Effect  a die is
 *   thrown for a line; steps are told, and those that were taken back, with how the game stands then
 */
/** @typedef {'back'|'play-on'|'give-up'|'again'|'swap'|'take-back'|'resign'|'hint'|'study'|'review'|'new-game'|'rules'|'sound'|'ask-take-back'|'offer-draw'|'ask-cancel'} Offer */

/** How long a move, and a die that has come to rest, stay before the machine's answer is shown, in ms. */
export const REST_MS = 600;
export const DIE_REST_MS = 700;
/** Where so many changes wait, nobody is kept waiting: two machines play faster than that. */
const MOST_WAITING = 2;

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

// --- what is seen

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

// --- what can be done

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

/** What goes when somebody takes his last move back. @param {Game} game @param {number} person @returns {Step[]} */
export function stepsBack({ steps }, person) {
  const last = steps.findLastIndex(([, each]) => each === person);
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

/** Whose clock runs at this screen, and what it shows; null: nobody's. @param {TableState} state @param {number} now @returns {{person: number, periods: number|null, isShort: boolean}|null} */
export function runningHere({ game, heardAt }, now) {
  const { clocks, created } = game;
  const person = clocks?.running ?? -1;
  if (!clocks || !game.is_mine || !isHere(created.seats, person, game)) return null;
  const face = faceOf(game, person, now - heardAt);
  return face && { person, periods: face.periods, isShort: isShort(created.clock, face) };
}

/** Whether time has become short since a moment before: it is said once, not while it stays so; in every period anew. @param {ReturnType<typeof runningHere>} before @param {ReturnType<typeof runningHere>} after */
export function becomesShort(before, after) {
  if (!before || !after || before.person !== after.person || !after.isShort || after.periods === 0) return false;
  return !before.isShort || before.periods !== after.periods;
}

/** The sound of steps. @param {Game} game after them @param {Step[]} added @returns {'stone'|'end'|null} */
export function soundOf(game, added) {
  if (!added.length) return null;
  if (game.result) return 'end';
  return added.some(([, person]) => person < 0) ? null : 'stone';
}

// --- errands

/** The server is asked to do something; null while it has yet to do something else. @param {TableState} state */
export function beginErrand(state) {
  if (state.errand !== null) return null;
  state.errands += 1;
  state.errand = state.errands;
  return state.errand;
}

/** It has answered. @param {TableState} state @param {number} errand */
export function endErrand(state, errand) {
  if (state.errand === errand) state.errand = null;
}

// --- hearing

/** The whole game is heard. @param {TableState} state @param {Game} game @param {number} now @returns {Effect[]} */
export function hearSnapshot(state, game, now) {
  const wasLive = isLive(state);
  const isNews = game.seq !== state.game.seq;
  const keep = sameSteps(state.game.steps, game.steps);
  state.game = game;
  state.heardAt = now;
  if (game.result) state.isResigning = false;
  if (!isNews) return [];
  state.unheard = [];
  keepUp(state, wasLive, keep);
  return settle(state, now);
}

/**
 * Whether a change waits: for a die, for others that wait, or because what was told last is still to be looked at.
 * @param {TableState} state
 * @param {Update} update
 * @param {number} now
 */
export function mustWait(state, update, now) {
  return Boolean(state.rolling) || state.unheard.length > 0 || restLeft(state, update, now) > 0;
}

/** The game with all that has come, also what waits to be shown; its position is the one that is shown. @param {TableState} state @returns {Game} */
export function newestKnown({ game, unheard }) {
  return unheard.reduce((known, { seq, keep, added, result, offer }) => {
    if (seq <= known.seq) return known;
    return { ...known, seq, result, offer, steps: [...known.steps.slice(0, keep), ...added] };
  }, game);
}

/** A change has come: what waits and is taken back by it is not shown any more. @param {TableState} state @param {Update} update */
export function overtake(state, { seq, keep }) {
  const isOver = keep <= state.game.steps.length && state.unheard.every((each) => each.seq < seq && keep <= each.keep);
  if (isOver) state.unheard = [];
}

/** Whether nobody but machines and dice has done anything since. @param {Game} before @param {Game} now */
export function isOnlyAnswered({ steps, created }, now) {
  const isSame = steps.every(
    ([text, person], index) => now.steps[index]?.[0] === text && now.steps[index][1] === person,
  );
  return isSame && now.steps.slice(steps.length).every(([, person]) => person < 0 || !isPerson(created.seats[person]));
}

/** Whether giving up means what it meant: whatever was played since. @param {Game} before @param {Game} now */
export function canStillResign(before, now) {
  return !now.result && (!now.offer || now.offer.person === before.offer?.person);
}

/** For how many ms a change is not shown yet; people's own moves never wait, nor does anything where somebody has given up. @param {TableState} state @param {Update} update @param {number} now */
export function restLeft(state, update, now) {
  if (state.unheard.some(({ added, result }) => result && !added.length)) return 0;
  const person = update.added[0]?.[1] ?? -1;
  const isAnswer = person >= 0 && !isPerson(state.game.created.seats[person]);
  return isAnswer && state.unheard.length <= MOST_WAITING ? Math.max(0, state.restUntil - now) : 0;
}

/**
 * A change of the game is heard; while the die is in the air it waits.
 * @param {TableState} state
 * @param {Update} update
 * @param {number} now
 * @param {boolean} hasMotion whether dice roll to be seen
 * @returns {Effect[]|null} null where there is nothing to show
 */
export function hearUpdate(state, update, now, hasMotion) {
  if (state.rolling) {
    state.unheard.push(update);
    return null;
  }
  const { keep, added, position, clocks, result, seq, secret, offer, declined, dice } = update;
  const next = { next_game: update.next_game, next_in_ms: update.next_in_ms };
  if (seq <= state.game.seq) return null; // the answer to our own move comes twice
  const wasLive = isLive(state);
  const before = state.game.position;
  const removed = state.game.steps.slice(keep);
  const steps = [...state.game.steps.slice(0, keep), ...added];
  const isAside = !added.length && keep === state.game.steps.length && !result === !state.game.result;
  state.game = { ...state.game, seq, position, clocks, result, secret, steps, offer, declined, dice, ...next };
  state.heardAt = now;
  state.errand = null; // done, though its own answer may still be on the way
  if (isAside) return [];
  if (result) state.isResigning = false; // a move of another one's changes nothing in what was asked
  keepUp(state, wasLive, keep);
  const roll = added.findIndex(([, person]) => person < 0);
  if (roll >= 0) return throwDie(state, before, added, roll, hasMotion);
  return tell(state, added, now + REST_MS, removed);
}

/**
 * Steps are told, and left to be looked at.
 * @param {TableState} state
 * @param {Step[]} added
 * @param {number} until
 * @param {Step[]} [removed] that were taken back
 * @returns {Effect[]}
 */
function tell(state, added, until, removed = []) {
  state.told = added;
  state.takenBack = removed;
  state.restUntil = until;
  return [{ kind: 'report', added, removed }];
}

/** With how many steps both begin. @param {Step[]} one @param {Step[]} other */
function sameSteps(one, other) {
  const differs = one.findIndex(([text, person], index) => other[index]?.[0] !== text || other[index][1] !== person);
  return differs < 0 ? one.length : differs;
}

/**
 * Whoever looks at the newest position goes on with the game, and so does he whose position is taken back; whoever looks
 * at an older one stays there.
 * @param {TableState} state
 * @param {boolean} wasLive
 * @param {number} keep how many of the steps that were known are still there
 */
function keepUp(state, wasLive, keep) {
  state.positions = state.positions?.slice(0, keep + 1) ?? null;
  if (wasLive || state.viewed > keep) state.viewed = state.game.steps.length;
}

/**
 * A line has been announced; what the die shows is known here, but it rolls first.
 * @param {TableState} state
 * @param {PositionView} before
 * @param {Step[]} added
 * @param {number} roll which of the steps it is
 * @param {boolean} hasMotion
 * @returns {Effect[]}
 */
function throwDie(state, before, added, roll, hasMotion) {
  const line = state.game.steps[state.game.steps.length - added.length + roll - 1][0];
  const face = Number(added[roll][0].slice(1));
  if (!hasMotion) return [{ kind: 'roll', line, face }, ...tell(state, added, 0)];
  const nothing = { announce: [], steps: [], last: [], trail: null, missed: false };
  const landing = landingCells(state.board, before.stones, line);
  const position = { ...before, ...nothing, player: -1, announced: line, landing };
  const steps = state.game.steps.slice(0, roll - added.length); // the face isn't told yet
  state.rolling = { game: { ...state.game, position, steps, result: null }, added };
  return [{ kind: 'roll', line, face }];
}

/** The die lies still. @param {TableState} state @param {number} now @returns {Effect[]} */
export function settle(state, now) {
  if (!state.rolling) return [];
  const { added } = state.rolling;
  state.rolling = null;
  return tell(state, added, now + DIE_REST_MS);
}

/** The next change that waited for the die, taken out; null while one is in the air. @param {TableState} state */
export function nextUnheard(state) {
  return state.rolling ? null : (state.unheard.shift() ?? null);
}

// --- looking back

/** The nearest number of steps there is. @param {TableState} state @param {number} step */
function clamped({ game }, step) {
  return Math.max(0, Math.min(game.steps.length, step));
}

/** Whether all positions are needed before one can look there. @param {TableState} state @param {number} step */
export function needsPositions(state, step) {
  const wanted = clamped(state, step);
  return wanted !== state.game.steps.length && !state.positions?.[wanted];
}

/**
 * All positions have come; not taken where the game has moved on since they were asked for.
 * @param {TableState} state
 * @param {number} seq of the game when they were asked for
 * @param {PositionView[]} positions
 */
export function takePositions(state, seq, positions) {
  if (seq === state.game.seq) state.positions = positions;
}

/** Looks at the position after so many steps. @param {TableState} state @param {number} step @returns {Step|null} the last of them */
export function lookAt(state, step) {
  state.viewed = clamped(state, step);
  return state.game.steps[state.viewed - 1] ?? null;
}
