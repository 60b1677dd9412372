// Buttons at work.

/**
 * Does something that takes a while; until it is done, what does it says that it can't be pressed, and a press does nothing.
 * It keeps the keyboard, which it would lose if it were disabled.
 * @param {HTMLElement[]} buttons
 * @param {() => Promise<void>} work
 */
export async function busyWith(buttons, work) {
  if (buttons.some((each) => each.getAttribute('aria-disabled') === 'true')) return;
  for (const each of buttons) each.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    for (const each of buttons) each.removeAttribute('aria-disabled');
  }
}
