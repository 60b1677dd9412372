// A game that is followed: in which order things are heard, told and looked at. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as table from '../../src/motu/web/js/views/table_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Game} Game */
/** @typedef {import('../../src/motu/web/js/api.js').Seat} Seat */
/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */
/** @typedef {import('../../src/motu/web/js/api.js').Update} Update */
/** @typedef {import('../../src/motu/web/js/board/types.js').PositionView} PositionView */

/** @type {Seat} */
const PERSON = { kind: 'person' };
/** @type {Seat} */
const MACHINE = { kind: 'level', level: 3 };
const SQUARES = [0, 1, 2, 3].map((cell) => [cell % 2, Math.floor(cell / 2)]);
const BOARD = /** @type {any} */ ({ kind: 'squares', coordinates: SQUARES, drop_rows: 2, drop_columns: 2 });

/** @param {number} player @param {Partial<PositionView>} [more] @returns {PositionView} */
const position = (player, more = {}) => ({ ply: 0, to_move: 0, player, stones: '....', ...more });

/** @param {Step[]} steps @param {Partial<Game>} [more] @param {[Seat, Seat]} [seats] @returns {Game} */
const game = (steps, more = {}, seats = [PERSON, PERSON]) => ({
  type: 'snapshot',
  id: 'g',
  is_mine: true,
  created_ms: 0,
  created: { spec: 'hex', seats },
  seq: steps.length,
  steps,
  position: position(steps.length % 2),
  clocks: null,
  result: null,
  secret: null,
  seeds: [],
  ...more,
});

/** @param {number} seq @param {number} keep @param {Step[]} added @param {Partial<Update>} [more] @returns {Update} */
const update = (seq, keep, added, more = {}) => ({
  type: 'update',
  seq,
  events: [],
  keep,
  added,
  position: position((keep + added.length) % 2),
  clocks: null,
  result: null,
  secret: null,
  ...more,
});

/** @param {Step[]} steps @param {Partial<Game>} [more] @param {[Seat, Seat]} [seats] */
const sit = (steps, more, seats) => table.newTable(BOARD, game(steps, more, seats), 0);

/** @param {table.TableState} state @param {Update} heard @param {boolean} [hasMotion] */
const hear = (state, heard, hasMotion = true) => table.hearUpdate(state, heard, 7, hasMotion);

/** @param {table.TableState} state */
const texts = (state) => state.game.steps.map(([text]) => text);

test('the answer to a move of our own comes twice and is told once', () => {
  const state = sit([]);
  const moved = update(1, 0, [['a1', 0]]);
  assert.deepEqual(hear(state, moved), [{ kind: 'report', added: [['a1', 0]], removed: [] }]);
  assert.equal(hear(state, moved), null);
  assert.deepEqual([texts(state), state.viewed, state.heardAt], [['a1'], 1, 7]);
});

test('a move that is taken back while the machine thinks stays taken back when its answer comes late', () => {
  const state = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  assert.ok(!table.isMyTurn(state));
  assert.ok(table.offersOf(state).includes('take-back'));
  const errand = /** @type {number} */ (table.beginErrand(state));
  assert.equal(table.keptSteps(state.game), 0);
  hear(state, update(2, 0, []));
  assert.equal(hear(state, update(2, 1, [['b2', 1]])), null);
  table.endErrand(state, errand);
  assert.deepEqual([texts(state), state.viewed], [[], 0]);
  assert.ok(table.canMove(state));
});

test('the answer of the machine goes with the move that is taken back', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
    ['d4', 1],
  ]);
  assert.equal(table.keptSteps(game(steps, {}, [PERSON, MACHINE])), 2);
  assert.equal(table.keptSteps(game(steps)), 3);
});

test('the server is asked for one thing at a time, and what it did is not waited for again', () => {
  const state = sit([]);
  const first = /** @type {number} */ (table.beginErrand(state));
  assert.equal(table.beginErrand(state), null);
  assert.ok(!table.canMove(state));
  hear(state, update(1, 0, [['a1', 0]])); // told over the socket before its own answer has come
  const second = table.beginErrand(state);
  assert.notEqual(second, null);
  table.endErrand(state, first);
  assert.equal(state.errand, second);
});

test('whoever looks back stays there when the game goes on, and comes back when that is taken back', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  state.positions = [0, 1, 0, 1].map((player) => position(player));
  table.lookAt(state, 2);
  assert.equal(table.viewedPosition(state), state.positions[2]);
  hear(state, update(4, 3, [['d4', 1]]));
  assert.deepEqual([state.viewed, table.offersOf(state)], [2, ['back']]);
  hear(state, update(5, 1, []));
  assert.ok(table.isLive(state));
});

test('positions of a game that has moved on meanwhile are not looked at', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  assert.ok(table.needsPositions(state, 1));
  const { seq } = state.game;
  hear(state, update(4, 1, [])); // two steps are taken back while the positions are on their way
  table.takePositions(
    state,
    seq,
    [0, 1, 0, 1].map((player) => position(player)),
  );
  assert.ok(table.needsPositions(state, 0));
  table.takePositions(state, 4, [position(0), position(1)]);
  assert.ok(!table.needsPositions(state, 0));
});

test('whoever looks back sees the same position when the game goes on, and only what is new is asked for', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  const known = [0, 1, 0, 1].map((player) => position(player));
  table.takePositions(state, 3, known);
  table.lookAt(state, 2);
  hear(state, update(4, 3, [['d4', 1]]));
  assert.equal(table.viewedPosition(state), known[2]);
  assert.deepEqual(
    [0, 1, 3, 4].map((step) => table.needsPositions(state, step)),
    [false, false, false, false],
  );
  hear(state, update(5, 4, [['e5', 0]]));
  assert.ok(table.needsPositions(state, 4), 'the newest one of before has not been asked for');
  table.hearSnapshot(state, game([...state.game.steps, ['a2', 1]], { seq: 6 }), 8);
  assert.equal(table.viewedPosition(state), known[2], 'a lost connection changes nothing');
  assert.deepEqual(table.offersOf(state), ['back']);
});

test('whoever looks at what is taken back comes to the game, also where other moves have taken its place', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  const known = [0, 1, 0, 1].map((player) => position(player));
  /** @param {number} step */
  const lookingAt = (step) => {
    const state = sit(steps);
    table.takePositions(state, 3, known);
    table.lookAt(state, step);
    return state;
  };
  /** @type {Step[]} */
  const others = [
    ['b3', 1],
    ['c4', 0],
    ['d5', 1],
  ];
  for (const tell of [
    (/** @type {table.TableState} */ state) => hear(state, update(8, 1, others)),
    (/** @type {table.TableState} */ state) => table.hearSnapshot(state, game([steps[0], ...others], { seq: 8 }), 8),
  ]) {
    const gone = lookingAt(2);
    tell(gone);
    assert.ok(table.isLive(gone));
    assert.ok(table.needsPositions(gone, 2), 'not the one that was after two steps');
    const stays = lookingAt(1);
    tell(stays);
    assert.deepEqual([stays.viewed, table.viewedPosition(stays)], [1, known[1]]);
  }
});

test('a game waits for whoever looks back at it', () => {
  const state = sit([['a1', 0]], { is_remote: true, seat: 0 });
  table.takePositions(state, 1, [position(0), position(1)]);
  table.lookAt(state, 0);
  assert.ok(!table.isAwaited(state));
  hear(state, update(2, 1, [['b2', 1]]));
  assert.deepEqual([table.isAwaited(state), table.isMyTurn(state), table.canMove(state)], [true, false, false]);
});

test('nobody looks past the end of a game that has become shorter', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  hear(state, update(4, 1, []));
  assert.deepEqual(table.lookAt(state, 2), ['a1', 0]);
  assert.ok(table.isLive(state));
  assert.equal(table.lookAt(state, -1), null);
  assert.equal(state.viewed, 0);
});

// --- the die

/** @type {Step[]} */
const ROLL = [
  ['r1', 0],
  ['=2', -1],
];

test('what the die shows is not told while it is in the air', () => {
  const state = sit([]);
  const before = { ...state.game.position, announce: [] };
  const result = { winner: 0, reason: 'line' };
  const effects = hear(state, update(1, 0, ROLL, { position: position(-4, { stones: '.0..' }), result }));
  assert.deepEqual(effects, [{ kind: 'roll', line: 'r1', face: 2 }]);
  const told = table.toldGame(state);
  assert.deepEqual([told.steps, told.result, told.position.stones], [[['r1', 0]], null, before.stones]);
  assert.deepEqual([told.position.announced, told.position.landing], ['r1', [0, 1]]);
  assert.equal(table.viewedPosition(state), told.position);
  assert.ok(!table.isMyTurn(state) && table.offersOf(state).includes('study'), 'not over yet');
  assert.deepEqual(table.settle(state, 9), [{ kind: 'report', added: ROLL, removed: [] }]);
  assert.equal(table.viewedPosition(state), state.game.position);
  assert.ok(!table.offersOf(state).includes('study'));
});

test('a die that nobody sees roll is told at once', () => {
  const state = sit([]);
  const effects = hear(state, update(1, 0, ROLL), false);
  assert.deepEqual(
    effects?.map(({ kind }) => kind),
    ['roll', 'report'],
  );
  assert.equal(state.rolling, null);
});

test('what is heard while the die is in the air waits, and the next roll holds it up again', () => {
  const state = sit([]);
  hear(state, update(1, 0, ROLL));
  assert.equal(
    hear(
      state,
      update(2, 2, [
        ['c1', 1],
        ['=1', -1],
      ]),
    ),
    null,
  );
  assert.equal(
    hear(
      state,
      update(3, 4, [
        ['r2', 0],
        ['=1', -1],
      ]),
    ),
    null,
  );
  assert.equal(table.nextUnheard(state), null);
  assert.equal(state.game.seq, 1);
  table.settle(state, 9);
  const next = /** @type {Update} */ (table.nextUnheard(state));
  assert.deepEqual(hear(state, next), [{ kind: 'roll', line: 'c1', face: 1 }]);
  assert.equal(table.nextUnheard(state), null);
  assert.deepEqual(
    state.unheard.map(({ seq }) => seq),
    [3],
  );
});

test('the whole game ends a roll: what waited is in it, and how it stands is told of it', () => {
  const state = sit([]);
  hear(state, update(1, 0, ROLL));
  hear(
    state,
    update(2, 2, [
      ['c1', 1],
      ['=1', -1],
    ]),
  );
  state.positions = [position(0), position(-1), position(1)];
  const steps = /** @type {Step[]} */ ([...ROLL, ['c1', 1], ['=1', -1]]);
  const effects = table.hearSnapshot(state, game(steps, { seq: 2 }), 9);
  assert.deepEqual(effects, [{ kind: 'report', added: ROLL, removed: [] }]);
  assert.deepEqual([state.rolling, state.unheard, state.positions?.length, state.heardAt], [null, [], 3, 9]);
  assert.ok(table.isMyTurn(state), 'before the roll is told');
});

test('the same game once more, after a lost connection, changes nothing that is looked at', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
  ]);
  state.positions = [position(0), position(1), position(0)];
  table.lookAt(state, 1);
  assert.deepEqual(
    table.hearSnapshot(
      state,
      game([
        ['a1', 0],
        ['b2', 1],
      ]),
      5,
    ),
    [],
  );
  assert.deepEqual([state.viewed, state.positions.length, state.heardAt], [1, 3, 5]);
});

// --- what is offered

test('who is asked whether to give up is asked until the game is over, whatever the others play', () => {
  const state = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  state.isResigning = true;
  assert.deepEqual(table.offersOf(state), ['take-back', 'play-on', 'give-up']); // going on is where resigning was
  assert.equal(table.personResigning(state.game), 0, 'though the machine is to move');
  hear(state, update(2, 1, [['b2', 1]]));
  assert.deepEqual(table.offersOf(state), ['take-back', 'play-on', 'give-up']);
  hear(state, update(3, 2, [['a2', 0]], { result: { winner: 0, reason: 'line' } }));
  assert.deepEqual(table.offersOf(state), ['take-back', 'sound']);
  const told = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  told.isResigning = true;
  table.hearSnapshot(told, game([['a1', 0]], { seq: 2, result: { winner: 0, reason: 'time' } }), 5);
  assert.ok(!told.isResigning);
});

test('whoever is to move gives up where two people play at one screen', () => {
  assert.equal(table.personResigning(game([['a1', 0]])), 1);
  assert.equal(table.personResigning(game([])), 0);
  assert.equal(table.personResigning(game([], { position: position(-1) }, [MACHINE, PERSON])), 1);
});

test('offers follow the game', () => {
  const result = { winner: 0, reason: 'resign' };
  assert.deepEqual(table.offersOf(sit([])), ['resign', 'hint', 'study', 'sound']);
  assert.deepEqual(table.offersOf(sit([], { is_mine: false })), ['study', 'sound']);
  assert.deepEqual(table.offersOf(sit([['a1', 0]], { result })), ['take-back', 'sound']);
  assert.deepEqual(table.offersOf(sit([['a1', 0]], { result, secret: 's' })), ['sound']);
  const pie = position(1, { can_swap: true });
  assert.ok(table.offersOf(sit([['a1', 0]], { position: pie })).includes('swap'));
  assert.ok(!table.offersOf(sit([['a1', 0]], { position: pie }, [PERSON, MACHINE])).includes('swap'));
});

test('what was asked in vain is of no use before one’s next move', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
  ]);
  const state = sit(steps, { is_remote: true, seat: 0, declined: [['take_back'], ['draw']] });
  assert.deepEqual(
    table.offersOf(state),
    ['ask-take-back', 'offer-draw', 'resign', 'sound'],
    'nothing changes its place',
  );
  assert.deepEqual([table.isUseful(state, 'ask-take-back'), table.isUseful(state, 'offer-draw')], [false, true]);
  assert.ok(table.wasDeclined(state.game, 'take_back') && !table.wasDeclined(state.game, 'rematch'));
  hear(state, update(3, 2, [['c3', 0]], { declined: [[], ['draw']] }));
  assert.ok(table.isUseful(state, 'ask-take-back'));
  assert.ok(table.isUseful(sit(steps), 'resign'));
});

test('from the end of a game its players go on, and who looked on may look again', () => {
  assert.deepEqual(table.endOffersOf(game([])), ['again', 'review', 'rules', 'new-game']);
  assert.deepEqual(table.endOffersOf(game([], { is_mine: false })), ['review', 'new-game']);
});

test('a roll between two people stays; against the machine it can be taken back', () => {
  assert.ok(!table.offersOf(sit(ROLL)).includes('take-back'));
  assert.ok(table.offersOf(sit(ROLL, {}, [PERSON, MACHINE])).includes('take-back'));
});

test('steps sound: a stone, the end, and nothing where the die was heard', () => {
  assert.equal(table.soundOf(game([]), [['a1', 0]]), 'stone');
  assert.equal(table.soundOf(game([]), ROLL), null);
  assert.equal(table.soundOf(game([], { result: { winner: 1, reason: 'line' } }), ROLL), 'end');
  assert.equal(table.soundOf(game([], { result: { winner: 1, reason: 'resign' } }), []), null);
});

test('little time is told once, to whoever runs out of it here', () => {
  const clocks = { left: /** @type {[number, number]} */ ([12_000, 9_000]), running: 0 };
  const state = sit([], { clocks });
  const early = table.runningHere(state, 1000);
  const late = table.runningHere(state, 2500);
  assert.deepEqual(
    [early, late],
    [
      { person: 0, periods: null, isShort: false },
      { person: 0, periods: null, isShort: true },
    ],
  );
  assert.ok(table.becomesShort(early, late));
  assert.ok(!table.becomesShort(late, table.runningHere(state, 3000)));
  const others = { person: 1, periods: null, isShort: true };
  assert.ok(!table.becomesShort(early, others), 'the other one was told before');
  assert.ok(!table.becomesShort(null, late));
  assert.equal(table.runningHere(sit([], { clocks: { ...clocks, running: 1 } }, [PERSON, MACHINE]), 0), null);
  assert.equal(table.runningHere(sit([], { clocks, is_mine: false }), 0), null);
});

test('a game lost on time is not taken back', () => {
  const result = { winner: 0, reason: 'time' };
  assert.ok(!table.offersOf(sit([['a1', 0]], { result })).includes('take-back'));
});

test('seats: the person who plays the machine sits below, and changes sides for the next game', () => {
  assert.equal(table.seatBelow(game([], {}, [MACHINE, PERSON])), 1);
  assert.equal(table.seatBelow(game([])), 0);
  assert.deepEqual(table.rematchOf(game([], {}, [MACHINE, PERSON])), {
    spec: 'hex',
    clock: null,
    setup: null,
    board: null,
    seats: [PERSON, MACHINE],
    series: 'g',
    rated: false,
  });
});

test('where two people share a screen it goes to whoever is next, and is turned for the second', () => {
  const state = sit([]);
  assert.deepEqual([table.isTurned(state, true), table.nextAtScreen(state)], [false, null]);
  hear(state, update(1, 0, [['a1', 0]]));
  assert.deepEqual([table.isTurned(state, true), table.nextAtScreen(state)], [true, 1]);
  hear(state, update(2, 1, [['b2', 1]], { result: { winner: 1, reason: 'line' }, position: position(-4) }));
  assert.deepEqual([table.isTurned(state, true), table.nextAtScreen(state)], [true, null], 'whoever won looks at it');
  const alone = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  assert.deepEqual([table.isTurned(alone, true), table.nextAtScreen(alone)], [false, null]);
});

test('a rated game with a level is one of its own, in which nothing is asked', () => {
  const remote = { is_remote: true, seat: 0, rated: true };
  const seats = /** @type {[any, any]} */ ([{ name: 'Ann' }, { kind: 'level', level: 3 }]);
  const played = game([['a1', 0]], remote, seats);
  played.created.rated = true;
  const again = table.rematchOf(played, 4);
  assert.deepEqual(
    [again.rated, again.series, again.seats],
    [true, '', [{ kind: 'level', level: 4 }, { name: 'Ann' }]],
  );
  const state = sit([['a1', 0]], { is_remote: true, seat: 0 }, seats);
  assert.deepEqual(table.offersOf(state), ['resign', 'sound']);
});

test('in a rematch the machine may have another level', () => {
  const seats = table.rematchOf(game([], {}, [MACHINE, PERSON]), 7).seats;
  assert.deepEqual(seats, [PERSON, { kind: 'level', level: 7 }]);
});

test('in a rematch a rule that a first game left out may hold', () => {
  const again = table.rematchOf(game([]), null, 'hex(swap=true)');
  assert.deepEqual([again.spec, again.series], ['hex(swap=true)', 'g']);
});

test("the machine's answer waits until one's own move has been seen, a person's never does", () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  table.hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  const answer = update(2, 1, [['b2', 1]]);
  assert.ok(table.mustWait(state, answer, 1100));
  assert.equal(table.restLeft(state, answer, 1100), table.REST_MS - 100);
  assert.ok(!table.mustWait(state, answer, 1000 + table.REST_MS));
  assert.ok(!table.mustWait(state, update(2, 0, []), 1100)); // a move taken back
  assert.deepEqual(state.told, [['a1', 0]]);
});

test('what waits and is taken back is told no more', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  table.hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]));
  table.overtake(state, update(1, 0, [['a1', 0]])); // one's own move once more
  assert.equal(state.unheard.length, 1);
  const back = update(3, 0, []);
  table.overtake(state, back);
  assert.ok(!table.mustWait(state, back, 1100));
  assert.deepEqual(hear(state, back), [{ kind: 'report', added: [], removed: [['a1', 0]] }]);
  assert.deepEqual(texts(state), []);
});

test('the newest that is known is what waits to be shown, in whatever order it has come', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hear(state, update(1, 0, [['a1', 0]]));
  state.unheard.push(update(2, 1, [['b2', 1]]), update(1, 0, [['a1', 0]]));
  const known = table.newestKnown(state);
  assert.deepEqual([known.seq, known.steps.length, state.game.seq], [2, 2, 1]);
  assert.ok(table.isOnlyAnswered(state.game, known));
  const others = game([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  assert.ok(!table.isOnlyAnswered(state.game, others)); // somebody has moved in another window
  assert.ok(!table.isOnlyAnswered(state.game, game([['a2', 0]])));
});

test('giving up means the same after a move, but not when the game is over or a draw is offered', () => {
  const before = game([['a1', 0]]);
  assert.ok(
    table.canStillResign(
      before,
      game([
        ['a1', 0],
        ['b2', 1],
      ]),
    ),
  );
  assert.ok(!table.canStillResign(before, game([], { result: { winner: 0, reason: 'line' } })));
  assert.ok(!table.canStillResign(before, game([['a1', 0]], { offer: { person: 1, kind: 'draw' } })));
});

test('who has given up is not kept waiting', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  table.hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]), update(3, 2, [], { result: { winner: 1, reason: 'resign' } }));
  assert.equal(table.restLeft(state, state.unheard[0], 1100), 0);
});

test('whatever comes while a change waits is told after it', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  table.hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]));
  assert.ok(table.mustWait(state, update(3, 2, [['c3', 0]]), 5000));
  assert.equal(table.nextUnheard(state)?.seq, 2);
});

test('a die that has come to rest is looked at before the machine answers', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  table.hearUpdate(
    state,
    update(2, 0, [
      ['r1', 0],
      ['=2', -1],
    ]),
    1000,
    true,
  );
  assert.ok(state.rolling);
  table.settle(state, 2000);
  assert.equal(table.restLeft(state, update(3, 2, [['r2', 1]]), 2000), table.DIE_REST_MS);
});

test('of two machines that play faster than one can look nothing piles up', () => {
  const state = sit([], {}, [MACHINE, MACHINE]);
  table.hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(...[2, 3, 4].map((seq) => update(seq, seq - 1, [['b2', 1]])));
  assert.equal(table.restLeft(state, state.unheard[0], 1001), 0);
});

/** @param {number|null} seat @param {Step[]} [steps] @param {Partial<Game>} [more] */
const elsewhere = (seat, steps = [], more = {}) =>
  sit(steps, { is_remote: true, seat, is_mine: seat !== null, offer: null, next_game: '', ...more });

test('of two people at different screens each moves when it is their turn, and sees the board from their side', () => {
  assert.deepEqual(
    [0, 1, null].map((seat) => table.isMyTurn(elsewhere(seat))),
    [true, false, false],
  );
  assert.deepEqual(
    [0, 1, null].map((seat) => table.isTurned(elsewhere(seat), true)),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 1, null].map((seat) => table.seatBelow(elsewhere(seat).game)),
    [0, 1, 0],
  );
  assert.equal(table.personResigning(elsewhere(1).game), 1);
  assert.equal(table.nextAtScreen(elsewhere(0)), null);
});

test('they ask each other for what is not theirs alone, and have no engine at hand', () => {
  const steps = /** @type {Step[]} */ ([['a1', 0]]);
  assert.deepEqual(table.offersOf(elsewhere(0, steps)), ['ask-take-back', 'ask-cancel', 'resign', 'sound']);
  assert.deepEqual(table.offersOf(elsewhere(1, steps)), ['ask-cancel', 'resign', 'sound']);
  assert.deepEqual(table.offersOf(elsewhere(null, steps)), ['study', 'sound']);
  steps.push(['b2', 1]);
  assert.deepEqual(table.offersOf(elsewhere(1, steps)), ['ask-take-back', 'offer-draw', 'resign', 'sound']);
  const rolled = elsewhere(0, [...steps, ['r1', 0], ['=2', -1]]);
  assert.ok(!table.offersOf(rolled).includes('ask-take-back'));
  const asked = elsewhere(0, steps, { offer: { person: 1, kind: 'draw' } });
  assert.deepEqual(table.offersOf(asked), ['resign', 'sound']);
});

test('what goes with a move that is taken back is known before, and told until the next move', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
    ['d4', 1],
  ]);
  const state = sit(steps, { is_remote: true, seat: 1 });
  assert.deepEqual(table.stepsBack(state.game, 0), steps.slice(2));
  assert.deepEqual(table.stepsBack(state.game, 1), steps.slice(3));
  assert.deepEqual(table.stepsBack(game([]), 0), []);
  hear(state, update(5, 2, []));
  assert.deepEqual(state.takenBack, steps.slice(2));
  hear(state, update(6, 2, [], { offer: { person: 1, kind: 'draw' } }));
  assert.deepEqual(state.takenBack, steps.slice(2));
  hear(state, update(7, 2, [['a2', 0]]));
  assert.deepEqual(state.takenBack, []);
});

test('what is asked leaves the board, and what was told of it, as they are', () => {
  const state = elsewhere(0);
  hear(state, update(1, 0, [['a1', 0]], { offer: null }));
  state.isResigning = true;
  assert.deepEqual(hear(state, update(2, 1, [], { offer: { person: 1, kind: 'draw' } })), []);
  assert.deepEqual([state.told, state.isResigning, state.game.offer?.kind], [[['a1', 0]], true, 'draw']);
  const ended = hear(state, update(4, 1, [], { offer: null, result: { winner: null, reason: 'agreed' } }));
  assert.deepEqual([ended, state.game.offer], [[{ kind: 'report', added: [], removed: [] }], null]);
});
