// What the account's page knows of messages while no page is open.

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  abilityOf,
  beginPush,
  isToldHere,
  newPush,
  notTold,
  placeId,
  toldHere,
  toldNoMore,
} from '../../src/motu/web/js/notices/push_state.js';

const CAN = { hasPush: true, isTouchApple: false, isInstalled: false, permission: 'default' };
/** @param {string} id */
const place = (id) => ({ id, browser: 'Firefox', created_ms: 1 });

test('a browser is asked only where that can lead to something', () => {
  assert.equal(abilityOf(CAN), 'can');
  assert.equal(abilityOf({ ...CAN, permission: 'granted' }), 'can');
  assert.equal(abilityOf({ ...CAN, permission: 'denied' }), 'denied');
  assert.equal(abilityOf({ ...CAN, hasPush: false }), 'cannot');
  assert.equal(abilityOf({ ...CAN, hasPush: false, isTouchApple: true }), 'install');
  assert.equal(abilityOf({ ...CAN, hasPush: false, isTouchApple: true, isInstalled: true }), 'cannot');
  assert.equal(abilityOf({ ...CAN, isTouchApple: true, isInstalled: true }), 'can');
});

test('this browser is told when the server knows it, whatever subscription it has', () => {
  const state = newPush('can', { key: 'k', places: [place('a')] }, 'b');
  assert.ok(!isToldHere(state));
  assert.ok(!isToldHere(newPush('can', { key: 'k', places: [place('a')] }, null)));
  assert.ok(beginPush(state));
  assert.ok(!beginPush(state), 'one press is one press');
  toldHere(state, place('b'));
  assert.ok(isToldHere(state));
  toldHere(state, place('b'));
  assert.deepEqual(
    state.places.map(({ id }) => id),
    ['a', 'b'],
  );
  toldNoMore(state, 'b');
  assert.ok(!isToldHere(state));
  assert.ok(beginPush(state));
  notTold(state, 'denied');
  assert.deepEqual([state.ability, state.isBusy], ['denied', false]);
});

test('a place is known by the same id as on the server', async () => {
  const endpoint = new TextEncoder().encode('https://push.example.net/send/one');
  const id = placeId(await crypto.subtle.digest('SHA-256', endpoint));
  assert.equal(id, 'MHvIVqlceWg0nGRtMQMXYe');
});
