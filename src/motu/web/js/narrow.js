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

/**
 * Has something above or below a board keep the height that it has grown to where the sheet lies below: what is told at each
 * move takes one line or four, and neither the board nor a button goes up and down with that.
 * @param {HTMLElement} element
 * @param {AbortSignal} left
 */
export function keepHeight(element, left) {
  const width = () => (isSheetBelow() ? innerWidth : 0);
  let before = width();
  const hold = () => {
    if (before) element.style.minBlockSize = `${element.getBoundingClientRect().height}px`;
  };
  new ResizeObserver(hold).observe(element);
  const measure = () => {
    if (before === width()) return;
    before = width();
    element.style.minBlockSize = '';
    requestAnimationFrame(hold); // by then it stands where it belongs
  };
  window.addEventListener('resize', measure, { signal: left });
}
