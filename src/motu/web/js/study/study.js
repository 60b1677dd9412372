// The page of a study: the board, the engine beside it, the tree of variations, and what can be done with them. What is
// known of the study is in study_state.js; here all is put together, and drawn as the study stands.

import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { refusedParts } from '../games/refused.js';
import { go, say } from '../shell.js';
import { CoursePanel } from './course_panel.js';
import { Drawing } from './drawing.js';
import { EngineCard } from './engine_card.js';
import { beginAnew, openTree } from './other_trees.js';
import { StatusPanel } from './status_panel.js';
import { makeBoard, showPosition, showSetup } from './study_board.js';
import { StudyHead } from './study_head.js';
import { glyphWords, marksWords } from './mark_words.js';
import * as parts from './study_parts.js';
import { preferences } from './preferences.js';
import * as model from './study_state.js';
import { Tree } from './tree.js';
import { TreeView } from './tree_view.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./tree.js').Node} Node */

export class Study {
  /**
   * @param {HTMLElement} place
   * @param {Tree} tree
   * @param {BoardView} board
   * @param {(tree: Tree, at?: string) => void} keep  remembers a tree for the address of the page, or another one
   * @param {(id: string) => void} onKept  the server keeps the tree under an address of its own
   */
  constructor(place, tree, board, keep, onKept) {
    this.state = model.newStudy(tree, board);
    this.keep = keep;
    this.focused = 0;
    /** @type {import('./editor.js').Editor|null} */
    this.editor = null;
    /** @type {import('./review.js').ReviewPanel|null} */
    this.review = null;
    this.element = this.#makeBoard();
    this.drawing = new Drawing(this.state, this.element, {
      isOn: () => !this.editor && !this.state.previewed && model.currentPosition(this.state) !== null,
      onPreview: () => this.#showBoard(),
      onChange: () => this.#remarked(),
    });
    /** What was played here; loaded where the server has a collection. @type {import('./collection_panel.js').CollectionPanel|null} */
    this.collection = null;
    this.collectionPlace = h('div', { hidden: true });
    void this.#collect();
    this.status = new StatusPanel(
      this.state,
      (move) => this.#want(move),
      () => this.element.focusBoard(),
    );
    this.course = new CoursePanel(
      this.state,
      () => this.review,
      (node) => this.#goTo(node),
    );
    this.engine = new EngineCard(this.state, this.element, this.course.element, {
      isEditing: () => this.editor !== null,
      ask: (moves) => this.#ask(moves),
      play: (moves) => this.play(moves),
      show: () => this.show(),
      showBoard: () => this.#showBoard(),
      showTexts: () => this.#showTexts(),
      complain: (text, game) => this.complain(text, game),
    });
    this.treeView = new TreeView(
      tree,
      (node) => this.#goTo(node),
      (node) => this.review?.remark(node) ?? null,
    );
    this.head = new StudyHead(tree, board.spec, onKept);
    this.comment = parts.commentField(
      (text) => {
        tree.setComment(tree.current, text);
        this.head.keeper.touched();
      },
      () => this.treeView.show(),
    );
    place.append(this.#layout());
    this.engine.begin();
    document.addEventListener('keydown', this.onKey);
    window.addEventListener('motu-settings', this.onSettings);
  }

  close() {
    this.engine.close();
    this.review?.close();
    this.head.close();
    document.removeEventListener('keydown', this.onKey);
    window.removeEventListener('motu-settings', this.onSettings);
  }

  // --- the page

  notice = h('p.notice', { role: 'alert' });
  editing = h('div.editing');
  glyphs = parts.glyphButtons((glyph) => this.#judge(glyph));
  onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  onSettings = () => void this.show();

  #layout() {
    const { tree } = this.state;
    const change = (/** @type {(tree: Tree) => void} */ action) => {
      action(tree);
      void this.show();
    };
    this.toolbar = parts.makeToolbar(tree, {
      review: () => this.#reviewParts(),
      draw: () => this.drawing.parts(),
      onTurn: (part) => {
        this.drawing.turn(part === 'draw');
        this.#showBoard();
      },
      open: (other) => void (this.element.isConnected && openTree(other, this.keep)),
      edit: () => void this.#edit(),
      anew: () => beginAnew(tree, this.keep),
    });
    this.usual = h(
      'div.usual',
      {},
      parts.jumpButtons(change), // above what is higher at one position than at the next: they stay under the hand
      this.engine.element,
      this.status.element,
      h('div.card.lines', {}, this.treeView.element),
      this.collectionPlace,
      this.glyphs,
      this.comment,
      parts.treeButtons(tree, { change, undo: () => this.#undo() }),
    );
    return h(
      'div.table.study',
      {},
      h('section.board-card', { 'aria-label': _('Board') }, this.element, this.toolbar.element),
      h(
        'section.side',
        { 'aria-label': _('Analysis') },
        this.toolbar.place,
        ...(tree.before ? [parts.clearedCard(() => go(tree.before))] : []),
        this.editing,
        this.head.element,
        this.notice,
        this.usual,
      ),
    );
  }

  /** Brings the panel of what was played, where there is something to show. */
  async #collect() {
    const found = await api.collection().catch(() => null);
    if (!found?.games.length) return;
    const { CollectionPanel } = await import('./collection_panel.js');
    this.collection = new CollectionPanel(this.state, found.games, (moves) => void this.play(moves));
    this.collectionPlace.replaceWith(this.collection.element);
  }

  async #reviewParts() {
    const { ReviewPanel } = await import('./review.js');
    this.review = new ReviewPanel(this.state.board, this.state.tree, {
      onChange: () => this.#reviewed(),
      onChoose: (node) => this.#goTo(node),
      onTry: (node, move) => this.#try(node, move),
      onLearn: () => void this.engine.turn(false),
    });
    return this.review.parts;
  }

  /** Opens the review and begins it. */
  async reviewNow() {
    await this.toolbar?.showNamed('review');
    this.review?.begin();
  }

  #makeBoard() {
    const { state } = this;
    const marks = () => (this.editor || state.previewed ? [] : state.tree.current.marks);
    const element = makeBoard(state.board, () => this.editor?.position ?? this.position, marks);
    element.addEventListener('motu-move', (event) => this.#moved(/** @type {CustomEvent} */ (event).detail));
    element.addEventListener('motu-cell', (event) => {
      this.focused = /** @type {CustomEvent} */ (event).detail.cell;
    });
    return element;
  }

  /** @param {string} text @param {string} [game] the id of the game that it is about */
  complain(text, game) {
    this.notice.replaceChildren(...refusedParts(text, game));
  }

  // --- positions

  /** The one at the cursor; there is one as soon as any is shown. */
  get position() {
    return /** @type {PositionView} */ (model.currentPosition(this.state));
  }

  /** @param {string[]} moves @returns {Promise<PositionView>} */
  async #ask(moves) {
    const { spec, setup, board } = this.state.tree;
    const [position] = await api.positions({ spec, setup, board, moves });
    return position;
  }

  /** Shows the position at the cursor. */
  async show() {
    const { state } = this;
    const { tree } = state;
    const node = tree.current;
    this.notice.textContent = '';
    model.preview(state, null);
    if (!model.currentThreat(state)) state.threat = null;
    try {
      if (model.needsPosition(state)) state.positions.set(node, await this.#ask(node.path()));
    } catch (error) {
      await this.#missed(node, /** @type {Error} */ (error));
      return;
    }
    if (node !== tree.current) return;
    this.keep(tree);
    this.#showBoard();
    this.#showTexts();
    this.collection?.show();
    this.engine.think();
  }

  /** @param {Node} node @param {Error} error */
  async #missed(node, error) {
    const isIllegal = error instanceof api.Refusal && error.slug.startsWith('move');
    if (model.missPosition(this.state, node, isIllegal)) await this.show();
    this.complain(error.message);
  }

  // --- what is shown

  #showBoard() {
    const { element, editor, state } = this;
    if (editor) {
      showSetup(element, editor.position);
      return;
    }
    showPosition(element, state, this.drawing);
    this.engine.show();
    this.course.show();
  }

  #showTexts() {
    const { tree } = this.state;
    this.head.show();
    this.treeView.show();
    this.comment.value = tree.current.comment;
    this.engine.showThreat();
    const text = this.status.show();
    parts.pressGlyph(this.glyphs, tree.current);
    this.drawing.show();
    const { move, marks, chosen } = tree.current;
    say([move, glyphWords(chosen.glyph), text, marksWords(marks)].filter(Boolean).join('. '));
  }

  // --- remarks

  /** What is said of the move at the cursor; the same again takes it away. @param {string} glyph */
  #judge(glyph) {
    const { tree } = this.state;
    tree.setGlyph(tree.current, tree.current.chosen.glyph === glyph ? '' : glyph);
    parts.pressGlyph(this.glyphs, tree.current);
    this.#remarked();
  }

  /** Something was said or drawn. */
  #remarked() {
    this.keep(this.state.tree);
    this.#showBoard();
    this.drawing.show();
    this.head.show();
    this.treeView.show();
  }

  #reviewed() {
    this.treeView.forget();
    void this.show();
  }

  // --- doing

  /** @param {import('../board/intent.js').Intent} intent */
  #moved(intent) {
    if (this.editor) this.editor.touch(intent.cell);
    else if (this.drawing.isOpen) this.drawing.touch(intent.cell);
    else this.#want(intent.move);
  }

  /** What somebody plays is an answer while he learns from a mistake, else a move. @param {string} move */
  #want(move) {
    if (!this.review?.lesson?.take(move)) void this.play([move]);
  }

  /** @param {string[]} moves */
  async play(moves) {
    for (const move of moves) this.state.tree.play(move);
    await this.show();
  }

  /** @param {Node} node */
  #goTo(node) {
    this.state.tree.current = node;
    void this.show();
  }

  /** Tries another move in place of one. @param {Node} node @param {string} move */
  #try(node, move) {
    model.tryInstead(this.state, node, move);
    void this.show();
  }

  /** Takes the last change of the tree back; where there is none and the board was cleared, that. */
  #undo() {
    const { tree } = this.state;
    if (tree.undo()) void this.show();
    else if (tree.before) go(tree.before);
    else say(_('Nothing to undo.'));
  }

  async #edit() {
    const { tree, board } = this.state;
    const { Editor } = await import('./editor.js');
    if (!this.position) return;
    this.editor = new Editor(tree, board, this.position, {
      onChange: () => this.#showBoard(),
      onDone: (setup) => openTree(new Tree(tree.spec, setup, tree.board), this.keep),
      onCancel: () => this.#edited(),
    });
    void this.engine.turn(false);
    this.toolbar?.close();
    if (this.toolbar) this.toolbar.element.hidden = true;
    if (this.usual) this.usual.hidden = true;
    this.editing.replaceChildren(this.editor.element);
    this.#showBoard();
    this.editor.focus();
  }

  #edited() {
    this.editor = null;
    void this.engine.turn(preferences().engine);
    this.editing.replaceChildren();
    if (this.toolbar) this.toolbar.element.hidden = false;
    if (this.usual) this.usual.hidden = false;
    void this.show();
  }

  // --- keyboard

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === 'Escape' && !event.defaultPrevented && this.toolbar?.close()) {
      event.preventDefault();
      return;
    }
    if (event.defaultPrevented || event.altKey || target?.closest('input, select, textarea')) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'z' || this.editor) return;
      event.preventDefault();
      this.#undo();
      return;
    }
    const isOnBoard = Boolean(target?.closest('motu-board'));
    if (this.editor) {
      if (this.editor.key(event.key, isOnBoard ? this.focused : -1)) event.preventDefault();
    } else if (model.walk(this.state, event.key)) {
      event.preventDefault();
      void this.show();
    }
  }
}
