// What the bell knows.

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  countText,
  forgetNotices,
  gameAt,
  newNotices,
  takeNotices,
} from '../../src/motu/web/js/notices/notices_state.js';

/** @param {string} id @param {number} at @param {boolean} [isRead] @returns {import('../../src/motu/web/js/api.js').Notice} */
const notice = (id, at, isRead = false) => ({ id, kind: 'turn', at_ms: at, is_read: isRead, spec: 'hex', game: 'abc' });

/** @param {import('../../src/motu/web/js/api.js').Notice[]} notices @returns {import('../../src/motu/web/js/api.js').NoticesNews} */
const news = (...notices) => ({
  type: 'notices',
  unread: notices.filter((each) => !each.is_read).length,
  notices,
  is_concerned: notices.length > 0,
  name: '',
});

test('only what comes later is said aloud, once', () => {
  const state = newNotices();
  assert.deepEqual(takeNotices(state, news(notice('a', 5))), []);
  assert.equal(countText(state), '1');
  const b = notice('b', 7);
  assert.deepEqual(takeNotices(state, news(b, notice('a', 5))), [b]);
  assert.deepEqual(takeNotices(state, news(b, notice('a', 5))), []);
  assert.deepEqual(takeNotices(state, news(notice('c', 9, true), b)), []);
  assert.equal(countText(state), '1');
});

test('also what comes to whoever had nothing', () => {
  const state = newNotices();
  takeNotices(state, news());
  assert.equal(state.isConcerned, false);
  assert.equal(countText(state), '');
  assert.equal(takeNotices(state, news(notice('a', 5))).length, 1);
  takeNotices(state, news());
  assert.equal(state.isConcerned, true, 'the bell does not go away again');
});

test('whoever comes next begins anew', () => {
  const state = newNotices();
  takeNotices(state, news(notice('a', 5)));
  forgetNotices(state);
  assert.deepEqual(state, newNotices());
});

test('large numbers are cut short', () => {
  assert.equal(countText({ ...newNotices(), unread: 100 }), '99+');
});

test('which game an address shows', () => {
  assert.equal(gameAt('/play/aB-_12345678'), 'aB-_12345678');
  for (const path of ['/play', '/play/', '/study', '/play/abc/more', '/games']) assert.equal(gameAt(path), '', path);
});
