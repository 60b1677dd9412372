// What the engine says, in words and figures: a bar, lines of moves, proofs as proofs, and marks for the board.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, number, percent } from '../i18n.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').MoveInfo} MoveInfo */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./preferences.js').Preferences} Preferences */
/**
 * @typedef {object} Hands  what a line can be used for
 * @property {(moves: string[]) => void} play   plays moves from the position on the board
 * @property {(moves: string[]|null) => void} preview  shows the position after them; null: no more
 */

/** Cells whose moves have a smaller share of the best one's visits than this get a tint and no figure. */
const LEAST_WEIGHT = 0.1;
/** Bounds nearer to each other than this are told in place of a figure. */
const NARROW = 0.02;
const MOST_EXPECTED = 8;
const MOST_ARROWS = 3;

/**
 * The lines, best first. Of announcements all are listed, of other moves as many as are wanted.
 * @param {BoardView} board
 * @param {Findings} findings
 * @param {number} count
 * @param {boolean} isFinal whether the search has ended
 * @param {Hands} hands
 */
export function drawFindings(board, findings, count, isFinal, hands) {
  const hasDice = board.kind === 'squares';
  const infos = findings.moveInfos;
  const isRoll = infos.some((info) => info.shows);
  const announcements = infos.filter(isAnnouncement);
  const rows = isRoll ? infos : infos.filter((info) => !isAnnouncement(info)).slice(0, count);
  const head = (/** @type {string} */ first) =>
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...[first, hasDice ? _('Equity') : _('Wins'), _('Visits'), _('Expected')].map((text) =>
          h('th', { scope: 'col' }, text),
        ),
      ),
    );
  const table = (/** @type {string} */ title, /** @type {MoveInfo[]} */ shown) =>
    shown.length
      ? [
          h(
            'table.findings',
            {},
            h('caption.visually-hidden', {}, title),
            head(title),
            h('tbody', {}, ...shown.map((info) => drawRow(info, hasDice, hands))),
          ),
        ]
      : [];
  return h(
    'div',
    { onpointerleave: () => hands.preview(null) },
    h('p.verdict', {}, verdict(board, findings), ' ', h('span.detail', {}, depth(findings, isFinal))),
    ...(findings.rootInfo.net ? [h('p.detail', {}, netOpinion(findings.rootInfo.net, hasDice))] : []),
    ...(announcements.length ? [drawAnnouncements(board, announcements, hands)] : []),
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
  const { proof, currentPlayer, equity, value } = findings.rootInfo;
  const colour = colourName(board, currentPlayer === board.colour_names[0] ? 0 : 1);
  if (proof === 'win') return _('Proved: {colour} wins.', { colour });
  if (proof === 'loss') return _('Proved: {colour} loses.', { colour });
  if (proof === 'draw') return _('Proved: a draw.');
  const figure = isSettled(findings.rootInfo) ? interval(findings.rootInfo) : signed(equity ?? value);
  if (proof || isSettled(findings.rootInfo))
    return _('Proved: {colour} expects {figure} (−1 loses, +1 wins).', { colour, figure });
  return equity === undefined ? '' : _('{colour} expects {figure} (−1 loses, +1 wins).', { colour, figure });
}

/** What a net says by itself. @param {import('./engine.js').NetInfo} net @param {boolean} hasDice */
function netOpinion(net, hasDice) {
  return _('First impression of the net {name}: {figure}', {
    name: net.name,
    figure: hasDice ? signed(net.value) : percent(net.winrate),
  });
}

/** @param {MoveInfo} info @param {boolean} hasDice @param {Hands} hands */
function drawRow(info, hasDice, hands) {
  return h(
    info.pruned ? 'tr.pruned' : 'tr',
    {},
    h('th', { scope: 'row' }, moveButton([info.move], info.move, hands)),
    h(`td.worth${info.proof || isSettled(info) ? '.proved' : ''}`, {}, worth(info, hasDice)),
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
 * Every announcement with its equity before the roll, and with that of every face after it.
 * @param {BoardView} board
 * @param {MoveInfo[]} infos
 * @param {Hands} hands
 */
function drawAnnouncements(board, infos, hands) {
  const faces = Array.from({ length: Math.max(board.drop_rows, board.drop_columns) }, (_unused, index) => index + 1);
  const heads = [_('Line'), h('abbr', { title: _('Equity') }, 'Ø'), ...faces.map(String)];
  return h(
    'table.findings.announcements',
    {},
    h('caption.visually-hidden', {}, _('Announcements: their equity, and the equity after every roll in hundredths')),
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...infos.map((info) => drawAnnouncement(info, faces, hands))),
  );
}

/** @param {MoveInfo} info @param {number[]} faces @param {Hands} hands */
function drawAnnouncement(info, faces, hands) {
  const cells = faces.map((shown) => {
    const face = info.faces?.find((each) => each.shows.includes(shown));
    if (!face) return h('td', {});
    const isLost = face.shows.length > 1;
    return h(
      isLost ? 'td.lost' : 'td',
      { title: isLost ? _('occupied: the turn is lost') : '' },
      moveButton([info.move, `=${shown}`], hundredths(face.value), hands),
    );
  });
  return h(
    'tr',
    { title: _('{visits} visits', { visits: number(info.visits) }) },
    h('th', { scope: 'row' }, moveButton([info.move], info.move, hands)),
    h(`td.worth${info.proof || isSettled(info) ? '.proved' : ''}`, {}, worth(info, true)),
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

/** @param {number} value */
export function signed(value) {
  return number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
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
  /** @type {Intl.NumberFormatOptions} */
  const digits = { minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: 'exceptZero' };
  return _('{lower} to {upper}', { lower: number(lower, digits), upper: number(upper, digits) });
}

/** @param {MoveInfo} info @param {boolean} hasDice */
export function worth(info, hasDice) {
  const plies = info.plies ?? 0;
  if (info.proof === 'win') return plies ? _('wins in {plies}', { plies }) : _('wins');
  if (info.proof === 'loss') return plies ? _('loses in {plies}', { plies }) : _('loses');
  if (info.proof === 'draw') return _('draws');
  if (isSettled(info)) return interval(info);
  const figure = hasDice ? signed(info.value) : percent(info.winrate);
  return info.proof ? _('exactly {figure}', { figure }) : figure;
}

/**
 * @typedef {object} Marks
 * @property {Map<number, number>} heat
 * @property {Map<number, string>} labels
 * @property {import('../board/types.js').Arrow[]} arrows
 * @property {Map<string, string>} lines
 */

/**
 * The moves as heat and labels on cells, as arrows for pieces that move, and on the headers of lines.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {Findings} findings
 * @param {Preferences['heat']} kind what the heat shows
 */
export function onBoard(board, position, findings, kind) {
  /** @type {Marks} */
  const marks = { heat: new Map(), labels: new Map(), arrows: [], lines: new Map() };
  const share = (/** @type {MoveInfo} */ info) => (kind === 'policy' ? info.prior : info.visits);
  const most = Math.max(kind === 'policy' ? 1e-9 : 1, ...findings.moveInfos.map(share));
  for (const info of findings.moveInfos) markMove(marks, board, position, info, share(info) / most, kind);
  marks.arrows = marks.arrows.sort((one, other) => (other.weight ?? 0) - (one.weight ?? 0)).slice(0, MOST_ARROWS);
  return marks;
}

/**
 * @param {Marks} marks
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {MoveInfo} info
 * @param {number} weight
 * @param {Preferences['heat']} kind
 */
function markMove(marks, board, position, info, weight, kind) {
  const text = figure(info, board.kind === 'squares', kind);
  if (info.move.includes('-')) {
    const [from, to] = info.move.split('-').map((name) => board.names.indexOf(name));
    marks.arrows.push({ from, to, weight: Math.max(weight, 0.15) });
  } else if (info.shows) {
    for (const shown of info.shows) {
      const cell = landingCell(board, position, shown);
      if (position.landing?.includes(cell)) marks.labels.set(cell, text);
    }
  } else {
    const cell = board.names.indexOf(board.names.includes(info.move) ? info.move : info.move.replace(/^[x@]/, ''));
    if (cell < 0) marks.lines.set(info.move, text);
    else {
      if (kind !== 'none') marks.heat.set(cell, weight);
      if (weight > LEAST_WEIGHT || info.proof) marks.labels.set(cell, text);
    }
  }
}

/** A figure of two or three signs. @param {MoveInfo} info @param {boolean} hasDice @param {Preferences['heat']} kind */
function figure(info, hasDice, kind) {
  if (info.proof === 'win') return '✓';
  if (info.proof === 'loss') return '✗';
  if (kind === 'policy' && !info.shows) return String(Math.round(100 * info.prior));
  if (!hasDice) return String(Math.round(100 * info.winrate));
  return hundredths(info.value);
}

/** An equity where there is little room: +76 is 0.76. @param {number} value */
function hundredths(value) {
  const rounded = Math.round(100 * value);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)}`;
}

/** Where a roll lands after the announcement. @param {BoardView} board @param {PositionView} position @param {number} shown */
function landingCell(board, position, shown) {
  const line = position.announced ?? '';
  return board.names.indexOf(line[0] === 'r' ? `${line}c${shown}` : `r${shown}${line}`);
}
