// A site without a server: what needs neither the engine nor a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseAddress } from '../../src/motu/web/js/site/house_address.js';
import { GameLog } from '../../src/motu/web/js/site/game_log.js';
import { gamesIn } from '../../src/motu/web/js/site/records.js';
import { fileOf } from '../../src/motu/web/js/site/boards.js';

const made = {
  id: () => 'fresh',
  secret: () => 'ab',
  now: 7,
  hasDice: (/** @type {string} */ spec) => spec.startsWith('atmalof'),
};

test('the address of a house is read as people type it', () => {
  assert.equal(houseAddress('motu.example.org'), 'https://motu.example.org/');
  assert.equal(houseAddress(' https://motu.example.org/play '), 'https://motu.example.org/');
  assert.equal(houseAddress('http://192.168.1.5:8000'), 'http://192.168.1.5:8000/');
  assert.equal(houseAddress('localhost:8000'), 'http://localhost:8000/');
  for (const text of ['', 'house', 'javascript:alert(1)', 'https://', 'a b']) assert.equal(houseAddress(text), '');
});

test('a board is found whatever the rules', () => {
  const index = { rules: { atoll: ['swap'] }, boards: { 'atoll(board=square,size=7,islands=8)': '3' } };
  assert.equal(fileOf(index, 'atoll(board=square,size=7,islands=8,swap=false)'), '3');
  assert.equal(fileOf(index, 'atoll(board=square,size=8,islands=8,swap=false)'), '');
});

test('a record becomes a game that can go on', () => {
  const record = {
    motu: 1,
    spec: 'atmalof',
    rules_version: 1,
    started: '2026-01-31T18:00:00+00:00',
    players: [
      { name: 'Ann', kind: 'human' },
      { name: 'motu level 3', kind: 'engine', settings: { level: 3 } },
    ],
    moves: ['r4=6', 'c2=1', 'r4c6-r5c6', 'c1'],
    result: { winner: 1, reason: 'resign' },
  };
  const [game] = gamesIn(`${JSON.stringify(record)}\n\n`, made);
  assert.equal(game.id, 'fresh');
  assert.equal(game.created_ms, Date.parse(record.started));
  assert.deepEqual(game.events[0].what.seats, [{ name: 'Ann' }, { kind: 'level', level: 3 }]);
  const happened = game.events.slice(1).map(({ what }) => what.move ?? what.face ?? what.person);
  assert.deepEqual(happened, ['r4', 6, 'c2', 1, 'r4c6-r5c6', 'c1', 0]);
});

test('what is no record is refused with its line, and manifests are passed over', () => {
  const manifest = JSON.stringify({ motu: 1, manifest: { net: 'x' } });
  assert.deepEqual(gamesIn(manifest, made), []);
  assert.throws(() => gamesIn(`${manifest}\n(;GM[11])`, made), { slug: 'record/syntax', message: /line 2/ });
});

test('a game that is as long as a house lets one be can still be given up', () => {
  const facts = /** @type {any} */ ({ player: 0, swapped: false, result: null });
  const judge = { facts: () => facts, view: () => /** @type {any} */ ({}), check: () => {} };
  const moved = { type: 'moved', move: 'a1', spent_ms: 0 };
  const longest = (/** @type {number} */ count) => {
    const kept = { id: 'long', secret: '', created_ms: 0, changed_ms: 0, removed_ms: null };
    const happened = Array.from({ length: count - 1 }, (_, at) => (at % 2 ? { type: 'taken_back', keep: 0 } : moved));
    const created = { type: 'created', spec: 'hex(size=3)', seats: [{}, {}] };
    const events = [created, ...happened].map((what, seq) => ({ seq, at_ms: 0, what }));
    return new GameLog({ ...kept, events }, judge);
  };
  assert.equal(longest(19_999).play('a1', 0).added.length, 1);
  const log = longest(20_000);
  for (const attempt of [() => log.play('a1', 0), () => log.takeBack(0, 0)])
    assert.throws(attempt, (/** @type {any} */ error) => error.slug === 'server/too-long');
  assert.equal(log.resign(1, 0).result?.winner, 0);
});
