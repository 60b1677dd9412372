// Learning from one's own mistakes after a review: each losing decision as a task on the board. What is tried there is
// judged by a search of the same position; what a die brought is nobody's mistake.

import { h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { say } from '../shell.js';
import { worthOf } from './grades.js';
import { Thinker } from './thinker.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {{node: Node, move: string, best: string, error: string}} Mistake  `error`: what it gave away, in words */
/** @typedef {{onChoose: (node: Node) => void, onTry: (node: Node, move: string) => void, onEnd: () => void}} MistakeHands */

/** What gives away less equity than this is as good. */
const AS_GOOD = 0.05;
const VISITS = 3000;
const SECONDS = 8;

export class Mistakes {
  /** @param {Tree} tree @param {Mistake[]} mistakes @param {string} name whose @param {MistakeHands} hands */
  constructor(tree, mistakes, name, hands) {
    this.tree = tree;
    this.mistakes = mistakes;
    this.hands = hands;
    this.at = 0;
    this.solved = 0;
    this.isOpen = false;
    /** @type {Findings|null} */
    this.found = null;
    /** @type {string|null} a move that waits for the search */
    this.tried = null;
    this.engine = new Thinker(
      {
        onFindings: (found, key, isFinal) => this.#hear(found, key, isFinal),
        onError: (text) => this.#tell(text),
      },
      { seconds: SECONDS, visits: VISITS },
    );
    this.engine.start();
    this.title = h('h3', { tabindex: '-1' });
    this.question = h('p');
    this.answer = h('p.answer', { role: 'status' });
    this.solution = h('button', { type: 'button', onclick: () => this.#solve() }, _('Show the solution'));
    this.next = h('button', { type: 'button', onclick: () => this.#go(this.at + 1) }, _('Next mistake'));
    const end = h('button', { type: 'button', onclick: () => this.end() }, _('Back to the review'));
    this.name = name;
    this.element = h(
      'div.mistakes',
      {},
      this.title,
      this.question,
      this.answer,
      h('div.buttons', {}, this.solution, this.next, end),
    );
  }

  begin() {
    this.#go(0);
    this.title.focus({ preventScroll: true });
  }

  get mistake() {
    return this.mistakes[this.at];
  }

  /** @param {number} at */
  #go(at) {
    this.at = at;
    this.found = this.tried = null;
    if (!this.mistake) {
      this.#finish();
      return;
    }
    const { node, move, error } = this.mistake;
    this.isOpen = true;
    this.title.textContent = _('{name}: mistake {number} of {count}', {
      name: this.name,
      number: at + 1,
      count: this.mistakes.length,
    });
    this.question.textContent = _('{move} was played and lost {error}. Find a better move.', { move, error });
    this.answer.textContent = '';
    this.solution.hidden = false;
    this.hands.onChoose(/** @type {Node} */ (node.parent));
    const { spec, setup, board } = this.tree;
    const moves = /** @type {Node} */ (node.parent).path();
    this.engine.think(moves.join(' '), { spec, setup, board, moves });
  }

  #finish() {
    this.isOpen = false;
    this.engine.stop();
    this.solution.hidden = this.next.hidden = true;
    this.question.textContent = ngettext(
      'That was {count} mistake; you found {solved}.',
      'Those were {count} mistakes; you found {solved}.',
      this.mistakes.length,
      { solved: this.solved },
    );
    this.answer.textContent = '';
    say(this.question.textContent);
  }

  /**
   * Somebody plays a move on the board.
   * @param {string} move
   * @returns {boolean} whether it is an answer, and not for the tree
   */
  take(move) {
    if (!this.isOpen || this.tree.current !== this.mistake.node.parent) return false;
    const { best } = this.mistake;
    if (move === best) this.#right(move);
    else if (move === this.mistake.move) this.#tell(_('That is what was played. Try something else.'));
    else {
      this.tried = move;
      this.#judge();
    }
    return true;
  }

  /** @param {Findings} found @param {string} _key @param {boolean} isFinal */
  #hear(found, _key, isFinal) {
    if (!isFinal) return;
    this.found = found;
    this.#judge();
  }

  #judge() {
    const { tried, found } = this;
    if (!tried) return;
    if (!found) {
      this.#tell(_('The engine is checking {move} …', { move: tried }));
      return;
    }
    this.tried = null;
    if (isAsGood(found, tried)) this.#right(tried);
    else this.#tell(_('{move} is not the best here. Try something else.', { move: tried }));
  }

  /** @param {string} move */
  #right(move) {
    this.solved += 1;
    this.#close(
      move === this.mistake.best ? _('Right: {move}.', { move }) : _('Right: {move} is just as good.', { move }),
      move,
    );
  }

  #solve() {
    const { best } = this.mistake;
    this.#close(_('{move} was better.', { move: best }), best);
  }

  /** @param {string} text @param {string} move what is shown on the board */
  #close(text, move) {
    this.isOpen = false;
    this.solution.hidden = true;
    this.#tell(text);
    this.hands.onTry(this.mistake.node, move);
    this.next.focus();
  }

  /** @param {string} text */
  #tell(text) {
    this.answer.textContent = text;
  }

  end() {
    this.isOpen = false;
    this.engine.stop();
    this.hands.onEnd();
  }
}

/** Whether a search thinks that a move gives away next to nothing. @param {Findings} found @param {string} move */
export function isAsGood({ moveInfos }, move) {
  const info = moveInfos.find((each) => each.move === move);
  if (!info || info.visits < moveInfos[0].visits / 20) return false;
  return worthOf(moveInfos[0]) - worthOf(info) < AS_GOOD;
}
