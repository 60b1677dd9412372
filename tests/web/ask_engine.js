// Asks the pages' engine what tests/web/test_engine.py wants to know: a request a line on stdin, an answer a line on
// stdout. Searches go in slices as short as they can be, as those of pages go in longer ones.

import { readFileSync } from 'node:fs';
import { Core } from '../../src/motu/web/js/engine/core.js';
import { hasVisits, Protocol } from '../../src/motu/web/js/engine/protocol.js';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url));

/** @typedef {{device: import('../../src/motu/web/js/engine/protocol.js').DeviceGame, weights: string|null, net?: string, bits?: 0|8|16, moves: string[], evaluator?: string, visits?: number, depth?: number, level?: import('../../src/motu/web/js/engine/core.js').Level, review?: boolean}} Asked */

const SEED = 5;
const SLICE_S = 0.001;
const core = await Core.of(await WebAssembly.compile(read('../../src/motu/web/engine/motu.wasm')));

/** @param {Asked} asked */
function answerTo({ device, weights, net, bits, moves, evaluator, visits, depth }) {
  if (weights) core.useWeights(readFileSync(weights));
  if (net) core.useNet(readFileSync(net), bits);
  core.game(device.game, device.board);
  if (device.setup) core.setUp(device.setup);
  const isOver = core.play(moves);
  if (depth !== undefined) return { lines: core.perft(depth) };
  const { c_puct, advise_visits } = device;
  const best = evaluator ?? device.evaluator;
  if (!isOver) core.plant({ evaluator: best, c_puct, advise_visits, megabytes: 128, seed: 1, threads: 1 });
  for (;;) {
    const { isSettled, ...found } = core.search(visits ?? 0, SLICE_S, 0);
    if (isSettled || hasVisits(found, visits ?? 0)) return found;
  }
}

/** What a level chooses after each of some beginnings of a game. @param {Asked} asked */
function choicesOf({ device, weights, moves, level }) {
  if (weights) core.useWeights(readFileSync(weights));
  const choices = [];
  for (let length = 0; length <= moves.length; length += 1) {
    core.game(device.game, device.board);
    if (core.play(moves.slice(0, length))) break;
    if (length === 0) core.takeLevel(/** @type {any} */ (level), SEED, 128);
    core.choose();
    let found = core.think(0);
    while (!found.done) found = core.think(0.01);
    choices.push(found);
  }
  return choices;
}

/** The review of a game, and how much of it was told to be done on the way. @param {Asked} asked @returns {Promise<object>} */
function reviewOf({ device, weights, moves, visits }) {
  const query = { id: 'r', review: true, device, moves, maxVisits: visits, seed: 1, reportDuringSearchEvery: 0 };
  /** @type {number[][]} */
  const course = [];
  return new Promise((resolve) => {
    const hear = (/** @type {any} */ answer) => {
      if (answer.isDuringSearch) course.push([answer.judged, answer.positions]);
      else resolve(answer.review ? { review: answer.review, course } : answer);
    };
    const protocol = new Protocol(core, {
      answer: (line) => hear(JSON.parse(line)),
      fetchFile: async () => readFileSync(/** @type {string} */ (weights)),
      pause: async () => {},
    });
    protocol.take(JSON.stringify(query));
  });
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (!line) continue;
  try {
    const asked = JSON.parse(line);
    const answer = asked.level ? choicesOf(asked) : asked.review ? await reviewOf(asked) : answerTo(asked);
    console.log(JSON.stringify(answer));
  } catch (error) {
    const { slug, message } = /** @type {import('../../src/motu/web/js/engine/core.js').EngineError} */ (error);
    console.log(JSON.stringify({ error: message, slug }));
  }
}
