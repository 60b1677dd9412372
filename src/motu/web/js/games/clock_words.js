// Clocks in words, and times: minutes and seconds in figures, days and hours in words.

import { _, ngettext, number } from '../i18n.js';

/** @typedef {import('../api.js').Clock} Clock */

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Under so much time tenths of a second are shown. */
export const TENTHS_MS = 20_000;
/** From here on nobody counts hours any more. */
const MANY_DAYS = 10;

/** The time that there is for a game. @param {Clock|null|undefined} clock */
export function clockText(clock) {
  if (!clock) return _('No time limit');
  const { initial_ms: initial, increment_ms: increment = 0, periods = 0 } = clock;
  const minutes = Math.round(initial / 600) / 100;
  const seconds = Math.round(increment / SECOND_MS);
  if (clock.kind === 'byo-yomi')
    return initial
      ? _('{minutes} min, then {periods} × {seconds} s', { minutes, periods, seconds })
      : _('{periods} × {seconds} s', { periods, seconds });
  if (clock.kind === 'delay') return _('{minutes} min, {seconds} s delay per move', { minutes, seconds });
  if (clock.kind === 'correspondence') return bankText(clock);
  if (initial >= DAY_MS) return longTime(initial);
  return _('{minutes} min + {seconds} s per move', { minutes, seconds });
}

/** @param {Clock} clock */
function bankText({ initial_ms: initial, increment_ms: increment = 0, most_ms: most = 0 }) {
  const [time, more] = [longTime(initial), longTime(increment)];
  if (increment === initial && most === initial) return _('{time} per move', { time });
  if (!increment) return time;
  if (!most) return _('{time} + {more} per move', { time, more });
  return _('{time} + {more} per move, at most {most}', { time, more, most: longTime(most) });
}

/** A time of an hour or more, in words. @param {number} ms */
export function longTime(ms) {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms - days * DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const parts = [
    days ? ngettext('{count} day', '{count} days', days) : '',
    hours && days < MANY_DAYS ? ngettext('{count} hour', '{count} hours', hours) : '',
    minutes && !days ? ngettext('{count} minute', '{count} minutes', minutes) : '',
  ].filter(Boolean);
  return parts.join(' ') || ngettext('{count} minute', '{count} minutes', 0);
}

/** What stands on a clock. @param {number} ms */
export function timeText(ms) {
  if (ms >= DAY_MS) return longTime(ms);
  if (ms < TENTHS_MS) return number(Math.floor(ms / 100) / 10, { minimumFractionDigits: 1 });
  const seconds = Math.ceil(ms / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** Whether words stand there, which need more room. @param {number} ms */
export const isLong = (ms) => ms >= DAY_MS;

/** What is said beside a clock: which period runs, or that the first move is awaited. @param {Clock|null|undefined} clock @param {import('./clock_face.js').Face} face */
export function besideClock(clock, face) {
  if (face.isFirst) return _('first move within {seconds} s', { seconds: Math.ceil(face.standing / SECOND_MS) });
  if (clock?.kind !== 'byo-yomi') return '';
  const seconds = Math.round((clock.increment_ms ?? 0) / SECOND_MS);
  if (face.periods === null) return _('then {periods} × {seconds} s', { periods: clock.periods ?? 0, seconds });
  if (face.periods === 1) return _('last period');
  return ngettext('{count} period left', '{count} periods left', face.periods);
}
