// The clocks that can be chosen, and how a choice is kept as text: 5+3 (minutes, seconds a move), byo-yomi:10+5x30
// (minutes, periods, seconds), delay:5+5, days:3 (a move), bank:10+36 (days, hours a move).

/** @typedef {import('../api.js').Clock} Clock */
/** @typedef {'fischer'|'byo-yomi'|'delay'|'days'|'bank'} Way */
/** @typedef {{way: Way, main: number, step: number, periods: number}} Choice  in minutes and seconds; in days and hours by correspondence */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const NONE = '0+0';
export const LIVE = ['3+2', '5+3', '10+5', '15+10', '30+20', 'byo-yomi:10+5x30', 'byo-yomi:30+5x60', 'delay:10+10'];
export const SLOW = ['days:1', 'days:3', 'days:7', 'bank:10+36'];
/** @type {Choice} */
const USUAL = { way: 'fischer', main: 20, step: 10, periods: 5 };

const FORMS = [
  { way: /** @type {Way} */ ('fischer'), form: /^(\d+)\+(\d+)$/ },
  { way: /** @type {Way} */ ('byo-yomi'), form: /^byo-yomi:(\d+)\+(\d+)x(\d+)$/ },
  { way: /** @type {Way} */ ('delay'), form: /^delay:(\d+)\+(\d+)$/ },
  { way: /** @type {Way} */ ('days'), form: /^days:(\d+)$/ },
  { way: /** @type {Way} */ ('bank'), form: /^bank:(\d+)\+(\d+)$/ },
];

/** What a text says; a usual clock where it says nothing. @param {string} text @returns {Choice} */
export function choiceOf(text) {
  for (const { way, form } of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const [main, second, third] = found.slice(1).map(Number);
    if (way === 'byo-yomi') return { way, main, step: third, periods: second };
    if (way === 'days') return { ...USUAL, way, main };
    return { ...USUAL, way, main, step: second };
  }
  return USUAL;
}

/** @param {Choice} choice @returns {string} */
export function textOf({ way, main, step, periods }) {
  if (way === 'byo-yomi') return `byo-yomi:${main}+${periods}x${step}`;
  if (way === 'days') return `days:${main}`;
  return way === 'fischer' ? `${main}+${step}` : `${way}:${main}+${step}`;
}

/** The clock that a text names. @param {string} text @returns {Clock|null} */
export function clockOf(text) {
  const { way, main, step, periods } = choiceOf(text);
  if (way === 'fischer') return main ? { initial_ms: main * MINUTE_MS, increment_ms: step * 1000 } : null;
  if (way === 'byo-yomi') return { kind: 'byo-yomi', initial_ms: main * MINUTE_MS, increment_ms: step * 1000, periods };
  if (way === 'delay') return { kind: 'delay', initial_ms: main * MINUTE_MS, increment_ms: step * 1000 };
  const initial = main * DAY_MS;
  const increment = way === 'days' ? initial : step * HOUR_MS;
  return { kind: 'correspondence', initial_ms: initial, increment_ms: increment, most_ms: initial };
}
