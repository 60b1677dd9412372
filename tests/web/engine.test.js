// The lines that the pages' engine speaks: order, partial results, wishes to stop, refusals, memory. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Core } from '../../src/motu/web/js/engine/core.js';
import { Protocol } from '../../src/motu/web/js/engine/protocol.js';

/** @typedef {import('../../src/motu/web/js/engine/protocol.js').DeviceGame} DeviceGame */

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const MODULE = await WebAssembly.compile(read('src/motu/web/engine/motu.wasm'));
const POSITIONS = 240;
/** After so many the heap has room for the largest of them. */
const WARM = 24;
/** WebAssembly's memory grows by so many bytes: once more is chance, as slices of time cut searches up differently. */
const PAGE = 65_536;
/** A search without a bound of its own. */
const FOR_EVER = 1e9;

/** @type {DeviceGame} */
const HEX = {
  game: 'hex(size=7)',
  board: null,
  setup: null,
  colours: ['black', 'white'],
  evaluator: 'resistance',
  c_puct: 0.6,
  advise_visits: 16,
  weights: null,
  nets: [],
  is_best: true,
};
/** A net as a server names it. @param {number} rate */
const small = (rate) => ({ file: 'engine/nets/atoll-small.onnx', rate, c_puct: 1, advise_visits: 16 });
/** What no device reaches, in evaluations a second. */
const OUT_OF_REACH = 1e9;
/** @type {DeviceGame} */
const ATMALOF = {
  ...HEX,
  game: 'atmalof',
  colours: ['red', 'blue'],
  evaluator: 'lines',
  c_puct: 1.25,
  advise_visits: 150,
  weights: 'engine/lines/general.lines',
};

const WEAK = { considers: 4, visits: 90, cells: 49, depth: 0, seconds: 1, temperature: 0.3, naivety: 0.2 };
/** Levels as src/motu/search/levels.toml has them. @type {import('../../src/motu/web/js/engine/protocol.js').Levels} */
const LEVELS = {
  atoll: [
    { ...WEAK, sees_threats: 1, swap: 'centre', evaluator: 'rollout' },
    { ...WEAK, sees_threats: 1, swap: 'value', evaluator: 'rollout', considers: 0, visits: 3000, temperature: 0 },
    { ...WEAK, sees_threats: 1, swap: 'value', evaluator: 'rollout', considers: 0, visits: 1e9, seconds: 60 },
  ],
  atmalof: [{ ...WEAK, sees_threats: 1, swap: 'value', evaluator: 'lines', considers: 0, visits: 0, depth: 1 }],
};

/** @type {{[file: string]: any}} */
const JSON_FILES = { 'engine/levels.json': LEVELS, 'engine/lines.json': ['general.lines'] };

/** An engine, what it has said, and a way to wait for more. */
async function begin() {
  /** @type {any[]} */
  const said = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const asked = { weights: 0, nets: 0 };
  const core = await Core.of(MODULE);
  const protocol = new Protocol(core, {
    answer: (line) => {
      said.push(JSON.parse(line));
      for (const wake of waiting.splice(0)) wake();
    },
    fetchFile: async (file) => {
      if (file in JSON_FILES) return new TextEncoder().encode(JSON.stringify(JSON_FILES[file]));
      if (file.startsWith('engine/nets/')) {
        asked.nets += 1;
        return read(file.replace('engine/nets/', 'src/motu/eval/nets/'));
      }
      asked.weights += 1;
      return read('cpp/motu/atmalof/weights/general.lines');
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    version: '1',
  });
  const ask = (/** @type {object} */ request) => protocol.take(JSON.stringify(request));
  const until = async (/** @type {(answer: any) => boolean} */ isIt) => {
    for (;;) {
      const found = said.find(isIt);
      if (found) return found;
      await new Promise((/** @type {(value: void) => void} */ resolve) => waiting.push(resolve));
    }
  };
  const final = (/** @type {string} */ id) => until((answer) => answer.id === id && answer.isDuringSearch === false);
  return { core, protocol, said, ask, until, final, asked };
}

test('a query is answered once, in the words of the protocol', async () => {
  const { ask, final, said } = await begin();
  ask({ id: 'q', device: { ...HEX, game: 'atoll(size=9,swap=false)' }, moves: ['d4'], maxVisits: 100, maxMoves: 3 });
  const { turnNumber, rootInfo, moveInfos } = await final('q');
  assert.equal(turnNumber, 1);
  assert.equal(rootInfo.currentPlayer, 'white');
  assert.equal(rootInfo.visits, 100);
  assert.equal(moveInfos.length, 3);
  assert.deepEqual(Object.keys(moveInfos[0]), [
    ...['move', 'order', 'visits', 'winrate', 'value', 'prior', 'lower', 'upper', 'proof', 'plies', 'pruned', 'pv'],
  ]);
  assert.equal(said.length, 1);
});

test('partial results come before the final one, and a wish to stop ends it', async () => {
  const { ask, until, final, said } = await begin();
  ask({ id: 'q', device: HEX, maxVisits: FOR_EVER, reportDuringSearchEvery: 0.001 });
  await until((answer) => answer.isDuringSearch);
  ask({ id: 's', action: 'terminate', terminateId: 'q' });
  const last = await final('q');
  assert.ok(last.rootInfo.visits > 0);
  assert.equal(said.at(-1), last);
  assert.deepEqual(
    said.filter(({ id }) => id === 's'),
    [{ id: 's', action: 'terminate', terminateId: 'q' }],
  );
});

test('the next position waits for the end of the one before; what waits is ended without results', async () => {
  const { ask, until, final, said } = await begin();
  ask({ id: 'a', device: HEX, maxVisits: FOR_EVER, reportDuringSearchEvery: 0.001 });
  ask({ id: 'b', device: HEX, maxVisits: 10 });
  await until((answer) => answer.id === 'a');
  ask({ id: 's', action: 'terminate_all' });
  ask({ id: 'c', device: HEX, moves: ['a1'], maxVisits: 10 });
  await final('c');
  const finals = said.filter((answer) => answer.isDuringSearch === false);
  assert.deepEqual(
    finals.map(({ id, noResults }) => [id, noResults]),
    [
      ['b', true],
      ['a', undefined],
      ['c', undefined],
    ],
  );
});

test('higher priorities are searched first', async () => {
  const { ask, final, said } = await begin();
  for (const [id, priority] of /** @type {[string, number][]} */ ([
    ['a', 0],
    ['b', 0],
    ['c', 5],
  ])) {
    ask({ id, device: HEX, maxVisits: 10, priority });
  }
  await final('b');
  assert.deepEqual(
    said.map(({ id }) => id),
    ['a', 'c', 'b'],
  );
});

test('a game that is over has a winner and no moves', async () => {
  const { ask, final } = await begin();
  ask({ id: 'q', device: { ...HEX, game: 'hex(size=2,swap=false)' }, moves: ['a1', 'b1', 'a2'] });
  const { rootInfo, moveInfos } = await final('q');
  assert.deepEqual(rootInfo, { currentPlayer: null, winner: 'black', reason: 'connected', visits: 0 });
  assert.deepEqual(moveInfos, []);
});

test('rolls are told by their faces, and weights are fetched once', async () => {
  const { ask, final, asked } = await begin();
  ask({ id: 'a', device: ATMALOF, moves: ['r4'], maxVisits: 60 });
  ask({ id: 'b', device: ATMALOF, moves: ['r4=6'], maxVisits: 60 });
  const { rootInfo, moveInfos } = await final('a');
  assert.deepEqual([rootInfo.currentPlayer, rootInfo.announced], ['red', 'r4']);
  assert.deepEqual(
    moveInfos.map((/** @type {any} */ move) => move.shows.length > 0),
    Array(6).fill(true),
  );
  const { rootInfo: after } = await final('b');
  assert.equal(after.currentPlayer, 'blue');
  assert.equal(asked.weights, 1);
});

test('the first net that is fast enough judges positions, and is fetched once', async () => {
  const { ask, final, asked, core } = await begin();
  /** @type {string[]} */
  const planted = [];
  const { plant } = core;
  core.plant = (how) => {
    planted.push(how.evaluator);
    plant.call(core, how);
  };
  const of = async (/** @type {string} */ id, /** @type {object[]} */ nets, /** @type {object} */ more = {}) => {
    ask({ id, device: { ...HEX, nets, is_best: nets.length === 0 }, maxVisits: 20, ...more });
    return final(id);
  };
  const with_net = await of('a', [small(0)], { needsBest: true });
  const again = await of('b', [small(OUT_OF_REACH), small(1)]);
  assert.deepEqual(again.moveInfos, with_net.moveInfos);
  await of('c', [small(OUT_OF_REACH)]);
  await of('d', []);
  await of('e', [small(0)]);
  assert.deepEqual(planted, ['net', 'net', 'resistance', 'resistance', 'net']);
  assert.equal(asked.nets, 1);
});

test('a review says which net has judged', async () => {
  const { ask, final } = await begin();
  const of = (/** @type {string} */ id, /** @type {object[]} */ nets) => {
    ask({ id, device: { ...HEX, nets }, moves: ['d4', 'c3'], maxVisits: 5, review: true });
    return final(id);
  };
  assert.equal((await of('a', [small(OUT_OF_REACH), small(0)])).net, small(0).file);
  const own = await of('b', [small(OUT_OF_REACH)]);
  assert.deepEqual([own.net, own.review.steps.length], [null, 2]);
});

test('where no net is fast enough and the best is needed, the device declines', async () => {
  const { ask, final, until } = await begin();
  const device = { ...HEX, nets: [small(OUT_OF_REACH)], is_best: false };
  ask({ id: 'a', device, needsBest: true, maxVisits: 20 });
  assert.equal((await until(({ id }) => id === 'a')).slug, 'engine/too-slow');
  ask({ id: 'b', device, maxVisits: 20 });
  assert.equal((await final('b')).rootInfo.visits, 20);
});

test('a level chooses a move, and at an equal seed the same one', async () => {
  const { ask, final, said } = await begin();
  for (const id of ['a', 'b', 'c'])
    ask({ id, device: HEX, moves: ['d4'], player: 'level:1', seed: id === 'c' ? 6 : 5 });
  const moves = [];
  for (const id of ['a', 'b', 'c']) moves.push((await final(id)).move);
  assert.equal(moves[0], moves[1]);
  assert.deepEqual(Object.keys(said[0]), ['id', 'turnNumber', 'isDuringSearch', 'move', 'value']);
  ask({ id: 'd', device: ATMALOF, player: 'level:1', seed: 1 });
  assert.match((await final('d')).move, /^[rc]\d$/);
});

test('with a gameId the player goes on from move to move, without one it begins anew', async () => {
  const { ask, final, core } = await begin();
  const of = (/** @type {string} */ id, /** @type {string[]} */ moves, gameId = '') => {
    ask({ id, device: HEX, moves, player: 'level:2', seed: 5, gameId });
    return final(id);
  };
  /** @type {any[]} */
  const taken = [];
  const { takeLevel } = core;
  core.takeLevel = (...numbers) => {
    taken.push(numbers);
    takeLevel.apply(core, numbers);
  };
  const { move } = await of('a', ['d4'], 'g');
  await of('b', ['d4', move, 'a1'], 'g');
  assert.equal(taken.length, 1);
  await of('c', ['d4', 'a2'], 'g'); // taken back
  await of('d', ['d4', 'a2', 'b1', 'a1'], 'other');
  await of('e', ['d4', 'a2', 'b1', 'a1']);
  await of('f', ['d4', 'a2', 'b1', 'a1']);
  assert.equal(taken.length, 5);
  ask({ id: 'x', action: 'clear_cache' });
  await of('g', ['d4'], 'g');
  ask({ id: 'q', device: HEX, moves: ['d4', 'c3'], maxVisits: 50 }); // an analysis in between does no harm
  await of('h', ['d4', 'c3', 'c4'], 'g');
  assert.equal(taken.length, 6);
});

test('a level that is to stop says the best that it knows', async () => {
  const { ask, final } = await begin();
  ask({ id: 'q', device: HEX, moves: ['d4'], player: 'level:3' });
  setTimeout(() => ask({ id: 's', action: 'terminate', terminateId: 'q' }), 100);
  const began = performance.now();
  assert.match((await final('q')).move, /^([a-g][1-7]|swap)$/);
  assert.ok(performance.now() - began < 5000);
});

test('a level has nothing to choose where the game is over or a roll is awaited', async () => {
  const { ask, final, until } = await begin();
  ask({ id: 'a', device: { ...HEX, game: 'hex(size=2,swap=false)' }, moves: ['a1', 'b1', 'a2'], player: 'level:1' });
  assert.equal((await final('a')).rootInfo.winner, 'black');
  ask({ id: 'b', device: ATMALOF, moves: ['r4'], player: 'level:1' });
  assert.equal((await until(({ id }) => id === 'b')).slug, 'engine/no-move');
});

test('a game may be told by its spec, a board of its own and a position that was set up', async () => {
  const { ask, final, asked } = await begin();
  const cells = [...'abc'].flatMap((column) => [1, 2, 3].map((row) => `${column}${row}`));
  const board = { cells, junctions: ['a1', 'a3', 'c3', 'c1'], first: 'white' };
  const setup = { stones: { black: ['b1'], white: ['A2'] }, to_move: 'white' };
  ask({ id: 'a', spec: 'hex(size=2)', setup, maxVisits: 10 });
  const { rootInfo } = await final('a');
  assert.deepEqual([rootInfo.currentPlayer, rootInfo.proof], ['white', 'win']);
  ask({ id: 'b', spec: 'atoll(file="own.json",swap=false)', board, moves: ['b2'], maxVisits: 20 });
  assert.equal((await final('b')).rootInfo.currentPlayer, 'white');
  ask({ id: 'c', spec: 'junior', moves: ['r1=2'], player: 'level:1' });
  assert.match((await final('c')).move, /^[rc]\d$/);
  assert.equal(asked.weights, 1);
});

test('what cannot be done is refused, and the engine goes on', async () => {
  const { ask, protocol, final, until, said } = await begin();
  protocol.take('tea, please');
  ask({ id: 7, device: HEX });
  ask({ id: 'a', action: 'tea' });
  ask({ id: 'b', device: HEX, moves: ['a1', 'a1'] });
  ask({ id: 'c', device: HEX, threads: 2 });
  ask({ id: 'd', device: HEX, megabytes: 4096 });
  ask({ id: 'e', device: HEX, player: 'level:4' });
  ask({ id: 'f', device: { ...HEX, game: 'chess' } });
  ask({ id: 'i' });
  ask({ id: 'g', action: 'query_version' });
  ask({ id: 'h', device: HEX, maxVisits: 5 });
  await final('h');
  await until(({ id }) => id === 'g');
  const slugs = Object.fromEntries(said.filter(({ error }) => error).map(({ id, slug }) => [id, slug]));
  assert.deepEqual(slugs, {
    null: 'engine/request',
    a: 'engine/request',
    b: 'move/illegal',
    c: 'engine/options',
    d: 'engine/request',
    e: 'engine/unknown-player',
    f: 'spec/unknown-game',
    i: 'engine/request',
  });
  assert.equal(said[0].slug, 'engine/json');
});

test('memory does not grow with the positions', async () => {
  const { ask, final, core } = await begin();
  const after = async (/** @type {number} */ number) => {
    const moves = number % 2 ? ['d4', 'c3'] : ['b2'];
    ask({ id: String(number), device: number % 3 ? HEX : ATMALOF, moves: number % 3 ? moves : [], maxVisits: 100 });
    await final(String(number));
    return core.bytes;
  };
  for (let number = 0; number < WARM; number += 1) await after(number);
  const before = core.bytes;
  for (let number = WARM; number < POSITIONS; number += 1) await after(number);
  assert.ok(core.bytes <= before + PAGE, `${core.bytes - before} bytes more`);
});
