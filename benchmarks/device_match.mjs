// A match on this device's engine at equal time: a net against what the game has of itself, in Node, where the engine is
// as fast as in a browser's worker. Reads an object on stdin: `device` as POST /api/device answers, the
// `folder` of its nets, `openings`, `seconds` a move; writes a line a game. benchmarks/device_match.py says what is asked.

import { readFileSync } from 'node:fs';
import { Core } from '../src/motu/web/js/engine/core.js';

const { device, folder, openings, seconds } = JSON.parse(readFileSync(0, 'utf8'));
const wasm = readFileSync(new URL('../src/motu/web/engine/motu.wasm', import.meta.url));
const core = await Core.of(await WebAssembly.compile(wasm));
/** The first net that is fast enough, as engine/protocol.js takes it. */
function useNet() {
  for (const net of device.nets) {
    const { rate } = core.useNet(readFileSync(`${folder}/${net.file.split('/').pop()}`));
    console.log(JSON.stringify({ net: net.file, rate, needed: net.rate }));
    if (rate >= net.rate) return net;
  }
  throw new Error('no net of this game is fast enough here');
}

const own = useNet();
const players = {
  net: { evaluator: 'net', c_puct: own.c_puct, advise_visits: own.advise_visits },
  own: { evaluator: device.evaluator, c_puct: device.c_puct, advise_visits: device.advise_visits },
};

/** Searches a position for so long. */
function search(settings, moves, seed) {
  core.game(device.game, device.board);
  if (core.play(moves)) return core.search(0, 0, 0);
  core.plant({ ...settings, megabytes: 128, seed, threads: 1 });
  const until = performance.now() + 1000 * seconds;
  for (;;) {
    const found = core.search(0, Math.max((until - performance.now()) / 1000, 0.001), 1);
    if (found.isSettled || performance.now() >= until) return found;
  }
}

for (const [number, opening] of openings.entries()) {
  for (const first of ['net', 'own']) {
    const order = first === 'net' ? ['net', 'own'] : ['own', 'net'];
    const moves = [opening];
    const visits = { net: 0, own: 0, moves: 0 };
    let found;
    for (;;) {
      const who = order[moves.length % 2];
      found = search(players[who], moves, 1000 * number + moves.length);
      if (found.rootInfo.currentPlayer === null) break;
      visits[who] += found.rootInfo.visits;
      visits.moves += 1;
      moves.push(found.moveInfos[0].move);
    }
    const winner = order[found.rootInfo.winner];
    console.log(JSON.stringify({ opening, first, winner, plies: moves.length, visits }));
  }
}
