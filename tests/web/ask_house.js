// Asks the house of a site without a server what tests/server/site wants to know: a request a line on stdin, an answer a
// line on stdout. The first line has the boards, by their specs in full.

import { readFileSync } from 'node:fs';
import { Core } from '../../src/motu/web/js/engine/core.js';
import { wholeBoard } from '../../src/motu/web/js/site/boards.js';
import { GameLog, beginning } from '../../src/motu/web/js/site/game_log.js';
import { standingAfter } from '../../src/motu/web/js/site/puzzle_ratings.js';
import { gamesIn, recordOf, wholeRecordOf } from '../../src/motu/web/js/site/records.js';
import { Rules } from '../../src/motu/web/js/site/rules.js';

const wasm = readFileSync(new URL('../../src/motu/web/engine/motu.wasm', import.meta.url));
const core = await Core.of(await WebAssembly.compile(wasm));
const [first, ...lines] = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const boards = Object.fromEntries(
  Object.entries(JSON.parse(first)).map(([spec, data]) => [spec, wholeBoard(data, spec)]),
);
const rules = new Rules(core, (spec) => boards[spec]);

/** @param {any} log @param {any} act */
function act(log, { kind, value, seq }) {
  try {
    return log[kind](value, 1000 * log.seq, seq);
  } catch (error) {
    return { refused: /** @type {any} */ (error).slug };
  }
}

/** Everything that happens in a game, and how it stands at the end. @param {any} asked */
function played({ wanted, secret, acts }) {
  const { spec } = rules.game(wanted.spec);
  const hasDice = spec.startsWith('atmalof');
  const log = new GameLog(beginning(wanted, { id: 'game', secret, now: 0, spec, hasDice }), rules);
  const answers = acts.map((/** @type {any} */ each) => act(log, each));
  const again = new GameLog(structuredClone(log.kept), rules);
  const [back] = gamesIn(wholeRecordOf(log), { id: () => 'new', secret: () => secret, now: 0, hasDice: () => hasDice });
  const restored = new GameLog(back, rules);
  return {
    answers,
    snapshot: log.snapshot(),
    again: again.snapshot(),
    restored: restored.snapshot(),
    record: JSON.parse(recordOf(log).text),
    item: log.item(),
  };
}

/** @param {any} asked */
function answerTo(asked) {
  if (asked.views) return rules.views(asked.views);
  if (asked.threats) return rules.threats(asked.threats);
  if (asked.tries) return standingAfter(asked.tries, (id) => asked.puzzles[id]);
  if (asked.board) return boards[asked.board].view;
  if (asked.game) return rules.game(asked.game);
  if (asked.device) return rules.device(asked.device.spec, asked.device.setup ?? null, asked.files);
  return played(asked.played);
}

for (const line of lines) {
  try {
    console.log(JSON.stringify(answerTo(JSON.parse(line))));
  } catch (error) {
    const { slug, message } = /** @type {any} */ (error);
    console.log(JSON.stringify({ error: message, slug }));
  }
}
