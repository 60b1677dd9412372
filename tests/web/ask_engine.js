// Asks the pages' engine what tests/web/test_engine.py wants to know: a request a line on stdin, an answer a line on
// stdout. A search is one slice, so that it is the native one of as many visits.

import { readFileSync } from 'node:fs';
import { Core } from '../../src/motu/web/js/engine/core.js';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url));

/** @typedef {{device: import('../../src/motu/web/js/engine/protocol.js').DeviceGame, weights: string|null, net?: string, moves: string[], evaluator?: string, visits?: number, depth?: number}} Asked */

const core = await Core.of(await WebAssembly.compile(read('../../src/motu/web/engine/motu.wasm')));

/** @param {Asked} asked */
function answerTo({ device, weights, net, moves, evaluator, visits, depth }) {
  if (weights) core.useWeights(readFileSync(weights));
  if (net) core.useNet(readFileSync(net));
  core.game(device.game);
  if (device.setup) core.setUp(device.setup);
  const isOver = core.play(moves);
  if (depth !== undefined) return { lines: core.perft(depth) };
  const { c_puct, advise_visits } = device;
  const best = evaluator ?? device.evaluator;
  if (!isOver) core.plant({ evaluator: best, c_puct, advise_visits, megabytes: 128, seed: 1, threads: 1 });
  return core.search(visits ?? 0, 0, 0);
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (!line) continue;
  try {
    console.log(JSON.stringify(answerTo(JSON.parse(line))));
  } catch (error) {
    const { slug, message } = /** @type {import('../../src/motu/web/js/engine/core.js').EngineError} */ (error);
    console.log(JSON.stringify({ error: message, slug }));
  }
}
