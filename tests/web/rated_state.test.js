// Whether a game is to count, and what is said of that to guests and to people with names.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  keptChoice,
  newRatedChoice,
  ratedAsked,
  saidOfChallenge,
  saidOfChoice,
} from '../../src/motu/web/js/views/rated_state.js';

/** @param {Partial<import('../../src/motu/web/js/api.js').Challenge>} terms */
const challenge = (terms) => /** @type {any} */ ({ rated: null, may_count: true, is_mine: false, ...terms });

test('a game counts unless one says no, and what was said last is kept', () => {
  const choice = newRatedChoice(null);
  assert.equal(choice.wanted, true);
  assert.equal(ratedAsked(choice), null);
  choice.wanted = false;
  assert.equal(ratedAsked(choice), false);
  assert.equal(newRatedChoice(keptChoice(choice)).wanted, false);
  assert.equal(newRatedChoice(keptChoice(newRatedChoice('yes'))).wanted, true);
});

test('a guest is told why nothing counts, whatever he wants', () => {
  const choice = newRatedChoice('yes');
  assert.equal(saidOfChoice(choice), 'nothing');
  assert.equal(saidOfChoice({ ...choice, isNamed: false }), 'guest');
  assert.equal(saidOfChoice({ ...choice, isNamed: true }), 'counts');
  assert.equal(saidOfChoice({ wanted: false, isNamed: true }), 'casual');
});

test('who opens a challenge is told whether it counts, and else because of whom', () => {
  assert.equal(saidOfChallenge(challenge({}), true), 'rated');
  assert.equal(saidOfChallenge(challenge({}), false), 'guest');
  assert.equal(saidOfChallenge(challenge({ may_count: false }), true), 'maker');
  assert.equal(saidOfChallenge(challenge({ rated: false, may_count: false }), true), 'casual');
  assert.equal(saidOfChallenge(challenge({ rated: true }), false), 'barred');
});

test('who has made it is told what it depends on', () => {
  assert.equal(saidOfChallenge(challenge({ is_mine: true }), true), 'if-named');
  assert.equal(saidOfChallenge(challenge({ is_mine: true, to: 'Bob' }), true), 'rated', 'whom one names has a name');
  assert.equal(saidOfChallenge(challenge({ is_mine: true, may_count: false }), false), 'guest');
});
