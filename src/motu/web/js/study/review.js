// The review of a whole game: what every move gave away and what every roll brought, as the engine sees it.

import { freshId, h } from '../dom.js';
import { showRefusal } from '../games/refused.js';
import { colourName } from '../games/words.js';
import { _, percent } from '../i18n.js';
import { hasServer } from '../house.js';
import { signOf } from './grades.js';
import { drawOwnPuzzles } from './own_puzzles.js';
import { reviewGame } from './reviews.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./reviews.js').Step} Step */
/** @typedef {import('./reviews.js').Account} Account */
/** @typedef {import('./reviews.js').Review} Review */
/** @typedef {import('./reviews.js').Reviewed} Reviewed */
/** @typedef {{node: Node, step: Step, isSwapped: boolean}} Judged  a move or a roll; whether the persons had exchanged colours after it */

/** Rolls that bring or cost so much equity are marked. */
const LUCKY = 0.1;

export class ReviewPanel {
  /**
   * @param {BoardView} board
   * @param {Tree} tree
   * @param {{onChange: () => void, onChoose: (node: Node) => void, onTry: (node: Node, move: string) => void, onLearn: () => void}} hands  `onLearn`: nothing may give the answers away
   */
  constructor(board, tree, hands) {
    this.board = board;
    this.tree = tree;
    this.hands = hands;
    /** @type {Map<Node, Judged>} */
    this.judged = new Map();
    /** @type {Review|null} */
    this.review = null;
    this.isOnDevice = false;
    /** @type {(() => void)|null} */
    this.stop = null;
    /** @type {import('./mistakes.js').Mistakes|null} */
    this.lesson = null;
    this.notice = h('p.notice', { role: 'alert' });
    this.outcome = h('div.outcome');
    this.visits = /** @type {HTMLSelectElement} */ (h('select', { id: freshId('visits') }, ...efforts()));
    this.button = h('button', { type: 'button', onclick: () => void this.#toggle() });
    this.parts = [
      h(
        'p.explanation',
        {},
        this.hasDice
          ? _(
              'The engine checks every move and every roll of the main line: errors, luck, and what would have been better.',
            )
          : _('The engine checks every move of the main line: errors, and what would have been better.'),
      ),
      h('div.buttons', {}, h('label', { for: this.visits.id }, _('Effort')), this.visits, this.button),
      this.notice,
      this.outcome,
    ];
    this.#showButton();
  }

  get hasDice() {
    return this.board.kind === 'squares';
  }

  /** Reviews the game now, as a press of the button does. */
  begin() {
    if (!this.stop) void this.#toggle();
  }

  close() {
    this.stop?.();
    this.stop = null;
    this.lesson?.engine.stop();
  }

  async #toggle() {
    if (this.stop) {
      this.close();
      this.outcome.replaceChildren();
      this.#showButton();
      return;
    }
    const line = this.tree.mainLine();
    this.notice.textContent = line.length ? '' : _('There is no move to review.');
    if (line.length) await this.#run(line);
  }

  /** @param {Node[]} line */
  async #run(line) {
    const { spec, setup, board } = this.tree;
    const progress = /** @type {HTMLProgressElement} */ (h('progress', { 'aria-label': _('Review') }));
    const game = { spec, setup, board, moves: line.map((node) => node.move) };
    const { done, stop } = reviewGame(game, Number(this.visits.value), {
      onShare: (share) => void (progress.value = share),
      onNotice: (text) => {
        progress.removeAttribute('value');
        this.notice.textContent = text;
      },
    });
    this.stop = stop;
    this.outcome.replaceChildren(h('p', { role: 'status' }, _('The engine is reviewing the game …')), progress);
    this.#showButton();
    try {
      const reviewed = await done;
      if (this.stop === stop) this.#take(line, reviewed);
    } catch (error) {
      this.outcome.replaceChildren();
      showRefusal(this.notice, error);
    }
    if (this.stop === stop) this.stop = null;
    this.#showButton();
  }

  /** @param {Node[]} line @param {Reviewed} reviewed */
  #take(line, { review, judge }) {
    this.review = review;
    this.isOnDevice = judge.place === 'device';
    this.judged.clear();
    let isSwapped = false;
    review.steps.forEach((step, index) => {
      if (step.move === 'swap') isSwapped = !isSwapped;
      this.judged.set(line[index], { node: line[index], step, isSwapped });
    });
    this.#draw();
    this.hands.onChange();
  }

  #showButton() {
    this.button.textContent = this.stop ? _('Stop') : _('Review');
  }

  /** What stands behind a move in the tree. @param {Node} node @returns {{sign: string, text: string}|null} */
  remark(node) {
    const found = this.judged.get(node);
    if (!found) return null;
    const { step } = found;
    const sign = step.kind === 'roll' ? '' : signOf(step.error / 2);
    if (!sign) return null;
    return {
      sign,
      text: _('lost {error}; {move} was better', { error: errorText(step.error), move: step.best }),
    };
  }

  /** The first colour's win probability after a node, as the review has it. @param {Node} node @returns {number|null} */
  share(node) {
    if (node === this.tree.root) return this.review ? (1 + this.review.start) / 2 : null;
    const found = this.judged.get(node);
    if (!found) return null;
    return (1 + (found.isSwapped ? -found.step.after : found.step.after)) / 2;
  }

  /** Whether a move is one of the errors. @param {Node} node */
  isError(node) {
    return this.remark(node) !== null;
  }

  #draw() {
    const rows = [...this.judged.values()];
    this.outcome.replaceChildren(
      h('p.detail', {}, this.isOnDevice ? _('Reviewed on this device.') : _('Reviewed on the server.')),
      this.#accounts(),
      h('div.buttons', {}, ...this.#lessons()),
      h(
        'div.scroll',
        { tabindex: '0', role: 'region', 'aria-label': _('Moves') },
        h(
          'table.findings',
          {},
          h('caption.visually-hidden', {}, _('Review')),
          this.#head(),
          h('tbody', {}, ...rows.map((each) => this.#row(each))),
        ),
      ),
      ...this.#ownPuzzles(rows.map(({ step }) => step)),
    );
  }

  /** @param {Step[]} steps @returns {HTMLElement[]} */
  #ownPuzzles(steps) {
    const drawn =
      this.hasDice || !hasServer() ? null : drawOwnPuzzles(this.tree, steps, [this.#nameOf(0), this.#nameOf(1)]);
    return drawn ? [drawn] : [];
  }

  #head() {
    const texts = [_('Move'), _('Error'), ...(this.hasDice ? [_('Luck')] : []), _('Better')];
    return h('thead', {}, h('tr', {}, ...texts.map((text) => h('th', { scope: 'col' }, text))));
  }

  #accounts() {
    const { accounts } = /** @type {Review} */ (this.review);
    return h('ul.accounts', {}, ...accounts.map((account, person) => h('li', {}, this.#account(account, person))));
  }

  /** @param {Account} account @param {number} person */
  #account(account, person) {
    const values = {
      name: this.#nameOf(person),
      error: errorText(account.error),
      rate: errorText(account.error_rate),
      luck: luckText(account.luck),
    };
    return this.hasDice
      ? _('{name}: lost {error} in all, {rate} per move on average; luck {luck}', values)
      : _('{name}: lost {error} in all, {rate} per move on average', values);
  }

  /** Who it was: by name, or else (also where both have the same one) by colour, as far as that stays the same. @param {number} person */
  #nameOf(person) {
    if (person === this.tree.reader) return _('You');
    const { players } = /** @type {any} */ (this.tree.about ?? {});
    const names = Array.isArray(players) ? players.map((each) => String(each?.name ?? '')) : [];
    const name = names[0] === names[1] ? '' : names[person];
    const isExchanged = [...this.judged.values()].some(({ step }) => step.move === 'swap');
    return name || (isExchanged ? [_('First player'), _('Second player')][person] : colourName(this.board, person));
  }

  /** Buttons for whoever wants to do better. */
  #lessons() {
    const learners = [0, 1].map((person) => ({ person, mistakes: this.#mistakesOf(person) }));
    return learners
      .filter(({ mistakes }) => mistakes.length)
      .map(({ person, mistakes }) =>
        h(
          'button',
          { type: 'button', onclick: () => void this.#learn(person, mistakes) },
          person === this.tree.reader
            ? _('Learn from your mistakes ({count})', { count: mistakes.length })
            : _('Learn from the mistakes of {name} ({count})', { name: this.#nameOf(person), count: mistakes.length }),
        ),
      );
  }

  /** @param {number} person @returns {import('./mistakes.js').Mistake[]} */
  #mistakesOf(person) {
    return [...this.judged.values()]
      .filter(({ node, step }) => step.person === person && this.isError(node))
      .map(({ node, step }) => ({ node, move: step.move, best: step.best, error: errorText(step.error) }));
  }

  /** @param {number} person @param {import('./mistakes.js').Mistake[]} mistakes */
  async #learn(person, mistakes) {
    const { Mistakes } = await import('./mistakes.js');
    this.lesson = new Mistakes(this.tree, mistakes, this.#nameOf(person), {
      onChoose: this.hands.onChoose,
      onTry: this.hands.onTry,
      onEnd: () => this.#endLesson(),
    });
    this.outcome.replaceChildren(this.lesson.element);
    this.hands.onLearn();
    this.lesson.begin();
  }

  #endLesson() {
    this.lesson = null;
    this.#draw();
    this.outcome.querySelector('button')?.focus();
  }

  /** @param {Judged} judged */
  #row({ node, step }) {
    const { hands } = this;
    const isRoll = step.kind === 'roll';
    const sign = isRoll ? '' : signOf(step.error / 2);
    const isLucky = isRoll && Math.abs(step.luck) >= LUCKY;
    const better =
      !isRoll && step.best !== step.move
        ? h('button.move', { type: 'button', onclick: () => hands.onTry(node, step.best) }, step.best)
        : '';
    return h(
      sign || isLucky ? 'tr.marked' : 'tr',
      {},
      h('th', { scope: 'row' }, h('button.move', { type: 'button', onclick: () => hands.onChoose(node) }, node.move)),
      h('td', {}, isRoll || step.is_forced ? '' : `${errorText(step.error)} ${sign}`),
      this.hasDice ? h('td', {}, isRoll ? luckText(step.luck) : '') : null,
      h('td', {}, better),
    );
  }
}

/** What a move gave away of the chance to win. @param {number} equity */
function errorText(equity) {
  return percent(equity / 2);
}

/** What a roll brought to the chance to win, or cost. @param {number} equity */
function luckText(equity) {
  return `${equity > 0.001 ? '+' : ''}${percent(equity / 2)}`;
}

function efforts() {
  const kinds = [
    ['50', _('a glance')],
    ['200', _('short')],
    ['1000', _('thorough')],
    ['5000', _('long')],
  ];
  return kinds.map(([visits, text]) => h('option', { value: visits, selected: visits === '200' }, text));
}
