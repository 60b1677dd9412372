import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as programs from '../../src/motu/web/js/programs/programs_state.js';

/** @param {string} id @param {number|null} [expires] @returns {import('../../src/motu/web/js/api.js').ApiToken} */
const token = (id, expires = null) => ({
  id,
  account: 'Ann',
  name: 'at home',
  scopes: ['play'],
  created_ms: 1,
  used_ms: null,
  expires_ms: expires,
  token: '',
});

test('one thing is asked for at a time, and what came of it stands where it was asked for', () => {
  const state = programs.newPrograms('Ann');
  assert.equal(programs.begin(state, 'bot'), true);
  assert.equal(programs.begin(state, 'token'), false);
  programs.fail(state, 'taken');
  assert.deepEqual(programs.toldOf(state, 'bot'), { part: 'bot', text: 'taken', isGood: false });
  assert.equal(programs.toldOf(state, 'token'), null);
  assert.equal(programs.begin(state, 'token'), true);
  assert.equal(programs.toldOf(state, 'bot'), null);
  programs.succeed(state, 'made', { ...token('a'), token: 'motu_x' });
  assert.equal(state.made?.token, 'motu_x');
});

test('a late answer that nobody waits for changes nothing', () => {
  const state = programs.newPrograms('Ann');
  programs.succeed(state, 'made', token('a'));
  programs.fail(state, 'refused');
  assert.deepEqual([state.made, state.told], [null, null]);
});

test('a token is shown until it is put away or revoked', () => {
  const state = programs.newPrograms('Ann');
  programs.begin(state, 'token');
  programs.succeed(state, '', { ...token('a'), token: 'motu_x' });
  programs.takeLists(state, [], [token('a'), token('b')]);
  assert.equal(state.made?.token, 'motu_x');
  programs.takeLists(state, [], [token('b')]);
  assert.equal(state.made, null);
  programs.begin(state, 'token');
  programs.succeed(state, '', { ...token('c'), token: 'motu_y' });
  programs.putAway(state);
  assert.equal(state.made, null);
});

test('what cannot be undone is asked about, once', () => {
  const state = programs.newPrograms('Ann');
  programs.askAbout(state, 'a');
  assert.equal(state.asked, 'a');
  programs.begin(state, 'list');
  programs.succeed(state, 'revoked');
  assert.equal(state.asked, '');
});

test('what is asked of the server for a token', () => {
  const form = {
    name: ' at home ',
    bot: 'my-bot',
    days: 0,
    scopes: /** @type {programs.Scope[]} */ (['read', 'play']),
  };
  assert.deepEqual(programs.wantedToken(form), {
    name: 'at home',
    bot: 'my-bot',
    days: null,
    scopes: ['play', 'read'],
  });
  assert.equal(programs.wantedToken({ ...form, days: 30 }).days, 30);
});

test('a token that ends within a week is told apart', () => {
  const day = 86_400_000;
  assert.equal(programs.endsSoon(token('a'), 0), false);
  assert.equal(programs.endsSoon(token('a', 8 * day), 0), false);
  assert.equal(programs.endsSoon(token('a', 6 * day), 0), true);
});
