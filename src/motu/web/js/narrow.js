// Where the sheet of a game lies below its board, and not beside it. The styles ask the same.

const BELOW = matchMedia('(max-width: 34.99rem), (max-width: 60rem) and (min-height: 32.01rem)');

export const isSheetBelow = () => BELOW.matches;

/**
 * Places what stands elsewhere then, whenever that changes and as long as the page of a game is shown.
 * @param {HTMLElement} layout the page
 * @param {() => void} place
 */
export function onSheetMoved(layout, place) {
  const moved = () => (layout.isConnected ? place() : BELOW.removeEventListener('change', moved));
  BELOW.addEventListener('change', moved);
}
