// The lines that the engine has found. They stand still while somebody points at them or walks through them.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _ } from '../i18n.js';
import { preferences } from './preferences.js';
import { currentFindings, currentPosition, currentThreat } from './study_state.js';

/** @typedef {import('./study_state.js').StudyState} StudyState */
/** @typedef {import('./findings_view.js').Hands} Hands */

export class LinesPanel {
  /** @param {StudyState} state @param {Hands} hands what a line can be used for */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
    /** The position whose lines are shown. @type {import('./tree.js').Node|null} */
    this.shown = null;
    this.element = h('div.findings-place', {
      tabindex: '-1',
      role: 'group',
      'aria-label': _('Expected'),
      onfocusout: (/** @type {FocusEvent} */ event) => this.#left(event),
    });
    /** How lines are shown; loaded with the engine. @type {typeof import('./findings_view.js')|null} */
    this.view = null;
  }

  async load() {
    this.view ??= await import('./findings_view.js');
    return this.view;
  }

  show() {
    if (this.isHeld && this.element.childElementCount > 0) return;
    this.element.replaceChildren(...this.#content());
    this.shown = this.state.tree.current;
  }

  #content() {
    const { state, view } = this;
    const current = currentFindings(state);
    if (current && view)
      return [
        ...this.#threat(),
        view.drawFindings(state.board, current.found, preferences().lines, current.isFinal, this.hands),
      ];
    const isWaiting = state.isEngineOn && !currentPosition(state)?.result;
    return isWaiting ? [h('p.detail', {}, _('Starting the engine …'))] : [];
  }

  #threat() {
    const { board } = this.state;
    if (!currentThreat(this.state)) return [];
    const other = 1 - (currentPosition(this.state)?.to_move ?? 0);
    return [h('p.detail', {}, _('If it were {colour}’s turn:', { colour: colourName(board, other) }))];
  }

  /** Whether somebody is at the lines of the position on the board. */
  get isHeld() {
    const { element, state } = this;
    if (this.shown !== state.tree.current || !state.isEngineOn) return false;
    const isWalked = element !== document.activeElement && element.contains(document.activeElement);
    return isWalked || (state.previewed !== null && element.matches(':hover'));
  }

  /** A line was chosen: the keyboard stays here, not on it, since the lines become others. */
  keepFocus() {
    if (this.element.contains(document.activeElement)) this.element.focus();
  }

  /** The keyboard leaves the lines, not only one of them: they go on. @param {FocusEvent} event */
  #left(event) {
    if (event.relatedTarget instanceof Element && this.element.contains(event.relatedTarget)) return;
    queueMicrotask(() => {
      this.hands.preview(null);
      this.show();
    });
  }
}
