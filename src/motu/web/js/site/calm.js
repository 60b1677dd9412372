// When there is time for what nobody waits for: what a first game needs comes first on a slow line.

const CALM_MS = 2500;

/** @type {Promise<void>|null} */
let waiting = null;

/** Until the document has come with all that it names, and a little longer. @returns {Promise<void>} */
export function calm() {
  waiting ??= new Promise((resolve) => {
    const wait = () => setTimeout(resolve, CALM_MS);
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
  return waiting;
}
