// What the lobby knows.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  boardsOf,
  challengesOf,
  hear,
  lose,
  newChallenges,
  newLobby,
  withHeld,
} from '../../src/motu/web/js/views/lobby_state.js';

/** @type {any} */
const NEWS = { type: 'lobby', here: 1, challenges: [], games: [], featured: '', waiting: null };
/** @type {any} */
const WAITING = { ...NEWS, waiting: { wish: 'atoll.fast', since_ms: 1 } };

test('the game that was chosen last is chosen again, if it is one', () => {
  assert.equal(newLobby('atmalof').kind, 'atmalof');
  assert.equal(newLobby('chess').kind, 'atoll');
  assert.equal(newLobby(null).kind, 'atoll');
});

test('whoever waits is told by the server, also that he does no more', () => {
  const state = newLobby(null);
  assert.equal(hear(state, WAITING), false);
  assert.equal(state.wish, 'atoll.fast');
  assert.equal(hear(state, NEWS), false);
  assert.equal(state.wish, '');
});

test('after a loss one goes on waiting, and asks anew where the server has forgotten it', () => {
  const state = newLobby(null);
  hear(state, WAITING);
  lose(state);
  assert.equal(state.wish, 'atoll.fast');
  assert.equal(hear(state, NEWS), true);
  assert.equal(state.wish, 'atoll.fast');
  lose(state);
  assert.equal(hear(state, WAITING), false);
});

test('one game is large, and stands nowhere else', () => {
  const state = newLobby(null);
  assert.deepEqual(boardsOf(state), { large: null, others: [] });
  hear(state, { ...NEWS, games: [{ id: 'a' }, { id: 'b' }], featured: 'b' });
  assert.deepEqual(boardsOf(state), { large: { id: 'b' }, others: [{ id: 'a' }] });
});

test('who does not want to see bots sees none, but what is for himself', () => {
  const state = newLobby(null, false);
  assert.deepEqual(challengesOf(state), []);
  const of = (/** @type {boolean} */ isBot, more = {}) => ({
    is_bot: isBot,
    is_mine: false,
    is_for_me: false,
    ...more,
  });
  const challenges = [of(true), of(false), of(true, { is_for_me: true }), of(true, { is_mine: true })];
  const seats = (/** @type {boolean[]} */ ...areBots) => areBots.map((isBot) => ({ is_bot: isBot }));
  const games = [
    { id: 'a', seats: seats(false, true) },
    { id: 'b', seats: seats(false, false) },
  ];
  hear(state, /** @type {any} */ ({ ...NEWS, challenges, games, featured: 'a' }));
  assert.deepEqual(challengesOf(state), challenges.slice(1));
  assert.deepEqual(boardsOf(state), { large: null, others: [games[1]] });
  state.hasBots = true;
  assert.deepEqual(challengesOf(state), challenges);
  assert.equal(boardsOf(state).large, games[0]);
});

test('said is what others have opened since', () => {
  /** @type {any} */
  const one = { id: 'a', is_mine: false };
  const mine = { id: 'b', is_mine: true };
  const news = { ...NEWS, challenges: [one, mine] };
  assert.deepEqual(newChallenges(null, news), []);
  assert.deepEqual(newChallenges(NEWS, news), [one]);
  assert.deepEqual(newChallenges(news, news), []);
});

test('the game that was shown large stays for a while when it is over', () => {
  const [one, two, over] = ['one', 'two', 'over'].map((id) => /** @type {any} */ ({ id }));
  assert.deepEqual(withHeld({ large: one, others: [two] }, null), { large: one, others: [two] });
  assert.deepEqual(withHeld({ large: one, others: [two] }, over), { large: over, others: [one, two] });
  assert.deepEqual(withHeld({ large: null, others: [] }, over), { large: over, others: [] });
});
