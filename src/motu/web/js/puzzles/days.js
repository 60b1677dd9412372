// The days whose puzzle somebody has solved, kept in this browser. A day is a date in UTC, such as 2026-11-24.

const KEY = 'motu.days';
const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns {string[]} in their order */
export function solvedDays() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((day) => typeof day === 'string').sort() : [];
  } catch {
    return [];
  }
}

/** @param {string} day */
export function keepSolvedDay(day) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...solvedDays(), day])].sort()));
  } catch {
    // A browser that keeps nothing: the page shows the day as solved until it is left.
  }
}

/**
 * How many days one after another are solved, up to a day or, while it is still open, up to the one before.
 * @param {readonly string[]} days
 * @param {string} today
 */
export function daysInARow(days, today) {
  const solved = new Set(days);
  let day = solved.has(today) ? today : dayBefore(today);
  let count = 0;
  while (solved.has(day)) {
    count += 1;
    day = dayBefore(day);
  }
  return count;
}

/** @param {string} day */
function dayBefore(day) {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
