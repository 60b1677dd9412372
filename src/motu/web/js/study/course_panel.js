// The win probability over the main line, as soon as it is known of two positions; the graph is loaded then.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, percent } from '../i18n.js';
import { courseOf } from './study_state.js';

/** @typedef {import('./study_state.js').StudyState} StudyState */
/** @typedef {import('./study_state.js').Reviewed} Reviewed */
/** @typedef {import('./tree.js').Node} Node */

export class CoursePanel {
  /** @param {StudyState} state @param {() => Reviewed|null} review @param {(node: Node) => void} onChoose */
  constructor(state, review, onChoose) {
    this.state = state;
    this.review = review;
    this.onChoose = onChoose;
    this.element = h('div.graph-place');
    /** @type {typeof import('./graph.js')|null} */
    this.graphs = null;
  }

  show() {
    const graph = this.#draw();
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...(graph ? [graph] : []));
    if (hadFocus) graph?.focus();
  }

  #draw() {
    const { board } = this.state;
    const { line, shares, current, marks, isUseful } = courseOf(this.state, this.review());
    if (!isUseful) return null;
    if (!this.graphs) {
      void this.#load();
      return null;
    }
    const describe = (/** @type {number} */ ply) => {
      const share = shares[ply];
      const figure = share === null ? '–' : percent(share);
      return _('after {move}: {share}', { move: line[ply].move || _('First position'), share: figure });
    };
    const label = _('Win probability of {colour} over the game', { colour: colourName(board, 0) });
    const course = { shares, current, marks, label, describe, hasPieces: board.kind === 'squares' };
    return this.graphs.drawGraph(course, (ply) => this.onChoose(line[ply]));
  }

  async #load() {
    this.graphs = await import('./graph.js');
    this.show();
  }
}
