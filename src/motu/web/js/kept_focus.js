// Whoever uses the keyboard does not fall out of the page: where what had the focus is drawn anew or goes away, and nobody
// has put the focus elsewhere by then, it goes to the part of the page that it was in. There Tab goes on, and a screen reader.

/** What takes the place of what is gone: the innermost of these that is still there. */
const PARTS = 'section, form, fieldset, article, header, main, [role="dialog"]';

/** What had the focus last, and the parts of the page around it, from within. @type {{element: Element, parts: HTMLElement[]}|null} */
let last = null;

/** Begins to look after the focus. */
export function keepFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = { element: target, parts: partsAround(target) };
  });
  document.addEventListener('pointerdown', () => (last = null), true); // a press on nothing takes it away, and is meant to
  const attributes = ['hidden', 'disabled', 'inert'];
  new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, attributeFilter: attributes });
}

/** @param {Element} element @returns {HTMLElement[]} */
function partsAround(element) {
  const parts = [];
  for (let at = element.parentElement; at; at = at.parentElement) if (at.matches(PARTS)) parts.push(at);
  return parts;
}

/** Something has changed; whether a thing is still seen is asked only after what may hide it, for that takes time. @param {MutationRecord[]} changes */
function keep(changes) {
  if (!last) return;
  const { element, parts } = last;
  const isGone = !element.isConnected || (changes.some(({ type }) => type === 'attributes') && !canHold(element));
  if (!isGone) return;
  last = null;
  const { activeElement } = document;
  // what was hidden just now still has it
  if (activeElement === document.body || activeElement === element) focusOn(parts.find(canHold));
}

/** @param {Element} element */
const canHold = (element) =>
  element.isConnected && !element.matches(':disabled, [inert] *') && element.checkVisibility();

/** @param {HTMLElement|undefined} part */
function focusOn(part) {
  if (!part) return;
  if (!part.hasAttribute('tabindex')) {
    part.setAttribute('tabindex', '-1');
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
