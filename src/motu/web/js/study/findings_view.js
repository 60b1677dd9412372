// What the engine says, in words and figures: lines of moves, their chances to win, proofs as proofs.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, number, percent } from '../i18n.js';
import { gradeOf, letters, lossOf, signOf } from './grades.js';
import { wholePercent } from './board_marks.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').MoveInfo} MoveInfo */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/**
 * @typedef {object} Hands  what a line can be used for
 * @property {(moves: string[]) => void} play   plays moves from the position on the board
 * @property {(moves: string[]|null) => void} preview  shows the position after them; null: no more
 */

/** Bounds nearer to each other than this are told in place of a figure. */
const NARROW = 0.02;
const MOST_EXPECTED = 8;

/**
 * The lines, best first. Of announcements all are listed, of other moves as many as are wanted.
 * @param {BoardView} board
 * @param {Findings} findings
 * @param {number} count
 * @param {boolean} isFinal whether the search has ended
 * @param {Hands} hands
 */
export function drawFindings(board, findings, count, isFinal, hands) {
  const infos = findings.moveInfos;
  const isRoll = infos.some((info) => info.shows);
  const ranks = new Ranks(infos, count);
  const announcements = infos.filter(isAnnouncement);
  const rows = isRoll ? infos : infos.filter((info) => !isAnnouncement(info)).slice(0, count);
  const head = (/** @type {string} */ first) =>
    h(
      'thead',
      {},
      h('tr', {}, ...[first, _('Wins'), _('Visits'), _('Expected')].map((text) => h('th', { scope: 'col' }, text))),
    );
  const table = (/** @type {string} */ title, /** @type {MoveInfo[]} */ shown) =>
    shown.length
      ? [
          h(
            'table.findings',
            {},
            h('caption.visually-hidden', {}, title),
            head(title),
            h('tbody', {}, ...shown.map((info) => drawRow(info, ranks, hands))),
          ),
        ]
      : [];
  return h(
    'div',
    { onpointerleave: () => hands.preview(null) },
    h('p.verdict', {}, verdict(board, findings), ' ', h('span.detail', {}, depth(findings, isFinal))),
    ...netOpinion(findings.rootInfo.net),
    ...(announcements.length ? [drawAnnouncements(board, announcements, ranks, hands)] : []),
    ...table(isRoll ? _('Roll') : _('Move'), rows),
  );
}

/** @param {MoveInfo} info */
function isAnnouncement(info) {
  return /^[rc]\d+$/.test(info.move) && info.faces !== undefined;
}

/** @param {Findings} findings @param {boolean} isFinal */
function depth(findings, isFinal) {
  const visits = number(findings.rootInfo.visits);
  return isFinal ? _('{visits} visits, done', { visits }) : _('{visits} visits …', { visits });
}

/** @param {BoardView} board @param {Findings} findings */
function verdict(board, findings) {
  const { proof, currentPlayer, equity, winrate } = findings.rootInfo;
  const colour = colourName(board, currentPlayer === board.colour_names[0] ? 0 : 1);
  if (proof === 'win') return _('Proved: {colour} wins.', { colour });
  if (proof === 'loss') return _('Proved: {colour} loses.', { colour });
  if (proof === 'draw') return _('Proved: a draw.');
  const figure = isSettled(findings.rootInfo) ? interval(findings.rootInfo) : percent(winrate);
  if (proof || isSettled(findings.rootInfo))
    return _('Proved: {colour}’s chance of winning is {figure}.', { colour, figure });
  return equity === undefined ? '' : _('{colour}’s chance of winning is {figure}.', { colour, figure });
}

/** What a net says by itself: nothing of a move that a swap may follow. @param {import('./engine.js').NetInfo} [net] */
function netOpinion(net) {
  if (net?.winrate === undefined) return [];
  const said = { name: net.name, figure: percent(net.winrate) };
  return [h('p.detail', {}, _('First impression of the net {name}: {figure}', said))];
}

/** The letters of moves, by which the board names them, and how good each is beside the best one. */
class Ranks {
  /** @param {MoveInfo[]} infos the best first @param {number} count how many have letters */
  constructor(infos, count) {
    this.best = infos[0];
    this.letters = letters(infos, count);
  }

  /** The letter of a move in the colour of its grade, and the sign of what gives away much. @param {MoveInfo} info */
  mark(info) {
    const letter = this.letters.get(info.move);
    if (!letter) return [];
    const grade = gradeOf(info, this.best);
    const sign = grade ? signOf(lossOf(info, this.best)) : '';
    return [h(`span.rank${grade ? `.${grade}` : ''}`, {}, `${letter}${sign}`)];
  }
}

/** @param {MoveInfo} info @param {Ranks} ranks @param {Hands} hands */
function drawRow(info, ranks, hands) {
  return h(
    info.pruned ? 'tr.pruned' : 'tr',
    {},
    h('th', { scope: 'row' }, ...ranks.mark(info), moveButton([info.move], info.move, hands)),
    h(`td.worth${info.proof || isSettled(info) ? '.proved' : ''}`, {}, worth(info)),
    h('td', {}, number(info.visits)),
    h('td.pv', {}, ...expected(info, hands)),
  );
}

/** @param {MoveInfo} info @param {Hands} hands */
function expected(info, hands) {
  const line = info.pv[0] === info.move ? info.pv : [info.move, ...info.pv];
  return line.slice(1, MOST_EXPECTED).map((move, index) => moveButton(line.slice(0, index + 2), move, hands));
}

/**
 * Every announcement with its chance to win before the roll, and with that after every face.
 * @param {BoardView} board
 * @param {MoveInfo[]} infos
 * @param {Ranks} ranks
 * @param {Hands} hands
 */
function drawAnnouncements(board, infos, ranks, hands) {
  const faces = Array.from({ length: Math.max(board.drop_rows, board.drop_columns) }, (_unused, index) => index + 1);
  const heads = [_('Line'), h('abbr', { title: _('on average') }, 'Ø'), ...faces.map(String)];
  return h(
    'table.findings.announcements',
    {},
    h('caption', {}, _('Chance of winning with each line: on average, and after each roll')),
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...infos.map((info) => drawAnnouncement(info, faces, ranks, hands))),
  );
}

/** @param {MoveInfo} info @param {number[]} faces @param {Ranks} ranks @param {Hands} hands */
function drawAnnouncement(info, faces, ranks, hands) {
  const cells = faces.map((shown) => {
    const face = info.faces?.find((each) => each.shows.includes(shown));
    if (!face) return h('td', {});
    const isLost = face.shows.length > 1;
    return h(
      isLost ? 'td.occupied' : 'td',
      { title: isLost ? _('occupied: the turn is lost') : '' },
      moveButton([info.move, `=${shown}`], wholePercent((1 + face.value) / 2), hands),
    );
  });
  return h(
    'tr',
    { title: _('{visits} visits', { visits: number(info.visits) }) },
    h('th', { scope: 'row' }, ...ranks.mark(info), moveButton([info.move], info.move, hands)),
    h(`td.worth${info.proof || isSettled(info) ? '.proved' : ''}`, {}, worth(info)),
    ...cells,
  );
}

/**
 * A move that is played by a click; who points at it is shown what it leads to. A list that is drawn anew under a mouse at
 * rest is not pointed at.
 * @param {string[]} moves
 * @param {string} text
 * @param {Hands} hands
 */
function moveButton(moves, text, hands) {
  const point = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'mouse' && (event.movementX || event.movementY)) hands.preview(moves);
  };
  const focus = (/** @type {FocusEvent} */ event) => {
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) hands.preview(moves);
  };
  return h(
    'button.move',
    { type: 'button', onclick: () => hands.play(moves), onpointermove: point, onfocus: focus },
    text,
  );
}

/**
 * Whether an equity is known to within a small interval, as it is from tables of solved positions.
 * @param {{lower?: number, upper?: number}} info
 */
function isSettled({ lower = -1, upper = 1 }) {
  return lower < upper && upper - lower < NARROW;
}

/** @param {{lower?: number, upper?: number}} info */
function interval({ lower = -1, upper = 1 }) {
  const share = (/** @type {number} */ value) => percent((1 + value) / 2, 2);
  return _('{lower} to {upper}', { lower: share(lower), upper: share(upper) });
}

/** The chance to win, a draw counted as half, or what is proved. @param {MoveInfo} info */
export function worth(info) {
  const plies = info.plies ?? 0;
  if (info.proof === 'win') return plies ? _('wins in {plies}', { plies }) : _('wins');
  if (info.proof === 'loss') return plies ? _('loses in {plies}', { plies }) : _('loses');
  if (info.proof === 'draw') return _('draws');
  if (isSettled(info)) return interval(info);
  return info.proof ? _('exactly {figure}', { figure: percent(info.winrate) }) : percent(info.winrate);
}
