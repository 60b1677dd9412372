// Drawing on the board of a study: with the right button of a mouse at any time, and with tools while they are open, which
// is for touch and the keyboard as well.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { inkName, kindName, markWords, marksWords } from './mark_words.js';
import { COLOURS, KINDS, MAX_MARKS, marksOn, markText, nextLabel, toggled } from './marks.js';
import { Pencil } from './pencil.js';

/** @typedef {import('./marks.js').Mark} Mark */
/** @typedef {import('./study_state.js').StudyState} StudyState */
/** @typedef {import('../board/types.js').DrawnMark} DrawnMark */
/**
 * @typedef {object} DrawingHands
 * @property {() => boolean} isOn  whether the position at the cursor is on the board
 * @property {() => void} onPreview  other marks are to be seen
 * @property {() => void} onChange  the tree has changed
 */

export class Drawing {
  /** @param {StudyState} state @param {HTMLElement} element the board @param {DrawingHands} hands */
  constructor(state, element, hands) {
    this.state = state;
    this.hands = hands;
    /** Whether cells that are clicked are drawn on. */
    this.isOpen = false;
    this.tool = KINDS[0];
    this.colour = COLOURS[0];
    /** The cell where an arrow begins that is to lead somewhere; -1: none. */
    this.from = -1;
    /** What the hand that is on the board would draw. @type {Mark|null} */
    this.begun = null;
    this.list = h('p.drawn-list');
    state.tree.keepMarks(state.board.names);
    new Pencil(element, {
      isOn: hands.isOn,
      onMove: (stroke) => {
        this.begun = stroke && this.#ofStroke(stroke);
        hands.onPreview();
      },
      onDraw: (stroke) => this.#draw(this.#ofStroke(stroke)),
    });
  }

  /** Everything that is to be seen: what is drawn, and what is being drawn. @returns {DrawnMark[]} */
  get shown() {
    const { marks } = this.state.tree.current;
    const begun = this.begun && markText(this.begun);
    return marksOn(this.state.board.names, begun && !marks.includes(begun) ? [...marks, begun] : marks);
  }

  /** @param {import('./pencil.js').Stroke} stroke @returns {Mark} */
  #ofStroke({ from, to, colour }) {
    const { names } = this.state.board;
    if (from === to) return { kind: 'circle', cells: [names[from]], colour, text: '' };
    return { kind: 'arrow', cells: [names[from], names[to]], colour, text: '' };
  }

  /** Draws a mark, or takes it away again. @param {Mark} mark */
  #draw(mark) {
    const { tree } = this.state;
    const marks = toggled(tree.current.marks, mark);
    if (!marks) {
      say(_('There can be at most {count} marks.', { count: MAX_MARKS }));
      return;
    }
    const isGone = marks.length < tree.current.marks.length;
    const text = isGone ? tree.current.marks.find((each) => !marks.includes(each)) : marks.at(-1);
    tree.setMarks(tree.current, marks);
    this.hands.onChange();
    const words = markWords(text ?? '');
    say(isGone ? _('Removed: {mark}', { mark: words }) : words);
  }

  // --- the tools

  /** The tools were opened or closed. @param {boolean} isOpen */
  turn(isOpen) {
    this.isOpen = isOpen;
    this.from = -1;
  }

  /** A cell was clicked while the tools are open. @param {number} cell */
  touch(cell) {
    const { tool, colour, from } = this;
    const { names } = this.state.board;
    const text = tool === 'label' ? nextLabel(this.state.tree.current.marks) : '';
    if (tool !== 'arrow') {
      this.#draw({ kind: tool, cells: [names[cell]], colour, text });
      return;
    }
    this.from = from < 0 ? cell : -1;
    if (from >= 0 && from !== cell) this.#draw({ kind: tool, cells: [names[from], names[cell]], colour, text });
    else this.hands.onPreview();
    if (from < 0) say(_('Arrow from {cell}: choose where it points.', { cell: names[cell] }));
  }

  /** Says what is drawn at the cursor. */
  show() {
    this.list.textContent = marksWords(this.state.tree.current.marks);
  }

  /** @returns {HTMLElement[]} */
  parts() {
    this.show();
    return [
      h(
        'p.explanation',
        {},
        _('Choose what to draw, then a cell; the same again removes it. An arrow takes two cells.'),
      ),
      choices(_('Tool'), 'draw-tool', KINDS, this.tool, kindName, null, (value) => {
        this.tool = value;
        this.from = -1;
        this.hands.onPreview();
      }),
      choices(_('Colour'), 'draw-colour', COLOURS, this.colour, inkName, 'ink', (value) => {
        this.colour = value;
      }),
      this.list,
      h('button', { type: 'button', onclick: () => this.#clear() }, _('Remove all marks')),
      h(
        'p.explanation.with-mouse',
        {},
        _(
          'With a mouse, at any time: right-click draws a circle, dragging with the right button an arrow; Shift or Ctrl makes it red, Alt blue, both yellow.',
        ),
      ),
    ];
  }

  #clear() {
    const { tree } = this.state;
    this.from = -1;
    tree.setMarks(tree.current, []);
    this.hands.onChange();
  }
}

/**
 * @param {string} title @param {string} name @param {string[]} values @param {string} chosen
 * @param {(value: string) => string} nameOf @param {string|null} sample the class of a sample of each
 * @param {(value: string) => void} onChoose
 */
function choices(title, name, values, chosen, nameOf, sample, onChoose) {
  const buttons = values.map((value) =>
    h(
      'label.choice',
      {},
      h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onChoose(value) }),
      sample && h(`span.${sample}.${value}`, { 'aria-hidden': 'true' }),
      h('span', {}, nameOf(value)),
    ),
  );
  return h(
    'div.field.choices.compact',
    { role: 'radiogroup', 'aria-label': title },
    h('span.label', {}, title),
    ...buttons,
  );
}
