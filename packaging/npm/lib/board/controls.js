// The buttons below a board: through the moves, and those of a game.

import { h } from '../../js/dom.js';
import { icon } from '../../js/icons.js';
import { _ } from '../../js/texts.js';

/** Buttons that go through the moves, with what is said of the position between them. */
export class Steps {
  /**
   * @param {(target: number) => void} onGo gets how many moves are to be on the board
   * @param {boolean} isAloud whether moves are read aloud; in a game something else says them
   */
  constructor(onGo, isAloud) {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ target) =>
      h('button', { type: 'button', title: name, 'aria-label': name, onclick: () => onGo(target()) }, icon(sign));
    this.at = 0;
    this.count = 0;
    this.back = [
      button('first', _('First position'), () => 0),
      button('previous', _('One step back'), () => this.at - 1),
    ];
    this.forward = [
      button('next', _('One step forward'), () => this.at + 1),
      button('last', _('Last position'), () => this.count),
    ];
    this.text = h('span.step', { 'aria-live': isAloud ? 'polite' : null });
    this.element = h(
      'div.steps',
      { role: 'group', 'aria-label': _('Moves'), part: 'steps' },
      ...this.back,
      this.text,
      ...this.forward,
    );
  }

  /** @param {number} at @param {number} count @param {string} move the last one, in words */
  show(at, count, move) {
    this.at = at;
    this.count = count;
    this.element.hidden = count === 0;
    this.text.textContent = [_('{step} of {steps}', { step: at, steps: count }), move].filter(Boolean).join(' · ');
    // A button that goes grey under the finger keeps the focus.
    for (const button of this.back) button.setAttribute('aria-disabled', String(at === 0));
    for (const button of this.forward) button.setAttribute('aria-disabled', String(at === count));
  }
}

/** Buttons of a game against a level. */
export class GameButtons {
  /** @param {{swap: () => void, takeBack: () => void, begin: () => void}} hands */
  constructor({ swap, takeBack, begin }) {
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', onclick }, name);
    this.swap = button(_('Swap colours'), swap);
    this.takeBack = button(_('Take back'), takeBack);
    this.element = h('div.buttons', { part: 'buttons' }, this.swap, this.takeBack, button(_('New game'), begin));
  }

  /** @param {{canSwap: boolean, canTakeBack: boolean}} what can be done */
  show({ canSwap, canTakeBack }) {
    this.swap.hidden = !canSwap;
    this.takeBack.setAttribute('aria-disabled', String(!canTakeBack));
  }
}
