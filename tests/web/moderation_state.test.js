// What the page of moderators knows: places, what can be done, and what is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  actsFor,
  actsOn,
  addressOf,
  bodyOf,
  hasDays,
  isReady,
  neighbour,
  newForm,
  placeOf,
} from '../../src/motu/web/js/order/moderation_state.js';

/** @param {...object} sanctions @returns {any} */
const person = (...sanctions) => ({ name: 'Bob', sanctions });
/** @param {string|null} game @param {any} [about] @returns {any} */
const reported = (game, about = null) => ({ report: { game }, about });

test('addresses name a place in the page', () => {
  assert.deepEqual(placeOf([]), { place: 'open', id: '' });
  assert.deepEqual(placeOf(['report', 'x']), { place: 'open', id: 'x' });
  assert.deepEqual(placeOf(['closed']), { place: 'closed', id: '' });
  assert.deepEqual(placeOf(['closed', 'x']), { place: 'closed', id: 'x' });
  assert.deepEqual(placeOf(['log']), { place: 'log', id: '' });
  assert.deepEqual(placeOf(['person', 'Bob']), { place: 'person', id: 'Bob' });
  for (const place of /** @type {const} */ (['open', 'closed']))
    assert.deepEqual(placeOf(addressOf(place, 'x').split('/').slice(2)), { place, id: 'x' });
});

test('of guests a report can only be dismissed, or a result voided', () => {
  assert.deepEqual(actsFor(reported(null)), ['dismiss']);
  assert.deepEqual(actsFor(reported('g')), ['dismiss', 'void']);
  assert.deepEqual(actsFor(reported(null, person())), ['dismiss', 'warn', 'mute', 'suspend']);
});

test('what stands can be ended, and nothing else', () => {
  assert.deepEqual(actsOn(person()), ['warn', 'mute', 'suspend']);
  const both = [
    { kind: 'mute', stands: true },
    { kind: 'suspension', stands: true },
  ];
  assert.deepEqual(actsOn(person(...both)), ['warn', 'unmute', 'restore']);
  assert.deepEqual(actsOn(person({ kind: 'mute', stands: false })), ['warn', 'mute', 'suspend']);
});

test('nothing is sent without a reason, and days only where something lasts', () => {
  const form = newForm(['warn', 'mute']);
  assert.equal(isReady(form), false);
  form.why = '  ';
  assert.equal(isReady(form), false);
  form.why = ' rude words ';
  assert.equal(isReady(form), true);
  assert.deepEqual(bodyOf(form), { act: 'warn', why: 'rude words' });
  form.act = 'mute';
  assert.equal(hasDays(form), true);
  assert.deepEqual(bodyOf(form), { act: 'mute', why: 'rude words', days: 7 });
  form.days = 0;
  assert.deepEqual(bodyOf(form), { act: 'mute', why: 'rude words' });
  form.days = 99999;
  assert.equal(bodyOf(form).days, 3650);
  form.isBusy = true;
  assert.equal(isReady(form), false);
  assert.equal(isReady({ ...form, isBusy: false, why: 'x'.repeat(201) }), false);
});

test('arrows go to the neighbours', () => {
  const list = [{ id: 'a' }, { id: 'b' }];
  assert.equal(neighbour(list, 'a', 1), 'b');
  assert.equal(neighbour(list, 'b', 1), null);
  assert.equal(neighbour(list, 'b', -1), 'a');
  assert.equal(neighbour(list, 'none', 1), 'a');
  assert.equal(neighbour([], 'none', -1), null);
});
