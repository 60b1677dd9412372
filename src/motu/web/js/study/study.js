// One study on the page: the board, the engine beside it, the tree of variations, and what can be done with them.

import '../board/element.js';
import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { _, percent } from '../i18n.js';
import { cellText, colourName, hintText, lineText, resultText, specText } from '../games/words.js';
import { settings } from '../settings.js';
import { go, say } from '../shell.js';
import { drawBar } from './bar.js';
import { Engine, firstColourShare } from './engine.js';
import { playersText } from './games.js';
import { openLater } from './later.js';
import { prefer, preferences } from './preferences.js';
import { Tree } from './tree.js';
import { TreeView } from './tree_view.js';

/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./tree.js').Node} Node */

const LINES = [1, 3, 5, 8, 12, 20];
const NO_BOARD_MARKS = { heat: null, labels: null, arrows: [], lineLabels: null };

export class Study {
  /**
   * @param {HTMLElement} place
   * @param {Tree} tree
   * @param {import('../board/types.js').BoardView} board
   * @param {(tree: Tree, at?: string) => void} keep  remembers a tree for the address of the page, or another one
   */
  constructor(place, tree, board, keep) {
    this.tree = tree;
    this.board = board;
    this.keep = keep;
    /** @type {Map<Node, PositionView>} */
    this.positions = new Map();
    /** @type {Map<Node, {found: Findings, isFinal: boolean}>} */
    this.findings = new Map();
    /** @type {Map<string, Node>} */
    this.keys = new Map([['', tree.root]]);
    /** The line whose end is shown while somebody points at it. @type {string[]|null} */
    this.previewed = null;
    /** @type {import('./editor.js').Editor|null} */
    this.editor = null;
    this.focused = 0;
    this.element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
    this.engine = new Engine(
      (found, key, isFinal) => void this.#found(found, key, isFinal),
      (text) => this.complain(text),
    );
    /** @type {import('./review.js').ReviewPanel|null} */
    this.review = null;
    /** How lines are shown; loaded with the engine. @type {typeof import('./findings_view.js')|null} */
    this.view = null;
    /** @type {typeof import('./graph.js')|null} */
    this.graphs = null;
    this.treeView = new TreeView(
      tree,
      (node) => this.#goTo(node),
      (node) => this.review?.remark(node) ?? null,
    );
    this.notice = h('p.notice', { role: 'alert' });
    this.#makeParts();
    place.append(this.#layout());
    this.#prepareBoard();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.onSettings = () => void this.show();
    document.addEventListener('keydown', this.onKey);
    window.addEventListener('motu-settings', this.onSettings);
  }

  close() {
    this.engine.stop();
    this.review?.close();
    document.removeEventListener('keydown', this.onKey);
    window.removeEventListener('motu-settings', this.onSettings);
  }

  // --- parts of the page

  #makeParts() {
    this.bar = h('div');
    this.table = h('div.findings-place', {
      tabindex: '-1',
      role: 'group',
      'aria-label': _('Expected'),
      onfocusout: (/** @type {FocusEvent} */ event) => this.#leftLines(event),
    });
    this.graph = h('div.graph-place');
    this.status = h('p.message');
    this.rolls = h('div.buttons.rolls');
    const comment = _('Comment on this position');
    this.comment = /** @type {HTMLTextAreaElement} */ (
      h('textarea', {
        rows: '2',
        'aria-label': comment,
        placeholder: comment,
        oninput: () => this.tree.setComment(this.tree.current, this.comment.value),
        onchange: () => this.treeView.show(),
      })
    );
    this.engineButton = h('button', {
      type: 'button',
      'aria-pressed': 'false',
      onclick: () => void this.#toggleEngine(),
    });
    this.editing = h('div.editing');
  }

  #layout() {
    const players = playersText(this.tree.about);
    this.usual = h(
      'div.usual',
      {},
      this.#engineCard(),
      h('div', {}, this.status, this.rolls),
      h('div.card.lines', {}, this.treeView.element, this.#jumpButtons()),
      this.comment,
      this.#treeButtons(),
      openLater('review', _('Review the game'), () => this.#reviewParts()),
      openLater('exchange', _('Bring a game, take it away'), async () =>
        (await import('./exchange.js')).drawExchange(
          () => this.tree,
          (tree) => this.#open(tree),
        ),
      ),
      openLater('chooser', _('Another game or board'), async () =>
        (await import('./chooser.js')).drawChooser((spec) => this.#open(new Tree(spec))),
      ),
    );
    return h(
      'div.table.study',
      {},
      h('section.board-card.card', { 'aria-label': _('Board') }, this.element),
      h(
        'section.side',
        { 'aria-label': _('Analysis') },
        h('div', {}, h('h1', {}, specText(this.board.spec)), players ? h('p.detail', {}, players) : null),
        this.notice,
        this.editing,
        this.usual,
      ),
    );
  }

  async #reviewParts() {
    const { ReviewPanel } = await import('./review.js');
    this.review = new ReviewPanel(this.board, this.tree, {
      onChange: () => this.#reviewed(),
      onChoose: (node) => this.#goTo(node),
      onTry: (node, move) => this.#try(node, move),
    });
    return this.review.parts;
  }

  #engineCard() {
    const { lines, heat } = preferences();
    const count = select(
      _('Lines'),
      LINES.map((number) => [String(number), String(number)]),
      String(lines),
      (value) => prefer({ lines: Number(value) }),
    );
    const kinds = [
      ['visits', _('visits')],
      ['policy', _('policy')],
      ['none', _('nothing')],
    ];
    const kind = select(_('Heat'), kinds, heat, (value) => prefer({ heat: /** @type {any} */ (value) }));
    const changed = () => this.#showBoard();
    return h(
      'div.card.engine',
      {},
      h('div.engine-top', { onchange: changed }, this.engineButton, count, kind),
      this.bar,
      this.table,
      this.graph,
    );
  }

  #jumpButtons() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ action) =>
      h(
        'button.quiet',
        {
          type: 'button',
          title: name,
          'aria-label': name,
          onclick: () => {
            action();
            void this.show();
          },
        },
        sign,
      );
    return h(
      'div.jump',
      {},
      button('|◀', _('First position'), () => this.tree.toStart()),
      button('◀', _('One step back'), () => this.tree.back()),
      button('▶', _('One step forward'), () => this.tree.forward()),
      button('▶|', _('Last position'), () => this.tree.toEnd()),
    );
  }

  #treeButtons() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ action) =>
      h('button', { type: 'button', onclick: action }, text);
    return h(
      'div.buttons',
      {},
      button(_('Make it the main line'), () => this.#change(() => this.tree.promote(this.tree.current))),
      button(_('Delete from here'), () => this.#change(() => this.tree.remove(this.tree.current))),
      button(_('Share'), () => void this.#publish()),
      button(_('Set up a position'), () => void this.#edit()),
      button(_('Begin anew'), () => this.#open(new Tree(this.tree.spec, null, this.tree.board))),
    );
  }

  #prepareBoard() {
    const { element } = this;
    element.label = specText(this.board.spec);
    element.describeCell = (cell) => cellText(this.board, this.shown, cell);
    element.describeLine = lineText;
    element.board = this.board;
    element.addEventListener('motu-move', (event) => this.#moved(/** @type {CustomEvent} */ (event).detail));
    element.addEventListener('motu-cell', (event) => {
      this.focused = /** @type {CustomEvent} */ (event).detail.cell;
    });
  }

  // --- positions

  /** @returns {PositionView} */
  get position() {
    return /** @type {PositionView} */ (this.positions.get(this.tree.current) ?? this.positions.get(this.tree.root));
  }

  /** What stands on the board. */
  get shown() {
    return this.editor ? this.editor.position : this.position;
  }

  /** @param {string[]} moves @returns {Promise<PositionView>} */
  async #ask(moves) {
    const { spec, setup, board } = this.tree;
    const [position] = await api.positions({ spec, setup, board, moves });
    return position;
  }

  /** Shows the position at the cursor. */
  async show() {
    const node = this.tree.current;
    this.notice.textContent = '';
    this.previewed = null;
    try {
      if (!this.positions.has(node)) this.positions.set(node, await this.#ask(node.path()));
    } catch (error) {
      this.tree.remove(node);
      await this.show();
      this.complain(String(/** @type {Error} */ (error).message));
      return;
    }
    if (node !== this.tree.current) return;
    this.keep(this.tree);
    this.#showBoard();
    this.#showTexts();
    this.#think();
  }

  #showBoard() {
    const { element, position } = this;
    const chosen = settings();
    const looks = {
      coordinates: chosen.coordinates,
      weak: chosen.weak,
      patterns: chosen.patterns,
      style: chosen.style,
      confirm: false,
    };
    if (this.editor) {
      element.configure({ ...looks, ...NO_BOARD_MARKS, active: true });
      element.show(this.editor.position, true);
      return;
    }
    if (!this.previewed) {
      const found = this.#current()?.found;
      const marks = found && this.view ? this.view.onBoard(this.board, position, found, preferences().heat) : null;
      const shown = marks
        ? { heat: marks.heat, labels: marks.labels, arrows: marks.arrows, lineLabels: marks.lines }
        : NO_BOARD_MARKS;
      element.configure({ ...looks, active: position.player >= 0, ...shown });
      if (element.position !== position) element.show(position, true); // else what a hand has begun would be dropped
    }
    this.#showFindings();
    this.#showGraph();
  }

  /** What is known of the position on the board, while the engine is on. */
  #current() {
    return this.engine.isOn ? (this.findings.get(this.tree.current) ?? null) : null;
  }

  /** The lines; they stand still while somebody points at them or walks through them. */
  #showFindings() {
    const current = this.#current();
    this.bar?.replaceChildren(drawBar(this.board, current?.found ?? null));
    const { table } = this;
    if (!table || (this.isHeld && table.childElementCount > 0)) return;
    const hands = {
      play: (/** @type {string[]} */ moves) => this.#playLine(moves),
      preview: (/** @type {string[]|null} */ moves) => void this.#preview(moves),
    };
    const waits = this.engine.isOn && !this.position.result ? [h('p.detail', {}, _('The engine begins …'))] : [];
    table.replaceChildren(
      ...(current && this.view
        ? [this.view.drawFindings(this.board, current.found, preferences().lines, current.isFinal, hands)]
        : waits),
    );
    this.tableOf = this.tree.current;
  }

  /** The keyboard leaves the lines, not only one of them: they go on. @param {FocusEvent} event */
  #leftLines(event) {
    if (event.relatedTarget instanceof Element && this.table?.contains(event.relatedTarget)) return;
    queueMicrotask(() => {
      void this.#preview(null);
      this.#showFindings();
    });
  }

  get isHeld() {
    const { table } = this;
    return (
      this.tableOf === this.tree.current &&
      table !== undefined &&
      this.engine.isOn &&
      ((table !== document.activeElement && table.contains(document.activeElement)) ||
        (this.previewed !== null && table.matches(':hover')))
    );
  }

  #showGraph() {
    const line = [this.tree.root, ...this.tree.mainLine()];
    const shares = line.map((node) => this.#share(node));
    const isUseful = shares.filter((share) => share !== null).length > 1;
    const hadFocus = this.graph?.contains(document.activeElement);
    const describe = (/** @type {number} */ ply) => {
      const share = shares[ply] === null ? '–' : percent(/** @type {number} */ (shares[ply]));
      return _('after {move}: {share}', { move: line[ply].move || _('First position'), share });
    };
    const course = {
      shares,
      current: line.indexOf(this.tree.current),
      marks: line.flatMap((node, ply) => (this.review?.isError(node) ? [ply] : [])),
      label: _('Win probability of {colour} over the game', { colour: colourName(this.board, 0) }),
      describe,
      hasPieces: this.board.kind === 'squares',
    };
    if (isUseful && !this.graphs) void this.#loadGraphs();
    const graph = isUseful && this.graphs ? this.graphs.drawGraph(course, (ply) => this.#goTo(line[ply])) : null;
    this.graph?.replaceChildren(...(graph ? [graph] : []));
    if (hadFocus) graph?.focus();
  }

  async #loadGraphs() {
    this.graphs = await import('./graph.js');
    this.#showGraph();
  }

  /** The first colour's win probability at a node: as a review has it, else as a search has seen it. @param {Node} node */
  #share(node) {
    const reviewed = this.review?.share(node) ?? null;
    if (reviewed !== null) return reviewed;
    const found = this.findings.get(node)?.found;
    return found?.rootInfo.currentPlayer ? firstColourShare(found, this.board.colour_names[0]) : null;
  }

  #showTexts() {
    const { tree } = this;
    this.treeView.show();
    if (this.comment) this.comment.value = tree.current.comment;
    if (this.engineButton) {
      this.engineButton.textContent = this.engine.isOn ? _('Engine on') : _('Engine off');
      this.engineButton.setAttribute('aria-pressed', String(this.engine.isOn));
    }
    const text = this.#statusText();
    if (this.status) this.status.textContent = text;
    if (this.rolls?.contains(document.activeElement)) this.element.focusBoard(); // its buttons go
    this.rolls?.replaceChildren(...this.#actions());
    const move = tree.current.move ? `${tree.current.move}. ` : '';
    say(move + text);
  }

  #statusText() {
    const { result, to_move: colour, announced } = this.position;
    if (result)
      return resultText(
        { winner: result.colour, reason: result.reason },
        result.colour === null ? '' : colourName(this.board, result.colour),
      );
    if (announced) return _('What does the die show?');
    return `${colourName(this.board, colour)}: ${hintText(this.board, this.position)}`;
  }

  /** What can be done here and is no cell: what the die shows, which people say in a study, and the swap. */
  #actions() {
    const { announced, can_swap: canSwap } = this.position;
    const button = (/** @type {string} */ text, /** @type {string} */ move) =>
      h('button', { type: 'button', onclick: () => void this.play([move]) }, text);
    if (canSwap) return [button(_('Swap colours'), 'swap')];
    if (!announced) return [];
    const faces = announced[0] === 'r' ? this.board.drop_columns : this.board.drop_rows;
    return Array.from({ length: faces }, (_unused, index) => button(String(index + 1), `=${index + 1}`));
  }

  /** @param {string} text */
  complain(text) {
    this.notice.textContent = text;
  }

  // --- engine

  async #toggleEngine() {
    if (this.engine.isOn) this.engine.stop();
    else this.engine.start();
    void this.show();
    this.view ??= await import('./findings_view.js');
  }

  #think() {
    if (this.editor) return;
    const { tree, position } = this;
    const moves = tree.current.path();
    const key = moves.join(' ');
    this.keys.set(key, tree.current);
    this.engine.think(key, position.result ? null : { spec: tree.spec, moves, setup: tree.setup, board: tree.board });
  }

  /** @param {Findings} found @param {string} key @param {boolean} isFinal */
  async #found(found, key, isFinal) {
    const node = this.keys.get(key);
    if (!node) return;
    this.findings.set(node, { found, isFinal });
    if (node !== this.tree.current || this.editor) return;
    this.view ??= await import('./findings_view.js');
    this.#showBoard();
    const [best] = found.moveInfos;
    if (isFinal && best && this.view)
      say(
        _('The engine prefers {move}: {worth}', {
          move: best.move,
          worth: this.view.worth(best, this.board.kind === 'squares'),
        }),
      );
  }

  /** Shows the position after a line while somebody points at it, its moves numbered. @param {string[]|null} moves */
  async #preview(moves) {
    if (moves === this.previewed) return;
    this.previewed = moves;
    if (!moves) {
      this.#showBoard();
      return;
    }
    const position = await this.#ask([...this.tree.current.path(), ...moves]).catch(() => null);
    if (!position || this.previewed !== moves || this.editor) return;
    this.element.configure({
      active: false,
      heat: null,
      arrows: [],
      lineLabels: null,
      labels: numbers(this.board.names, moves),
    });
    this.element.show(position, false);
  }

  #reviewed() {
    this.treeView.forget();
    void this.show();
  }

  // --- doing

  /** @param {import('../board/intent.js').Intent} intent */
  #moved(intent) {
    if (this.editor) this.editor.touch(intent.cell);
    else void this.play([intent.move]);
  }

  /** @param {string[]} moves */
  async play(moves) {
    for (const move of moves) this.tree.play(move);
    await this.show();
  }

  /** Plays what was chosen among the lines; the keyboard stays there. @param {string[]} moves */
  #playLine(moves) {
    if (this.table?.contains(document.activeElement)) this.table.focus();
    void this.play(moves);
  }

  /** @param {Node} node */
  #goTo(node) {
    this.tree.current = node;
    void this.show();
  }

  /** Tries another move in place of one. @param {Node} node @param {string} move */
  #try(node, move) {
    this.tree.current = node.parent ?? this.tree.root;
    void this.play([move]);
  }

  /** @param {() => void} action */
  #change(action) {
    action();
    void this.show();
  }

  /** Studies another tree. @param {Tree} tree */
  #open(tree) {
    this.keep(tree, '/study');
    go('/study');
  }

  async #edit() {
    const { Editor } = await import('./editor.js');
    this.editor = new Editor(this.tree, this.board, this.position, {
      onChange: () => this.#showBoard(),
      onDone: (setup) => this.#open(new Tree(this.tree.spec, setup, this.tree.board)),
      onCancel: () => this.#edited(),
    });
    this.engine.stop();
    if (this.usual) this.usual.hidden = true;
    this.editing?.replaceChildren(this.editor.element);
    this.#showBoard();
    this.editor.focus();
  }

  #edited() {
    this.editor = null;
    this.editing?.replaceChildren();
    if (this.usual) this.usual.hidden = false;
    void this.show();
  }

  /** Puts the whole study into the address of the page. */
  async #publish() {
    try {
      const url = new URL('/study', location.href);
      const { toFragment } = await import('./share.js');
      url.hash = await toFragment(this.tree);
      history.replaceState(null, '', url);
      this.keep(this.tree);
      const isCopied = await (navigator.clipboard?.writeText(url.href).then(
        () => true,
        () => false,
      ) ?? false);
      this.complain(
        isCopied
          ? _('The address of this page now holds the whole study; it has been copied.')
          : _('The address of this page now holds the whole study.'),
      );
    } catch (error) {
      this.complain(String(/** @type {Error} */ (error).message));
    }
  }

  // --- keyboard

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea')
    )
      return;
    if (this.editor) this.#editorKey(event, this.editor, Boolean(target?.closest('motu-board')));
    else if (!target?.closest('motu-board')) this.#treeKey(event);
  }

  /** @param {KeyboardEvent} event */
  #treeKey(event) {
    const action = {
      ArrowLeft: () => this.tree.back(),
      ArrowRight: () => this.tree.forward(),
      ArrowUp: () => this.tree.aside(-1),
      ArrowDown: () => this.tree.aside(1),
      Home: () => this.tree.toStart(),
      End: () => this.tree.toEnd(),
    }[event.key];
    if (!action) return;
    action();
    event.preventDefault();
    void this.show();
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

/** @param {string} text @param {string[][]} choices @param {string} chosen @param {(value: string) => void} onChoose */
function select(text, choices, chosen, onChoose) {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      { id: freshId('choice') },
      ...choices.map(([value, name]) => h('option', { value, selected: value === chosen }, name)),
    )
  );
  list.addEventListener('change', () => onChoose(list.value));
  return h('span.choice-of', {}, h('label', { for: list.id }, text), list);
}

/** The cells of a line with the numbers of its moves. @param {string[]} names @param {string[]} moves */
function numbers(names, moves) {
  /** @type {Map<number, string>} */
  const labels = new Map();
  moves.forEach((move, index) => {
    const cell = names.indexOf(names.includes(move) ? move : move.replace(/^[x@]|^.*-/, ''));
    if (cell >= 0) labels.set(cell, String(index + 1));
  });
  return labels;
}
