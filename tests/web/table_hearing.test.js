// In which order things are heard and told at a table. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { beginErrand, endErrand } from '../../src/motu/web/js/views/table_errands.js';
import {
  DIE_REST_MS,
  REST_MS,
  hearSnapshot,
  hearUpdate,
  mustWait,
  nextUnheard,
  overtake,
  restLeft,
  settle,
  soundOf,
} from '../../src/motu/web/js/views/table_hearing.js';
import { keptSteps, offersOf, stepsBack } from '../../src/motu/web/js/views/table_offers.js';
import { canMove, isMyTurn, toldGame, viewedPosition } from '../../src/motu/web/js/views/table_state.js';
import { PERSON, MACHINE, position, game, update, sit, hear, texts, ROLL, elsewhere } from './a_table.js';

/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */
/** @typedef {import('../../src/motu/web/js/api.js').Update} Update */

test('the answer to a move of our own comes twice and is told once', () => {
  const state = sit([]);
  const moved = update(1, 0, [['a1', 0]]);
  assert.deepEqual(hear(state, moved), [{ kind: 'report', added: [['a1', 0]], removed: [] }]);
  assert.equal(hear(state, moved), null);
  assert.deepEqual([texts(state), state.viewed, state.heardAt], [['a1'], 1, 7]);
});

test('a move that is taken back while the machine thinks stays taken back when its answer comes late', () => {
  const state = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  assert.ok(!isMyTurn(state));
  assert.ok(offersOf(state).includes('take-back'));
  const errand = /** @type {number} */ (beginErrand(state));
  assert.equal(keptSteps(state.game), 0);
  hear(state, update(2, 0, []));
  assert.equal(hear(state, update(2, 1, [['b2', 1]])), null);
  endErrand(state, errand);
  assert.deepEqual([texts(state), state.viewed], [[], 0]);
  assert.ok(canMove(state));
});

test('what the die shows is not told while it is in the air', () => {
  const state = sit([]);
  const before = { ...state.game.position, announce: [] };
  const result = { winner: 0, reason: 'line' };
  const effects = hear(state, update(1, 0, ROLL, { position: position(-4, { stones: '.0..' }), result }));
  assert.deepEqual(effects, [{ kind: 'roll', line: 'r1', face: 2 }]);
  const told = toldGame(state);
  assert.deepEqual([told.steps, told.result, told.position.stones], [[['r1', 0]], null, before.stones]);
  assert.deepEqual([told.position.announced, told.position.landing], ['r1', [0, 1]]);
  assert.equal(viewedPosition(state), told.position);
  assert.ok(!isMyTurn(state) && offersOf(state).includes('study'), 'not over yet');
  assert.deepEqual(settle(state, 9), [{ kind: 'report', added: ROLL, removed: [] }]);
  assert.equal(viewedPosition(state), state.game.position);
  assert.ok(!offersOf(state).includes('study'));
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
  assert.equal(nextUnheard(state), null);
  assert.equal(state.game.seq, 1);
  settle(state, 9);
  const next = /** @type {Update} */ (nextUnheard(state));
  assert.deepEqual(hear(state, next), [{ kind: 'roll', line: 'c1', face: 1 }]);
  assert.equal(nextUnheard(state), null);
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
  const effects = hearSnapshot(state, game(steps, { seq: 2 }), 9);
  assert.deepEqual(effects, [{ kind: 'report', added: ROLL, removed: [] }]);
  assert.deepEqual([state.rolling, state.unheard, state.positions?.length, state.heardAt], [null, [], 3, 9]);
  assert.ok(isMyTurn(state), 'before the roll is told');
});

test("the machine's answer waits until one's own move has been seen, a person's never does", () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  const answer = update(2, 1, [['b2', 1]]);
  assert.ok(mustWait(state, answer, 1100));
  assert.equal(restLeft(state, answer, 1100), REST_MS - 100);
  assert.ok(!mustWait(state, answer, 1000 + REST_MS));
  assert.ok(!mustWait(state, update(2, 0, []), 1100)); // a move taken back
  assert.deepEqual(state.told, [['a1', 0]]);
});

test('what waits and is taken back is told no more', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]));
  overtake(state, update(1, 0, [['a1', 0]])); // one's own move once more
  assert.equal(state.unheard.length, 1);
  const back = update(3, 0, []);
  overtake(state, back);
  assert.ok(!mustWait(state, back, 1100));
  assert.deepEqual(hear(state, back), [{ kind: 'report', added: [], removed: [['a1', 0]] }]);
  assert.deepEqual(texts(state), []);
});

test('who has given up is not kept waiting', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]), update(3, 2, [], { result: { winner: 1, reason: 'resign' } }));
  assert.equal(restLeft(state, state.unheard[0], 1100), 0);
});

test('whatever comes while a change waits is told after it', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(update(2, 1, [['b2', 1]]));
  assert.ok(mustWait(state, update(3, 2, [['c3', 0]]), 5000));
  assert.equal(nextUnheard(state)?.seq, 2);
});

test('a die that has come to rest is looked at before the machine answers', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hearUpdate(
    state,
    update(2, 0, [
      ['r1', 0],
      ['=2', -1],
    ]),
    1000,
    true,
  );
  assert.ok(state.rolling);
  settle(state, 2000);
  assert.equal(restLeft(state, update(3, 2, [['r2', 1]]), 2000), DIE_REST_MS);
});

test('of two machines that play faster than one can look nothing piles up', () => {
  const state = sit([], {}, [MACHINE, MACHINE]);
  hearUpdate(state, update(1, 0, [['a1', 0]]), 1000, true);
  state.unheard.push(...[2, 3, 4].map((seq) => update(seq, seq - 1, [['b2', 1]])));
  assert.equal(restLeft(state, state.unheard[0], 1001), 0);
});

test('what goes with a move that is taken back is known before, and told until the next move', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
    ['d4', 1],
  ]);
  const state = sit(steps, { is_remote: true, seat: 1 });
  assert.deepEqual(stepsBack(state.game, 0), steps.slice(2));
  assert.deepEqual(stepsBack(state.game, 1), steps.slice(3));
  assert.deepEqual(stepsBack(game([]), 0), []);
  const turn = /** @type {Step[]} */ ([
    ['a1', 1],
    ['@b2', 0],
    ['c3', 0],
    ['d4', 1],
  ]);
  assert.deepEqual(stepsBack(game(turn), 0), turn.slice(1), 'one turn of two moves');
  assert.deepEqual(stepsBack(game(turn.slice(0, 2)), 0), turn.slice(1, 2));
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

test('steps sound: a stone, the end, and nothing where the die was heard', () => {
  assert.equal(soundOf(game([]), [['a1', 0]]), 'stone');
  assert.equal(soundOf(game([]), ROLL), null);
  assert.equal(soundOf(game([], { result: { winner: 1, reason: 'line' } }), ROLL), 'end');
  assert.equal(soundOf(game([], { result: { winner: 1, reason: 'resign' } }), []), null);
});
