// What the engine says beside a game: a hint when somebody asks for one, and the chances of both sides where they are
// wanted. One short search a position serves both.

import { firstColourShare } from '../study/study_state.js';
import { Thinker } from '../study/thinker.js';
import { bestMoves, hintOf, mayWeigh, questionOf, settledShare } from './hint_state.js';
import { takeHint } from './hints_taken.js';

/** @typedef {import('../study/engine.js').Findings} Findings */
/** @typedef {import('./table_state.js').TableState} TableState */

const MOST = { seconds: 3, visits: 3000 };
const MOST_KEPT = 300;

export class Advice {
  /** @param {TableState} state @param {{onHint: () => void, onChances: (share: number|null) => void, onError: (text: string, game?: string) => void}} hands */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
    /** @type {Map<string, Findings>} what finished searches have found, by the moves that lead there */
    this.found = new Map();
    /** What the server would not search: only who asks for a hint asks again. @type {string|null} */
    this.refused = null;
    this.engine = new Thinker(
      {
        onFindings: (found, key, isFinal) => this.#hear(found, key, isFinal),
        onError: (text, _slug, game) => this.#fail(text, game),
      },
      MOST,
    );
  }

  close() {
    this.engine.stop();
  }

  /** Looks for the best move in the position on the table. */
  askHint() {
    const { state } = this;
    state.hint = { seq: state.game.seq, moves: null };
    this.refused = null;
    this.#ask();
    this.hands.onHint();
  }

  /** Shows the chances in the position that is looked at. */
  weigh() {
    const { state } = this;
    if (!mayWeigh(state.game) || state.rolling) return;
    const share = settledShare(state);
    if (share !== null) this.hands.onChances(share);
    else if (this.refused !== questionOf(state).key) this.#ask();
  }

  #ask() {
    const { key, position } = questionOf(this.state);
    const known = this.found.get(key);
    if (known) {
      this.#hear(known, key, true);
      return;
    }
    this.engine.start();
    this.engine.think(key, position);
  }

  /** @param {Findings} found @param {string} key @param {boolean} isFinal */
  #hear(found, key, isFinal) {
    const { state } = this;
    if (isFinal) this.#keep(found, key);
    if (key !== questionOf(state).key) return;
    if (mayWeigh(state.game) && settledShare(state) === null)
      this.hands.onChances(firstColourShare(found, state.board.colour_names[0]));
    if (isFinal) this.#hint(found);
  }

  /** @param {Findings} found @param {string} key */
  #keep(found, key) {
    this.found.delete(key);
    this.found.set(key, found);
    if (this.found.size > MOST_KEPT) this.found.delete(/** @type {string} */ (this.found.keys().next().value));
  }

  /** @param {Findings} found */
  #hint(found) {
    const { state } = this;
    const hint = hintOf(state);
    if (!hint || hint.moves) return;
    state.hint = { ...hint, moves: bestMoves(found) };
    state.hintsTaken = takeHint(state.game.id, [state.game.steps.length, state.game.position.player]);
    this.hands.onHint();
  }

  /** @param {string} text @param {string} [game] the id of the game that it is about */
  #fail(text, game) {
    this.refused = this.engine.asked?.key ?? null;
    this.engine.stop(); // the next question is asked anew, also where it is the same
    this.state.hint = null;
    this.hands.onError(text, game);
  }
}
