// The engine beside a study, loaded when it is first switched on: what it finds at the cursor is kept and shown, and so are
// the end of a line that is pointed at and what the other side threatens.

import * as api from '../api.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { askEngine, isLookedAt, otherSideToMove, takeFindings } from './engine_state.js';
import { showLine } from './study_board.js';
import * as model from './study_state.js';
import { Thinker } from './thinker.js';
import { ThinkingChoices } from './thinking_choices.js';

/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./study_state.js').StudyState} StudyState */
/**
 * @typedef {object} Hands
 * @property {() => boolean} isEditing  whether another position is set up on the board
 * @property {(moves: string[]) => Promise<PositionView>} ask  the position after moves from the root
 * @property {() => void} showBoard
 * @property {(text: string, game?: string) => void} complain  tells what went wrong, and in which game
 * @property {() => void} onUnfair  it would be help in a game that goes on: it is off until somebody asks again
 */

export class StudyEngine {
  /**
   * @param {StudyState} state
   * @param {import('../board/element.js').MotuBoard} element
   * @param {import('./lines_panel.js').LinesPanel} lines
   * @param {HTMLElement} place where it is chosen where it thinks, and how far
   * @param {Hands} hands
   */
  constructor(state, element, lines, place, hands) {
    this.state = state;
    this.element = element;
    this.lines = lines;
    this.place = place;
    this.hands = hands;
    const choices = new ThinkingChoices(place, () => this.thinker.renew());
    this.thinker = new Thinker({
      onFindings: this.#found.bind(this),
      onError: this.#refused.bind(this),
      onPlace: (where) => choices.show(where),
      onNotice: hands.complain,
    });
  }

  start() {
    this.thinker.start();
  }

  stop() {
    this.thinker.stop();
    this.place.hidden = true;
  }

  /** It thinks about the position at the cursor. */
  think() {
    const { key, position } = askEngine(this.state);
    this.thinker.think(key, position);
  }

  /** The engine says nothing of this position. @type {import('./engine.js').OnError} */
  #refused(text, slug, game) {
    if (slug === 'server/fair-play') this.hands.onUnfair();
    this.hands.complain(text, game);
  }

  /** @param {Findings} found @param {string} key @param {boolean} isFinal */
  async #found(found, key, isFinal) {
    const { state } = this;
    takeFindings(state, key, { found, isFinal });
    if (!isLookedAt(state, key) || this.hands.isEditing()) return;
    const view = await this.lines.load();
    if (!isLookedAt(state, key) || this.hands.isEditing()) return;
    this.hands.showBoard();
    const [best] = found.moveInfos;
    if (!isFinal || !best) return;
    say(_('The engine prefers {move}: {worth}', { move: best.move, worth: view.worth(best) }));
  }

  /** Shows the position after a line while somebody points at it, its moves numbered. @param {string[]|null} moves */
  async preview(moves) {
    const { state, element } = this;
    if (!model.preview(state, moves)) return;
    if (!moves) {
      this.hands.showBoard();
      return;
    }
    const threat = model.currentThreat(state);
    const asked = threat
      ? api.positions({ ...threat.position, moves }).then(([found]) => found)
      : this.hands.ask([...state.tree.current.path(), ...moves]);
    const position = await asked.catch(() => null);
    if (!position || state.previewed !== moves || this.hands.isEditing()) return;
    showLine(element, state.board, position, moves);
  }
}

/**
 * Asks what the other side would do if it were its turn, or no longer.
 * @param {StudyState} state
 * @param {() => Promise<void>} show shows the position at the cursor
 * @param {(text: string) => void} complain
 */
export async function toggleThreat(state, show, complain) {
  const node = state.tree.current;
  const position = model.currentThreat(state) ? null : otherSideToMove(state);
  const isAsked = state.threat?.node === node;
  state.threat = null;
  if (!isAsked) {
    const isAllowed = position && (await api.positions(position).catch(() => null));
    if (node !== state.tree.current) return;
    if (isAllowed) state.threat = { node, position, known: null };
  }
  await show();
  if (!isAsked && !state.threat) complain(_('The rules do not let the other side move in this position.'));
}
