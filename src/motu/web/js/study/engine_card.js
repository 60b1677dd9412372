// The card of the engine beside a study: there it is switched on and off, and what it finds of the position at the cursor is
// shown. The engine itself is loaded when it is first switched on.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { drawBar } from './bar.js';
import { LinesPanel } from './lines_panel.js';
import { prefer, preferences } from './preferences.js';
import { engineButton, engineChoices } from './study_parts.js';
import { currentThreat } from './study_state.js';

/** @typedef {import('./study_state.js').StudyState} StudyState */
/**
 * @typedef {object} Hands
 * @property {() => boolean} isEditing  whether another position is set up on the board
 * @property {(moves: string[]) => Promise<import('../board/types.js').PositionView>} ask  the position after moves from the root
 * @property {(moves: string[]) => Promise<void>} play
 * @property {() => Promise<void>} show  shows the position at the cursor
 * @property {() => void} showBoard
 * @property {() => void} showTexts
 * @property {(text: string, game?: string) => void} complain  tells what went wrong, and in which game
 */

export class EngineCard {
  /** Loaded when it is first switched on. @type {import('./study_engine.js').StudyEngine|null} */
  #engine = null;
  #bar = h('div');
  #button = engineButton(() => void this.#toggle());
  #place = h('div.engine-top', { hidden: true });
  #threatButton = h('button', { type: 'button', onclick: () => void this.#toggleThreat() }, _('Show the threat'));

  /**
   * @param {StudyState} state
   * @param {import('../board/element.js').MotuBoard} board
   * @param {HTMLElement} course what stands below
   * @param {Hands} hands
   */
  constructor(state, board, course, hands) {
    this.state = state;
    this.board = board;
    this.hands = hands;
    this.lines = new LinesPanel(state, {
      play: (moves) => this.#playLine(moves),
      preview: (moves) => void this.#engine?.preview(moves),
    });
    const choices = engineChoices([this.#button, this.#threatButton], hands.showBoard);
    this.element = h('div.card.engine', {}, choices, this.#place, this.#bar, this.lines.element, course);
  }

  /** It is on where it was when somebody studied last. */
  begin() {
    if (!preferences().engine) return;
    void this.turn(true);
    void this.lines.load();
  }

  close() {
    this.state.isEngineOn = false;
    this.#engine?.stop();
  }

  /** What is found of the position at the cursor. */
  show() {
    const { board, findings, isEngineOn, tree } = this.state;
    this.#bar.replaceChildren(drawBar(board, isEngineOn ? (findings.get(tree.current)?.found ?? null) : null));
    this.lines.show();
  }

  showThreat() {
    this.#threatButton.hidden = !this.state.isEngineOn;
    this.#threatButton.setAttribute('aria-pressed', String(currentThreat(this.state) !== null));
  }

  /** Shows what the other side would do if it were its turn, or no longer. */
  async #toggleThreat() {
    const { toggleThreat } = await import('./study_engine.js');
    await toggleThreat(this.state, this.hands.show, this.hands.complain);
  }

  async #toggle() {
    const isOn = !this.state.isEngineOn;
    prefer({ engine: isOn });
    void this.turn(isOn);
    void this.hands.show();
    await this.lines.load();
  }

  /** @param {boolean} isOn */
  async turn(isOn) {
    this.state.isEngineOn = isOn;
    this.#button.setAttribute('aria-checked', String(isOn));
    if (isOn && !this.#engine) {
      const { StudyEngine } = await import('./study_engine.js');
      this.#engine ??= new StudyEngine(this.state, this.board, this.lines, this.#place, {
        ...this.hands,
        onUnfair: () => {
          void this.turn(false);
          this.hands.showBoard();
          this.hands.showTexts();
        },
      });
    }
    if (this.state.isEngineOn) this.#engine?.start();
    else this.#engine?.stop();
    this.think();
  }

  /** It thinks about the position at the cursor. */
  think() {
    if (!this.hands.isEditing()) this.#engine?.think();
  }

  /** Plays what was chosen among the lines. @param {string[]} moves */
  #playLine(moves) {
    if (currentThreat(this.state)) return; // it is not that side's turn
    this.lines.keepFocus();
    void this.hands.play(moves);
  }
}
