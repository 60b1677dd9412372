// What the chat at a game knows.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  circlesHere,
  hearLines,
  markRead,
  newChat,
  readOf,
  shownLines,
  takeCircles,
  takeView,
  unread,
  unreadIn,
  withRead,
} from '../../src/motu/web/js/chat/chat_state.js';

const NOTHING = { players: -1, spectators: -1 };

/** @param {number} seq @param {any} [changes] @returns {any} */
const line = (seq, changes = {}) => ({ seq, circle: 'players', is_mine: false, text: `line ${seq}`, ...changes });

/** @param {any[]} lines @param {any} [changes] @returns {any} */
const view = (lines, changes = {}) => ({ circles: ['players'], has_words: false, lines, ...changes });

/** @param {any} changes @returns {any} */
const game = (changes) => ({ is_remote: true, seat: 0, result: null, created: { seats: [{}, {}] }, ...changes });

test('there is a circle for each who hears it', () => {
  assert.deepEqual(circlesHere(game({ is_remote: false })), []);
  assert.deepEqual(circlesHere(game({})), ['players']);
  assert.deepEqual(circlesHere(game({ result: {} })), ['players', 'spectators']);
  assert.deepEqual(circlesHere(game({ seat: null })), ['spectators']);
  assert.deepEqual(circlesHere(game({ created: { seats: [{}, { is_bot: true }] } })), []);
  assert.deepEqual(circlesHere(game({ created: { seats: [{}, { kind: 'level', level: 3 }] } })), []);
  assert.deepEqual(circlesHere(game({ result: {}, created: { seats: [{}, { is_bot: true }] } })), ['spectators']);
});

test('what comes twice is heard once, and stands by its number', () => {
  const state = newChat(NOTHING);
  assert.deepEqual(takeView(state, view([line(0), line(2)])), [line(0), line(2)]);
  assert.deepEqual(hearLines(state, [line(2), line(1), line(3, { is_mine: true })]), [line(1)]);
  assert.deepEqual(
    shownLines(state).map(({ seq }) => seq),
    [0, 1, 2, 3],
  );
  assert.deepEqual(takeView(state, view([line(3)])), []);
  assert.equal(state.lines.length, 4, 'what was told before stays');
});

test('what others have said is unread until it is shown', () => {
  const state = newChat({ players: 0, spectators: -1 });
  takeView(state, view([line(0), line(1, { is_mine: true }), line(2), line(3, { circle: 'spectators' })]));
  assert.equal(unread(state), 1, 'what is not heard does not count');
  takeCircles(state, ['players', 'spectators']);
  assert.equal(unread(state), 2);
  assert.equal(markRead(state), false, 'it is folded');
  state.isOpen = true;
  assert.equal(markRead(state), true);
  assert.equal(markRead(state), false);
  assert.deepEqual([unreadIn(state, 'players'), unreadIn(state, 'spectators')], [0, 1]);
  state.circle = 'spectators';
  markRead(state);
  assert.equal(unread(state), 0);
  hearLines(state, [line(4)]);
  assert.equal(unread(state), 1, 'the other circle is not shown');
});

test('the circle that was chosen stays as long as there is one', () => {
  const state = newChat(NOTHING);
  takeCircles(state, ['players', 'spectators']);
  assert.equal(state.circle, 'players');
  state.circle = 'spectators';
  takeCircles(state, ['players', 'spectators']);
  assert.equal(state.circle, 'spectators');
  takeCircles(state, []);
  assert.equal(state.circle, null);
});

test('what was read is kept for the latest games', () => {
  let kept = withRead(null, 'a', { players: 3, spectators: -1 });
  kept = withRead(kept, 'b', NOTHING);
  kept = withRead(kept, 'a', { players: 4, spectators: 0 });
  assert.deepEqual(readOf(kept, 'a'), { players: 4, spectators: 0 });
  assert.deepEqual(readOf(kept, 'c'), NOTHING);
  for (let number = 0; number < 200; number += 1) kept = withRead(kept, `game-${number}`, NOTHING);
  assert.deepEqual(readOf(kept, 'a'), NOTHING);
  assert.equal(JSON.parse(kept).length, 200);
  for (const broken of ['', '{', '{}', '[1]', '[["a", "b", 1]]', 'null'])
    assert.deepEqual(readOf(broken, 'a'), NOTHING);
});
