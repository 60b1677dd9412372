// What the list of passkeys knows. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  beginPasskey,
  endPasskey,
  isOnlyWay,
  newPasskeys,
  takePasskeys,
  toggleOpen,
} from '../../src/motu/web/js/account/passkeys_state.js';

/** @param {string} id */
const passkey = (id) => ({ id, name: id, host: 'x', is_synced: false, created_ms: 1, used_ms: null });

test('one thing is done at a time, and what was wrong is said until the next one', () => {
  const state = newPasskeys();
  assert.equal(beginPasskey(state), true);
  assert.equal(beginPasskey(state), false);
  endPasskey(state, 'cancelled');
  assert.equal(state.fault, 'cancelled');
  assert.equal(beginPasskey(state), true);
  assert.equal(state.fault, '');
});

test('a passkey is asked about, one at a time', () => {
  const state = newPasskeys();
  toggleOpen(state, 'a', 'rename');
  toggleOpen(state, 'b', 'remove');
  assert.deepEqual(state.open, { id: 'b', does: 'remove' });
  toggleOpen(state, 'b', 'remove');
  assert.equal(state.open, null);
  toggleOpen(state, 'a', 'remove');
  takePasskeys(state, { passkeys: [passkey('b')], has_password: true });
  assert.equal(state.open, null, 'it is done');
});

test('the only way in is known', () => {
  const state = newPasskeys();
  takePasskeys(state, { passkeys: [passkey('a')], has_password: false });
  assert.equal(isOnlyWay(state), true);
  takePasskeys(state, { passkeys: [passkey('a'), passkey('b')], has_password: false });
  assert.equal(isOnlyWay(state), false);
  takePasskeys(state, { passkeys: [passkey('a')], has_password: true });
  assert.equal(isOnlyWay(state), false);
});
