// Where the sheet of a game lies below its board, and not beside it. The styles ask the same.

const BELOW = matchMedia('(max-width: 34.99rem), (max-width: 60rem) and (min-height: 32.01rem)');

export const isSheetBelow = () => BELOW.matches;

/**
 * Places what stands elsewhere then, whenever that changes, until the page is left: what listens is kept as long as the tab.
 * @param {AbortSignal} left says that it is
 * @param {() => void} place
 */
export function onSheetMoved(left, place) {
  BELOW.addEventListener('change', place, { signal: left });
}
