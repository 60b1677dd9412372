// A site without a server: what needs neither the engine nor a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseAddress } from '../../src/motu/web/js/site/house_address.js';
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
