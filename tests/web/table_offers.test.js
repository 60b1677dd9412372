// What can be done at a table. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { hearSnapshot } from '../../src/motu/web/js/views/table_hearing.js';
import {
  endOffersOf,
  isUseful,
  keptSteps,
  offersOf,
  personResigning,
  rematchOf,
  wasDeclined,
} from '../../src/motu/web/js/views/table_offers.js';
import { PERSON, MACHINE, position, game, update, sit, hear, ROLL, elsewhere } from './a_table.js';

/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */

test('the answer of the machine goes with the move that is taken back', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
    ['d4', 1],
  ]);
  assert.equal(keptSteps(game(steps, {}, [PERSON, MACHINE])), 2);
  assert.equal(keptSteps(game(steps)), 3);
});

test('who is asked whether to give up is asked until the game is over, whatever the others play', () => {
  const state = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  state.isResigning = true;
  assert.deepEqual(offersOf(state), ['take-back', 'play-on', 'give-up']); // going on is where resigning was
  assert.equal(personResigning(state.game), 0, 'though the machine is to move');
  hear(state, update(2, 1, [['b2', 1]]));
  assert.deepEqual(offersOf(state), ['take-back', 'play-on', 'give-up']);
  hear(state, update(3, 2, [['a2', 0]], { result: { winner: 0, reason: 'line' } }));
  assert.deepEqual(offersOf(state), ['take-back', 'sound']);
  const told = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  told.isResigning = true;
  hearSnapshot(told, game([['a1', 0]], { seq: 2, result: { winner: 0, reason: 'time' } }), 5);
  assert.ok(!told.isResigning);
});

test('whoever is to move gives up where two people play at one screen', () => {
  assert.equal(personResigning(game([['a1', 0]])), 1);
  assert.equal(personResigning(game([])), 0);
  assert.equal(personResigning(game([], { position: position(-1) }, [MACHINE, PERSON])), 1);
});

test('offers follow the game', () => {
  const result = { winner: 0, reason: 'resign' };
  assert.deepEqual(offersOf(sit([])), ['resign', 'hint', 'study', 'sound']);
  assert.deepEqual(offersOf(sit([], { is_mine: false })), ['study', 'sound']);
  assert.deepEqual(offersOf(sit([['a1', 0]], { result })), ['take-back', 'sound']);
  assert.deepEqual(offersOf(sit([['a1', 0]], { result, secret: 's' })), ['sound']);
  const pie = position(1, { can_swap: true });
  assert.ok(offersOf(sit([['a1', 0]], { position: pie })).includes('swap'));
  assert.ok(!offersOf(sit([['a1', 0]], { position: pie }, [PERSON, MACHINE])).includes('swap'));
});

test('what was asked in vain is of no use before one’s next move', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
  ]);
  const state = sit(steps, { is_remote: true, seat: 0, declined: [['take_back'], ['draw']] });
  assert.deepEqual(offersOf(state), ['ask-take-back', 'offer-draw', 'resign', 'sound'], 'nothing changes its place');
  assert.deepEqual([isUseful(state, 'ask-take-back'), isUseful(state, 'offer-draw')], [false, true]);
  assert.ok(wasDeclined(state.game, 'take_back') && !wasDeclined(state.game, 'rematch'));
  hear(state, update(3, 2, [['c3', 0]], { declined: [[], ['draw']] }));
  assert.ok(isUseful(state, 'ask-take-back'));
  assert.ok(isUseful(sit(steps), 'resign'));
});

test('from the end of a game its players go on, and who looked on may look again', () => {
  assert.deepEqual(endOffersOf(game([])), ['again', 'review', 'rules', 'new-game']);
  assert.deepEqual(endOffersOf(game([], { is_mine: false })), ['review', 'new-game']);
});

test('a roll between two people stays; against the machine it can be taken back', () => {
  assert.ok(!offersOf(sit(ROLL)).includes('take-back'));
  assert.ok(offersOf(sit(ROLL, {}, [PERSON, MACHINE])).includes('take-back'));
});

test('a game lost on time is not taken back', () => {
  const result = { winner: 0, reason: 'time' };
  assert.ok(!offersOf(sit([['a1', 0]], { result })).includes('take-back'));
});

test('a rated game with a level is one of its own, in which nothing is asked', () => {
  const remote = { is_remote: true, seat: 0, rated: true };
  const seats = /** @type {[any, any]} */ ([{ name: 'Ann' }, { kind: 'level', level: 3 }]);
  const played = game([['a1', 0]], remote, seats);
  played.created.rated = true;
  const again = rematchOf(played, 4);
  assert.deepEqual(
    [again.rated, again.series, again.seats],
    [true, '', [{ kind: 'level', level: 4 }, { name: 'Ann' }]],
  );
  const state = sit([['a1', 0]], { is_remote: true, seat: 0 }, seats);
  assert.deepEqual(offersOf(state), ['resign', 'sound']);
});

test('the person who plays the machine changes sides for the next game', () => {
  assert.deepEqual(rematchOf(game([], {}, [MACHINE, PERSON])), {
    spec: 'hex',
    clock: null,
    setup: null,
    board: null,
    seats: [PERSON, MACHINE],
    series: 'g',
    rated: false,
  });
});

test('in a rematch the machine may have another level', () => {
  const seats = rematchOf(game([], {}, [MACHINE, PERSON]), 7).seats;
  assert.deepEqual(seats, [PERSON, { kind: 'level', level: 7 }]);
});

test('in a rematch a rule that a first game left out may hold', () => {
  const again = rematchOf(game([]), null, 'hex(swap=true)');
  assert.deepEqual([again.spec, again.series], ['hex(swap=true)', 'g']);
});

test('they ask each other for what is not theirs alone, and have no engine at hand', () => {
  const steps = /** @type {Step[]} */ ([['a1', 0]]);
  assert.deepEqual(offersOf(elsewhere(0, steps)), ['ask-take-back', 'ask-cancel', 'resign', 'sound']);
  assert.deepEqual(offersOf(elsewhere(1, steps)), ['ask-cancel', 'resign', 'sound']);
  assert.deepEqual(offersOf(elsewhere(null, steps)), ['study', 'sound']);
  steps.push(['b2', 1]);
  assert.deepEqual(offersOf(elsewhere(1, steps)), ['ask-take-back', 'offer-draw', 'resign', 'sound']);
  const rolled = elsewhere(0, [...steps, ['r1', 0], ['=2', -1]]);
  assert.ok(!offersOf(rolled).includes('ask-take-back'));
  const asked = elsewhere(0, steps, { offer: { person: 1, kind: 'draw' } });
  assert.deepEqual(offersOf(asked), ['resign', 'sound']);
});
