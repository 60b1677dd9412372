// Answers decided beforehand, entered on the board of a game by correspondence: what he may play, what is answered, and on.

import * as api from '../api.js';
import * as days from './days_api.js';
import { h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { icon } from '../icons.js';
import { say } from '../shell.js';
import { button } from '../views/table_buttons.js';
import { enter, isWhole, linesOf, mayPlan, newPlan, withLine, withoutLine } from './plan_state.js';

/** @typedef {import('../views/table_state.js').TableState} TableState */

export class PlanPanel {
  /** @param {TableState} state @param {() => void} refresh shows the table as it stands */
  constructor(state, refresh) {
    this.state = state;
    this.refresh = refresh;
    this.plan = newPlan();
    this.askedFor = -1;
    this.isBusy = false;
    this.begin = button(_('Conditional moves'), () => this.#open(true));
    this.count = h('span.detail');
    this.closed = h('p.plan-closed', { hidden: true }, this.begin, ' ', this.count);
    this.text = h('p.asked');
    this.back = button(_('One move back'), () => void this.#goBack());
    this.done = button(_('Done'), () => this.#open(false), true);
    this.list = h('ul.plan-lines', { role: 'list', 'aria-label': _('Conditional moves') });
    this.notice = h('p.notice', { role: 'alert' });
    this.card = h(
      'div.offer-card',
      { hidden: true },
      this.text,
      h('div.buttons', {}, this.back, this.done),
      this.list,
      this.notice,
    );
    this.element = h('div.plan', {}, this.closed, this.card);
  }

  close() {
    this.askedFor = -1;
  }

  /** The position on which a line is entered; null where none is. */
  shown() {
    return this.plan.isOpen && mayPlan(this.state.game) ? (this.plan.position ?? this.state.game.position) : null;
  }

  /** As it stands; after each event of the game it is asked for anew. */
  show() {
    const { game } = this.state;
    const isOn = mayPlan(game);
    if (!isOn) this.plan = newPlan();
    this.closed.hidden = !isOn || this.plan.isOpen;
    this.card.hidden = !isOn || !this.plan.isOpen;
    if (!isOn || this.askedFor === game.seq) return;
    this.askedFor = game.seq;
    this.plan = newPlan();
    void this.#ask(async () => {
      const { branches } = await days.plan(game.id);
      if (this.askedFor === game.seq) this.plan.branches = branches;
      this.#draw();
    });
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    Object.assign(this.plan, { isOpen, line: [], position: null });
    this.#draw();
    this.refresh();
    if (isOpen) {
      this.card.scrollIntoView({ block: 'nearest' });
      say(this.text.textContent ?? '');
    } else this.begin.focus();
  }

  /** A move is entered on the board. @param {string} move */
  async enter(move) {
    if (this.isBusy) return;
    const { plan, state } = this;
    const seat = state.game.seat ?? 0;
    enter(plan, state.game, move);
    await this.#ask(async () => {
      await this.#look();
      if (isWhole(plan, seat)) await this.#keep(withLine(plan.branches, plan.line, seat));
    });
    say(this.text.textContent ?? '');
  }

  async #goBack() {
    this.plan.line = this.plan.line.slice(0, -1);
    await this.#ask(() => this.#look());
  }

  /** @param {{move: string}[]} line */
  async #remove(line) {
    await this.#ask(() => this.#keep(withoutLine(this.plan.branches, line)));
    this.done.focus();
  }

  /** Looks at the position after the line. */
  async #look() {
    const { plan, state } = this;
    const { spec, setup, board, opening } = state.game.created;
    if (!plan.line.length) {
      plan.position = null;
      return;
    }
    const steps = [...state.game.steps.map(([text]) => text), ...plan.line.map(({ text }) => text)];
    const moves = [...(opening ?? []), ...steps];
    [plan.position] = await api.positions({ spec, moves, setup: setup ?? null, board: board ?? null });
  }

  /** @param {api.Branch[]} branches */
  async #keep(branches) {
    const { id, seq } = this.state.game;
    this.plan.branches = (await days.decidePlan(id, branches, seq)).branches;
  }

  /** @param {() => Promise<void>} work */
  async #ask(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      await work();
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
      Object.assign(this.plan, { line: [], position: null });
    } finally {
      this.isBusy = false;
      this.#draw();
      this.refresh();
    }
  }

  #draw() {
    const { plan } = this;
    const lines = linesOf(plan.branches);
    this.count.textContent = lines.length ? ngettext('{count} line', '{count} lines', lines.length) : '';
    this.text.textContent = this.#prompt();
    this.back.toggleAttribute('disabled', !plan.line.length);
    this.list.replaceChildren(...lines.map((line) => this.#line(line)));
  }

  #prompt() {
    const { plan, state } = this;
    const seat = state.game.seat ?? 0;
    const line = plan.line.map(({ text }) => text).join(' ');
    const { player } = plan.position ?? state.game.position;
    if (!plan.line.length) return _('Play a move for your opponent, then your reply.');
    if (player === seat) return _('After {line}: play your reply.', { line });
    if (player < 0) return _('Saved: {line}. That ends the game.', { line });
    return isWhole(plan, seat)
      ? _('Saved: {line}. Continue with your opponent’s next move, or finish.', { line })
      : _('After {line}: play your opponent’s next move.', { line });
  }

  /** @param {{move: string, answers: string[]}[]} line */
  #line(line) {
    const text = line.map(({ move, answers }) => `${move} → ${answers.join(' ') || '…'}`).join(', ');
    const remove = h('button.quiet', { type: 'button', 'aria-label': _('Remove {line}', { line: text }) }, icon('bin'));
    remove.addEventListener('click', () => void this.#remove(line));
    return h('li', {}, h('span', {}, text), remove);
  }
}
