// Dice that three have sealed, as the browser reckons: the same as the server does. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { dutyOf, hasLinks, isSealing, missing } from '../../src/motu/web/js/dice/duty.js';
import { verdictOn } from '../../src/motu/web/js/dice/proof.js';
import * as scheme from '../../src/motu/web/js/dice/scheme.js';
import { sha256 } from '../../src/motu/web/js/dice/sha256.js';

/** @typedef {import('../../src/motu/web/js/api.js').Dice} Dice */

/** Written by tests/server/sealed/test_sealed_games.py, which checks that the server thinks the same of it. */
const GAMES = JSON.parse(readFileSync(new URL('sealed_games.json', import.meta.url), 'utf8'));
const [SECRET, ONE, TWO] = ['01', '02', '03'].map((byte) => byte.repeat(32));

test('our own SHA-256 is the one of everybody else', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    assert.equal(Buffer.from(sha256(bytes)).toString('hex'), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('numbers are those that were worked out with openssl', async () => {
  assert.equal(await scheme.houseSeal('g', SECRET), 'ffc55bf5f1f6584499901beedd51e7b93ac144afd37154e71ce52fd11ed54060');
  assert.equal(await scheme.sealOf('g', 1, TWO), '733b73a3aca872712b94d3164d56ba80f3125aaf3d55b1e542c306284d08355b');
  const key = await scheme.keyOf('g', SECRET, [ONE, TWO]);
  const faces = async (/** @type {string} */ link) =>
    Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((turn) => scheme.roll(key, turn, 'r4', 6, link)));
  assert.deepEqual(await faces(''), [5, 6, 3, 2, 6, 5, 4, 6]);
  assert.deepEqual(await faces(ONE), [3, 5, 5, 5, 6, 6, 2, 5]);
  assert.equal(scheme.wordsOf(`00ff10a1234b${'0'.repeat(52)}`), 'bani suna dani holi fami lado');
});

test('a chain is told backward', async () => {
  const chain = await scheme.chainOf('g', 0, ONE);
  assert.equal(chain.length, scheme.LINKS + 1);
  assert.equal(chain[scheme.LINKS], ONE);
  for (const at of [0, 1, 300]) assert.equal(await scheme.before('g', 0, chain[at + 1]), chain[at]);
  assert.match(scheme.freshNumber(), /^[0-9a-f]{64}$/);
});

/** @param {any} game */
const facesOf = (game) => (/** @type {string} */ line) => (line.startsWith('r') ? game.columns : game.rows);

/** @param {any} game @param {any} [dice] @param {any[]} [kept] */
const check = (game, dice = game.dice, kept = []) => verdictOn(dice, game.rolls, facesOf(game), kept);

test('games that the server has proved are proved here', async () => {
  for (const game of GAMES) {
    const kept = game.dice.seals.map((/** @type {any} */ { commitments, chains }) => ({ commitments, chains }));
    assert.deepEqual(await check(game, game.dice, kept), { kind: 'right', rolls: game.rolls.length });
    assert.equal(scheme.wordsOf(game.dice.receipt), game.words);
  }
});

/** All places in what a record says of its dice, but the whole of it. @param {any} told @param {(string|number)[]} [path] @returns {(string|number)[][]} */
function places(told, path = []) {
  const inner =
    typeof told === 'object' && told !== null
      ? Object.entries(told).flatMap(([key, value]) =>
          places(value, [...path, Array.isArray(told) ? Number(key) : key]),
        )
      : [];
  return path.length ? [path, ...inner] : inner;
}

/** What else may stand there; undefined: nothing. @param {any} told @returns {any[]} */
function others(told) {
  if (!Array.isArray(told)) return ['cd'.repeat(32), '', null, undefined];
  return [told.toReversed(), told.slice(1), told.slice(0, -1), [...told, ...told.slice(-1)], [], null, undefined];
}

/** @param {any} dice @param {(string|number)[]} path @param {any} value */
function changed(dice, path, value) {
  const other = structuredClone(dice);
  const inner = path.slice(0, -1).reduce((/** @type {any} */ each, key) => each[key], other);
  const last = path[path.length - 1];
  if (value !== undefined) inner[last] = value;
  else if (Array.isArray(inner)) inner.splice(Number(last), 1);
  else delete inner[last];
  return other;
}

/** What is the same though it is written otherwise. @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

test('every field that is changed, left out, doubled or moved is noticed', async () => {
  let tried = 0;
  for (const game of GAMES)
    for (const path of places(game.dice))
      for (const value of others(path.reduce((/** @type {any} */ each, key) => each[key], game.dice))) {
        const dice = changed(game.dice, path, value);
        if (isSame(dice, game.dice)) continue;
        const verdict = await check(game, dice);
        assert.notEqual(verdict.kind, 'right', `${path.join('.')}: ${JSON.stringify(value)}`);
        tried += 1;
      }
  assert.ok(tried > 200, String(tried));
  assert.deepEqual((await check(GAMES[2], { ...GAMES[2].dice, from: 4 })).kind, 'unfit');
});

test('rolls that are left out or doubled are noticed, where each has its link', async () => {
  for (const game of GAMES.filter((/** @type {any} */ { dice }) => dice.seals[0].links))
    for (let at = 0; at < game.rolls.length; at += 1)
      for (const rolls of [game.rolls.toSpliced(at, 1), game.rolls.toSpliced(at, 0, game.rolls[at])])
        assert.notEqual((await verdictOn(game.dice, rolls, facesOf(game), [])).kind, 'right', `${at}`);
});

test('every face that is changed is named', async () => {
  const [game] = GAMES;
  for (const [at, { face }] of game.rolls.entries()) {
    const rolls = game.rolls.map((/** @type {any} */ each, /** @type {number} */ index) =>
      index === at ? { ...each, face: (face % 4) + 1 } : each,
    );
    const { kind, wrong } = await verdictOn(game.dice, rolls, facesOf(game), []);
    assert.equal(kind, 'roll');
    assert.deepEqual(wrong, { ...rolls[at], right: face });
  }
});

test('what was told at the time counts, not what is told now', async () => {
  const [game] = GAMES;
  const { commitments, chains } = game.dice.seals[0];
  assert.equal((await check(game, game.dice, [{ commitments: commitments.toReversed(), chains }])).kind, 'receipt');
  assert.equal((await check(game, { ...game.dice, secret: null })).kind, 'untold');
});

/** @param {Partial<Dice>} [more] @returns {Dice} */
const dice = (more = {}) => ({
  house: 'h',
  links: 512,
  sealing: 1,
  commitments: ['', ''],
  is_opened: [false, false],
  told: ['', ''],
  owes: null,
  receipt: '',
  dropped: [],
  ...more,
});

test('a browser does what is due, and only what it can', () => {
  const share = { opening: 'o', last: 'l', commitment: 'c', house: 'h', sealing: 1 };
  assert.equal(dutyOf(dice(), 0, []).kind, 'seal');
  assert.equal(dutyOf(dice({ commitments: ['c', ''] }), 0, [share]).kind, 'nothing');
  const both = dice({ commitments: ['c', 'd'] });
  assert.deepEqual(dutyOf(both, 0, [share]), { kind: 'open', share });
  assert.equal(dutyOf(both, 0, []).kind, 'elsewhere');
  assert.equal(dutyOf({ ...both, house: 'other' }, 0, [share]).kind, 'betrayed');
  const open = dice({ commitments: ['c', 'd'], is_opened: [true, true] });
  assert.equal(dutyOf(open, 0, [share]).kind, 'nothing');
  assert.equal(dutyOf({ ...open, owes: 1 }, 0, [share]).kind, 'nothing');
  assert.deepEqual(dutyOf({ ...open, owes: 0 }, 0, [share]), { kind: 'link', share });
  assert.equal(dutyOf(open, 0, []).kind, 'elsewhere');
  assert.equal(dutyOf({ ...open, links: 0 }, 0, []).kind, 'nothing');
});

test('a game waits until both have opened, and says for whom', () => {
  assert.ok(isSealing({ dice: dice(), result: null }));
  assert.ok(!isSealing({ dice: dice(), result: {} }));
  assert.ok(!isSealing({ dice: null, result: null }));
  assert.ok(!isSealing({ dice: dice({ is_opened: [true, true] }), result: null }));
  assert.deepEqual(missing(dice()), [0, 1]);
  assert.deepEqual(missing(dice({ commitments: ['c', ''] })), [1]);
  assert.deepEqual(missing(dice({ commitments: ['c', 'd'], is_opened: [false, true] })), [0]);
});

test('nobody can look ahead where both sit at the board, by the same clocks as on the server', () => {
  const most = 3 * 3_600_000;
  for (const kind of /** @type {const} */ (['fischer', 'byo-yomi', 'delay']))
    assert.deepEqual(
      [hasLinks({ initial_ms: most, kind }), hasLinks({ initial_ms: 1, increment_ms: most, kind })],
      [true, true],
    );
  for (const clock of /** @type {import('../../src/motu/web/js/api.js').Clock[]} */ ([
    { initial_ms: most + 1 },
    { initial_ms: 1, increment_ms: most + 1 },
    { initial_ms: most, kind: 'correspondence' },
  ]))
    assert.equal(hasLinks(clock), false);
  assert.equal(hasLinks(null), false);
});
