// The page of a study: the board, the engine beside it, the tree of variations, and what can be done with them. What is
// known of the study is in study_state.js; here it is drawn, and the server and the engine are asked.

import { here } from '../address.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { refusedParts } from '../games/refused.js';
import { colourName, hintText, resultText } from '../games/words.js';
import { go, say } from '../shell.js';
import { drawBar } from './bar.js';
import { CoursePanel } from './course_panel.js';
import { Drawing } from './drawing.js';
import { LinesPanel } from './lines_panel.js';
import { makeBoard, showLine, showPosition, showSetup } from './study_board.js';
import { StudyHead } from './study_head.js';
import { glyphWords, marksWords } from './mark_words.js';
import * as parts from './study_parts.js';
import { prefer, preferences } from './preferences.js';
import * as model from './study_state.js';
import { Tree } from './tree.js';
import { TreeView } from './tree_view.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./engine.js').Findings} Findings */
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
    /** Loaded when it is first switched on. @type {import('./thinker.js').Thinker|null} */
    this.engine = null;
    this.lines = new LinesPanel(this.state, {
      play: (moves) => this.#playLine(moves),
      preview: (moves) => void this.#preview(moves),
    });
    /** What was played here; loaded where the server has a collection. @type {import('./collection_panel.js').CollectionPanel|null} */
    this.collection = null;
    this.collectionPlace = h('div', { hidden: true });
    void this.#collect();
    this.course = new CoursePanel(
      this.state,
      () => this.review,
      (node) => this.#goTo(node),
    );
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
    if (preferences().engine) {
      void this.#switchEngine(true);
      void this.lines.load();
    }
    document.addEventListener('keydown', this.onKey);
    window.addEventListener('motu-settings', this.onSettings);
  }

  close() {
    this.state.isEngineOn = false;
    this.engine?.stop();
    this.review?.close();
    this.head.close();
    document.removeEventListener('keydown', this.onKey);
    window.removeEventListener('motu-settings', this.onSettings);
  }

  // --- the page

  notice = h('p.notice', { role: 'alert' });
  bar = h('div');
  status = h('p.message');
  choices = h('div.buttons.rolls');
  editing = h('div.editing');
  glyphs = parts.glyphButtons((glyph) => this.#judge(glyph));
  engineButton = parts.engineButton(() => void this.#toggleEngine());
  thinking = h('div.engine-top', { hidden: true });
  threatButton = h('button', { type: 'button', onclick: () => void this.#toggleThreat() }, _('Show the threat'));
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
      open: (other) => this.#open(other),
      edit: () => void this.#edit(),
      anew: () => this.#beginAnew(),
    });
    this.usual = h(
      'div.usual',
      {},
      this.#engineCard(),
      h('div', {}, this.status, this.choices),
      h('div.card.lines', {}, this.treeView.element, parts.jumpButtons(change)),
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

  #engineCard() {
    const choices = parts.engineChoices([this.engineButton, this.threatButton], () => this.#showBoard());
    return h('div.card.engine', {}, choices, this.thinking, this.bar, this.lines.element, this.course.element);
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
      onLearn: () => void this.#switchEngine(false),
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

  /** The engine says nothing of this position; where it would be help in a game, it is off until somebody asks again. @type {import('./engine.js').OnError} */
  #refused(text, slug, game) {
    if (slug === 'server/fair-play') {
      void this.#switchEngine(false);
      this.#showBoard();
      this.#showTexts();
    }
    this.complain(text, game);
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
    this.#think();
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
    this.bar.replaceChildren(
      drawBar(state.board, state.isEngineOn ? (state.findings.get(state.tree.current)?.found ?? null) : null),
    );
    this.lines.show();
    this.course.show();
  }

  #showTexts() {
    const { tree, isEngineOn } = this.state;
    this.head.show();
    this.treeView.show();
    this.comment.value = tree.current.comment;
    this.threatButton.hidden = !isEngineOn;
    this.threatButton.setAttribute('aria-pressed', String(model.currentThreat(this.state) !== null));
    const text = this.#statusText();
    this.status.textContent = text;
    if (this.choices.contains(document.activeElement)) this.element.focusBoard(); // its buttons go
    this.choices.replaceChildren(...model.choicesOf(this.state).map((move) => this.#choice(move)));
    parts.pressGlyph(this.glyphs, tree.current);
    this.drawing.show();
    const { move, marks, chosen } = tree.current;
    say([move, glyphWords(chosen.glyph), text, marksWords(marks)].filter(Boolean).join('. '));
  }

  /** @param {string} move */
  #choice(move) {
    const text = move === 'swap' ? _('Swap colours') : move.slice(1);
    return h('button', { type: 'button', onclick: () => this.#want(move) }, text);
  }

  #statusText() {
    const { board } = this.state;
    const { result, to_move: colour, announced } = this.position;
    if (result)
      return resultText(
        { winner: result.colour, reason: result.reason },
        result.colour === null ? '' : colourName(board, result.colour),
      );
    if (announced) return _('What does the die show?');
    return `${colourName(board, colour)}: ${hintText(board, this.position)}`;
  }

  // --- engine

  /** Shows what the other side would do if it were its turn, or no longer. */
  async #toggleThreat() {
    const { state } = this;
    const node = state.tree.current;
    const position = model.currentThreat(state) ? null : model.otherSideToMove(state);
    const isAsked = state.threat?.node === node;
    state.threat = null;
    if (!isAsked) {
      const isAllowed = position && (await api.positions(position).catch(() => null));
      if (node !== state.tree.current) return;
      if (isAllowed) state.threat = { node, position, known: null };
    }
    await this.show();
    if (!isAsked && !state.threat) this.complain(_('The rules do not let the other side move in this position.'));
  }

  async #toggleEngine() {
    const isOn = !this.state.isEngineOn;
    prefer({ engine: isOn });
    void this.#switchEngine(isOn);
    void this.show();
    await this.lines.load();
  }

  /** @param {boolean} isOn */
  async #switchEngine(isOn) {
    this.state.isEngineOn = isOn;
    this.engineButton.setAttribute('aria-checked', String(isOn));
    if (isOn && !this.engine) {
      const [{ Thinker }, { ThinkingChoices }] = await Promise.all([
        import('./thinker.js'),
        import('./thinking_choices.js'),
      ]);
      this.engine ??= this.#makeEngine(Thinker, ThinkingChoices);
    }
    if (this.state.isEngineOn) this.engine?.start();
    else {
      this.engine?.stop();
      this.thinking.hidden = true;
    }
    this.#think();
  }

  /**
   * @param {typeof import('./thinker.js').Thinker} Thinker
   * @param {typeof import('./thinking_choices.js').ThinkingChoices} ThinkingChoices
   */
  #makeEngine(Thinker, ThinkingChoices) {
    const choices = new ThinkingChoices(this.thinking, () => engine.renew());
    const engine = new Thinker({
      onFindings: this.#found.bind(this),
      onError: this.#refused.bind(this),
      onPlace: (place) => choices.show(place),
      onNotice: this.complain.bind(this),
    });
    return engine;
  }

  #think() {
    if (this.editor) return;
    const { key, position } = model.askEngine(this.state);
    this.engine?.think(key, position);
  }

  /** @param {Findings} found @param {string} key @param {boolean} isFinal */
  async #found(found, key, isFinal) {
    const { state } = this;
    model.takeFindings(state, key, { found, isFinal });
    if (!model.isLookedAt(state, key) || this.editor) return;
    const view = await this.lines.load();
    if (!model.isLookedAt(state, key) || this.editor) return;
    this.#showBoard();
    const [best] = found.moveInfos;
    if (!isFinal || !best) return;
    say(_('The engine prefers {move}: {worth}', { move: best.move, worth: view.worth(best) }));
  }

  /** Shows the position after a line while somebody points at it, its moves numbered. @param {string[]|null} moves */
  async #preview(moves) {
    const { state, element } = this;
    if (!model.preview(state, moves)) return;
    if (!moves) {
      this.#showBoard();
      return;
    }
    const threat = model.currentThreat(state);
    const asked = threat
      ? api.positions({ ...threat.position, moves }).then(([found]) => found)
      : this.#ask([...state.tree.current.path(), ...moves]);
    const position = await asked.catch(() => null);
    if (!position || state.previewed !== moves || this.editor) return;
    showLine(element, state.board, position, moves);
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

  /** Plays what was chosen among the lines. @param {string[]} moves */
  #playLine(moves) {
    if (model.currentThreat(this.state)) return; // it is not that side's turn
    this.lines.keepFocus();
    void this.play(moves);
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

  /** An empty tree, which leads back to this one: that stays as it is at its own address. */
  #beginAnew() {
    const { tree } = this.state;
    const { pathname, search, hash } = here();
    const at = tree.kept ? `/study/${tree.kept.id}` : pathname + search + hash;
    const anew = new Tree(tree.spec, null, tree.board);
    this.keep(tree, at);
    anew.before = at === '/study' ? tree.before : at; // there was nothing yet
    this.#open(anew);
  }

  /** Studies another tree. @param {Tree} tree */
  #open(tree) {
    if (tree.setup) tree.wasKept(-1); // a position set up by hand is worth keeping
    this.keep(tree, '/study');
    go('/study');
  }

  async #edit() {
    const { tree, board } = this.state;
    const { Editor } = await import('./editor.js');
    if (!this.position) return;
    this.editor = new Editor(tree, board, this.position, {
      onChange: () => this.#showBoard(),
      onDone: (setup) => this.#open(new Tree(tree.spec, setup, tree.board)),
      onCancel: () => this.#edited(),
    });
    this.#switchEngine(false);
    this.toolbar?.close();
    if (this.toolbar) this.toolbar.element.hidden = true;
    if (this.usual) this.usual.hidden = true;
    this.editing.replaceChildren(this.editor.element);
    this.#showBoard();
    this.editor.focus();
  }

  #edited() {
    this.editor = null;
    this.#switchEngine(preferences().engine);
    this.editing.replaceChildren();
    if (this.toolbar) this.toolbar.element.hidden = false;
    if (this.usual) this.usual.hidden = false;
    void this.show();
  }

  // --- keyboard

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey || target?.closest('input, select, textarea')) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'z' || this.editor) return;
      event.preventDefault();
      this.#undo();
      return;
    }
    const isOnBoard = Boolean(target?.closest('motu-board'));
    if (this.editor) this.#editorKey(event, this.editor, isOnBoard);
    else if (model.walk(this.state, event.key)) {
      event.preventDefault();
      void this.show();
    }
  }

  /** @param {KeyboardEvent} event @param {import('./editor.js').Editor} editor @param {boolean} isOnBoard */
  #editorKey(event, editor, isOnBoard) {
    if (event.key === 'Escape' && !isOnBoard) this.#edited();
    else if (event.key === '*') say(editor.turnTool());
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isOnBoard) editor.put(this.focused, '.');
    else return;
    event.preventDefault();
  }
}
