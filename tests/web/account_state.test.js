// What the page of an account knows. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  begin,
  fail,
  hasThings,
  newState,
  succeed,
  takeSessions,
  takeThings,
  toldOf,
} from '../../src/motu/web/js/account/account_state.js';

/** @type {import('../../src/motu/web/js/api.js').Account} */
const ANN = { name: 'Ann', kind: 'person', role: 'none', created_ms: 1, renamed_ms: 1, is_seen: false, is_asked: true };

/** @param {string} id @param {boolean} isThis */
const session = (id, isThis) => ({ id, browser: '', created_ms: 1, seen_ms: 1, expires_ms: 2, is_this: isThis });

test('one thing is done at a time', () => {
  const state = newState(null, []);
  assert.equal(begin(state, 'claim'), true);
  assert.equal(begin(state, 'log-in'), false);
  fail(state, 'log-in', 'an answer to something else');
  assert.equal(state.work, 'claim');
  fail(state, 'claim', 'taken');
  assert.deepEqual(toldOf(state, 'claim'), { work: 'claim', text: 'taken', isGood: false });
  assert.equal(toldOf(state, 'log-in'), null);
  assert.equal(begin(state, 'log-in'), true);
  assert.equal(state.told, null, 'what was said before is said no more');
});

test('whoever has claimed a name is there, and whoever logs out is a guest without sessions', () => {
  const state = newState(null, []);
  begin(state, 'claim');
  succeed(state, 'claim', '', ANN);
  assert.equal(state.account, ANN);
  takeSessions(state, [session('a', false), session('b', true)]);
  assert.deepEqual(
    state.sessions.map((each) => each.id),
    ['b', 'a'],
  );
  begin(state, 'name');
  succeed(state, 'name', 'done', { ...ANN, name: 'Anna' });
  assert.equal(state.sessions.length, 2);
  begin(state, 'password');
  succeed(state, 'password', 'done');
  assert.equal(state.account?.name, 'Anna', 'an answer that says nothing of it changes nothing');
  begin(state, 'log-out');
  succeed(state, 'log-out', '', null);
  assert.equal(state.account, null);
  assert.deepEqual(state.sessions, []);
});

test('what a guest has is there to be taken along until it is taken', () => {
  assert.equal(hasThings(newState(null, []).things), false);
  const state = newState(null, [], { games: 0, studies: 2, puzzles: 0, stayed: 1 });
  assert.equal(hasThings(state.things), true);
  takeThings(state, { games: 0, studies: 0, puzzles: 0, stayed: 1 });
  assert.equal(hasThings(state.things), false);
});
