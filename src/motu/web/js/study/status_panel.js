// How the position at the cursor stands, and what can be chosen there that is no cell: the swap, or what a die may show.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { colourName, hintText, resultText } from '../games/words.js';
import { choicesOf, currentPosition } from './study_state.js';

/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./study_state.js').StudyState} StudyState */

export class StatusPanel {
  #status = h('p.message');
  #choices = h('div.buttons.rolls');
  element = h('div', {}, this.#status, this.#choices);

  /** @param {StudyState} state @param {(move: string) => void} onChoose @param {() => void} leave takes the keyboard from buttons that go */
  constructor(state, onChoose, leave) {
    this.state = state;
    this.onChoose = onChoose;
    this.leave = leave;
  }

  /** @returns {string} what stands there */
  show() {
    const text = this.#text();
    this.#status.textContent = text;
    if (this.#choices.contains(document.activeElement)) this.leave();
    this.#choices.replaceChildren(...choicesOf(this.state).map((move) => this.#choice(move)));
    return text;
  }

  /** @param {string} move */
  #choice(move) {
    const text = move === 'swap' ? _('Swap colours') : move.slice(1);
    return h('button', { type: 'button', onclick: () => this.onChoose(move) }, text);
  }

  #text() {
    const { board } = this.state;
    const position = /** @type {PositionView} */ (currentPosition(this.state));
    const { result, to_move: colour, announced } = position;
    if (result)
      return resultText(
        { winner: result.colour, reason: result.reason },
        result.colour === null ? '' : colourName(board, result.colour),
      );
    if (announced) return _('What does the die show?');
    return `${colourName(board, colour)}: ${hintText(board, position)}`;
  }
}
