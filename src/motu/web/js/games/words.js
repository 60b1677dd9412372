// The games in words: colours, reasons, what a cell or a line is, what a position asks for. All texts of the games are here.

import { _, ngettext, pgettext } from '../texts.js';
import { settings } from '../settings.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../api.js').Seat} Seat */

/** A colour's name at the beginning of a sentence: as it is seen, which people may turn round. @param {Pick<BoardView, 'colour_names'>} board @param {number} colour */
export function colourName(board, colour) {
  const name = board.colour_names[settings().inverted ? 1 - colour : colour];
  return (
    {
      black: _('Black'),
      white: _('White'),
      red: settings().palette === 'colourblind' ? _('Orange') : _('Red'),
      blue: _('Blue'),
    }[name] ?? name
  );
}

/** The two colours of a game whose board nobody has asked for. @param {string} spec @returns {Pick<BoardView, 'colour_names'>} */
export function coloursOf(spec) {
  return { colour_names: spec.startsWith('atmalof') ? ['red', 'blue'] : ['black', 'white'] };
}

/**
 * What a player is called in a sentence.
 * @param {[Seat, Seat]} seats
 * @param {number} person
 * @param {string} colour what the person's colour is called
 * @param {boolean} isReader whether it is the one who reads
 */
export function seatName(seats, person, colour, isReader) {
  const seat = seats[person];
  if (seat.is_gone) return _('deleted account');
  if (seat.name) return seat.is_bot ? _('{name} (bot)', { name: seat.name }) : seat.name;
  if (seat.kind === 'level') return _('Level {level}', { level: seat.level ?? 1 });
  if (seat.kind === 'strongest') return _('Full strength');
  return isReader ? _('You') : colour;
}

/**
 * What a player is called where the name stands by itself: with the time that a machine has.
 * @param {[Seat, Seat]} seats
 * @param {number} person
 * @param {string} colour
 * @param {boolean} isReader
 */
export function seatLabel(seats, person, colour, isReader) {
  const { name, kind, seconds } = seats[person];
  if (!name && kind === 'strongest') return _('Full strength, {seconds} s per move', { seconds: seconds ?? 1 });
  return seatName(seats, person, colour, isReader);
}

/** Why a game ended. @param {string} reason */
function reasonText(reason) {
  const texts = {
    connected: _('by connecting'),
    line: _('with a line'),
    tiebreak: _('by the tie-break'),
    stuck: _('because nobody can move'),
    resign: _('by resignation'),
    time: _('on time'),
    agreed: _('by agreement'),
  };
  return texts[/** @type {keyof typeof texts} */ (reason)] ?? reason;
}

/**
 * What a cell is, what may be done with what stands there, and what it touches, in words.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {number} cell
 * @param {boolean} [isActive] whether something may be done
 */
export function cellText(board, position, cell, isActive = false) {
  const deeds = isActive ? deedTexts(position, cell) : [];
  return [stoneText(board, position, cell), ...deeds, ...shoreTexts(board, cell)].join(', ');
}

/** What may be done with the stone on a cell. @param {PositionView} position @param {number} cell */
function deedTexts(position, cell) {
  if (position.stones[cell] === '.') return [];
  if (position.can_swap) return [_('can be taken over')];
  if (position.flip?.includes(cell)) return [_('can be flipped')];
  return position.steps?.some(([from]) => from === cell) ? [_('can move')] : [];
}

/** @param {BoardView} board @param {PositionView} position @param {number} cell */
function stoneText(board, position, cell) {
  const stone = position.stones[cell];
  const name = board.names[cell];
  if (stone === '.')
    return position.landing?.includes(cell)
      ? _('{cell}, empty, the roll can land here', { cell: name })
      : _('{cell}, empty', { cell: name });
  const values = { cell: name, colour: colourName(board, Number(stone)) };
  if (position.contested?.includes(cell)) return _('{cell}, {colour}, contested', values);
  if (position.weak?.includes(cell)) return _('{cell}, {colour}, weak', values);
  return _('{cell}, {colour}', values);
}

/** The islands beside a cell, each with its colour and the one that faces it; in Hex the edges. @param {BoardView} board @param {number} cell */
function shoreTexts(board, cell) {
  const count = board.islands.length;
  return (shoresOf(board).get(cell) ?? []).map((number) => {
    const colour = colourName(board, board.islands[number].colour);
    if (count === 4) return _('at an edge of {colour}', { colour });
    const opposite = (number + count / 2) % count;
    return _('touches island {number} of {colour}, which faces {opposite}', { number, colour, opposite });
  });
}

/** The islands beside each cell of boards: large boards name all their cells at every move. @type {WeakMap<BoardView, Map<number, number[]>>} */
const shores = new WeakMap();

/** @param {BoardView} board @returns {Map<number, number[]>} */
function shoresOf(board) {
  const known = shores.get(board);
  if (known) return known;
  /** @type {Map<number, number[]>} */
  const found = new Map();
  board.islands.forEach(({ cells }, number) => {
    for (const cell of cells) found.set(cell, [...(found.get(cell) ?? []), number]);
  });
  shores.set(board, found);
  return found;
}

/**
 * What a line header is, in words.
 * @param {string} line
 * @param {import('../board/types.js').Announcement|null} announcement
 */
export function lineText(line, announcement) {
  const number = Number(line.slice(1));
  const name = line[0] === 'r' ? _('row {number}', { number }) : _('column {number}', { number });
  if (!announcement) return name;
  return _('{line}: {hits} of {faces} land', { line: name, hits: announcement.hits, faces: announcement.faces });
}

/**
 * A step of a game, said aloud.
 * @param {BoardView} board
 * @param {string} text
 * @param {number} person
 * @param {string} who
 * @param {boolean} [isYou] whether it is the one who listens: other words in many languages
 * @param {string} [line] for which a die was rolled, where that is known
 */
export function stepText(board, text, person, who, isYou = false, line = '') {
  if (person < 0) return rollText(board, text.slice(1), line);
  if (text === 'swap') return isYou ? _('You swap colours.') : _('{who} swaps colours.', { who });
  if (text[0] === '@') {
    const cell = text.slice(1);
    return isYou
      ? _('You put a stone back on {cell}.', { cell })
      : _('{who} puts a stone back on {cell}.', { who, cell });
  }
  if (text.includes('-')) {
    const [from, to] = text.split('-');
    return isYou
      ? _('You move from {from} to {to}.', { from, to })
      : _('{who} moves from {from} to {to}.', { who, from, to });
  }
  if (board.kind === 'squares') {
    const line = lineText(text, null);
    return isYou ? _('You announce {line}.', { line }) : _('{who} announces {line}.', { who, line });
  }
  if (board.kind === 'points' && text[0] === 'x' && !board.names.includes(text)) {
    const cell = text.slice(1);
    return isYou ? _('You flip {cell}.', { cell }) : _('{who} flips {cell}.', { who, cell });
  }
  return isYou ? _('You play {cell}.', { cell: text }) : _('{who} plays {cell}.', { who, cell: text });
}

/** A move, with its roll where it has one, in words. @param {BoardView} board @param {string} move @param {PositionView} before */
export function moveText(board, move, before) {
  const [line, face] = move.split('=');
  const rolled = face ? stepText(board, `=${face}`, -1, '') : '';
  const played = line ? stepText(board, line, before.player, colourName(board, before.to_move)) : '';
  return [played, rolled].filter(Boolean).join(' ');
}

/** What a die shows, and on which square of its line. @param {BoardView} board @param {string} face @param {string} line */
function rollText(board, face, line) {
  const cell = line[0] === 'r' ? `${line}c${face}` : `r${face}${line}`;
  if (!board.names.includes(cell)) return _('The die shows {face}.', { face });
  return _('The die shows {face}: {cell}.', { face, cell });
}

/** Which of the other's stones may be flipped now. @param {BoardView} board @param {PositionView} position */
export function flipsText(board, position) {
  const cells = position.flip ?? [];
  return cells.length
    ? _('Can be flipped: {cells}.', { cells: cells.map((cell) => board.names[cell]).join(', ') })
    : '';
}

/** Where a piece that is held may be put down. @param {BoardView} board @param {number} from @param {number[]} targets */
export function heldText(board, from, targets) {
  const [cell, ...cells] = [from, ...targets].map((each) => board.names[each]);
  return _('{cell} is picked up; it can go to {cells}.', { cell, cells: cells.join(', ') });
}

/**
 * How a game ended.
 * @param {{winner: number|null, reason: string}} result
 * @param {string} name the winner's
 * @param {boolean} [isYou] whether the winner is the one who reads
 */
export function resultText(result, name, isYou = false) {
  if (result.reason === 'unfinished') return _('The game was aborted.');
  const reason = reasonText(result.reason);
  if (result.winner === null) return _('A draw {reason}.', { reason });
  return isYou ? _('You win {reason}.', { reason }) : _('{name} wins {reason}.', { name, reason });
}

/** What whoever is to move may do, for people who are new. @param {BoardView} board @param {PositionView} position */
export function hintText(board, position) {
  if (position.result) return '';
  if (position.waiting != null && position.put_back?.length)
    return _('First put the flipped stone back on an empty point, then move.');
  if (position.can_swap) return _('Place a stone, or take over the stone on the board: choose it to swap colours.');
  if (board.kind === 'squares') {
    if (position.announced) return _('The die is rolling.');
    return _('Choose a row or column to roll for, or move one of your pieces one square.');
  }
  if (board.game === 'atomorph' && position.flip?.length) {
    return ngettext(
      'Place a stone, or flip the weak stone.',
      'Place a stone, or flip one of {count} weak stones.',
      position.flip.length,
    );
  }
  if (board.game === 'atomorph' && position.banned)
    return _('Place a stone. Contested stones may not be flipped this turn.');
  return pgettext('hint', 'Place a stone.');
}

/** What a key of a spec is called in a form. @param {string} key */
export function parameterName(key) {
  const texts = {
    board: _('Shape'),
    size: _('Size'),
    islands: _('Islands'),
    swap: _('Pie rule'),
    contested: _('Contested stones'),
    corners: _('Corner stones can be flipped'),
    return_stone: _('Flipped stones return'),
    rows: _('Rows'),
    cols: _('Columns'),
    extra_rows: _('Extra rows'),
    extra_cols: _('Extra columns'),
    line: _('Length of a line'),
    pieces: _('Pieces'),
    tiebreak: _('Tie-break'),
  };
  return texts[/** @type {keyof typeof texts} */ (key)] ?? key;
}

/** What a key of a spec means, in a line. @param {{key: string, meaning: string}} parameter */
export function parameterMeaning({ key, meaning }) {
  const texts = {
    contested: _(
      'Stones that would be weak in either colour: can they be flipped, though not twice in a row, or never?',
    ),
    corners: _('Off: the four corners keep their colour.'),
    pieces: _('Pieces per side (normally four for every nine squares).'),
    return_stone: _('The owner puts a flipped stone back on an empty point before moving.'),
  };
  if (key === 'size' && meaning.startsWith('columns')) return _('Columns, or cells per side.');
  return texts[/** @type {keyof typeof texts} */ (key)] ?? _(meaning);
}

/** What one of the choices of a key is called. @param {string} choice */
export function choiceName(choice) {
  const texts = {
    square: _('square'),
    rhombus: _('rhombus (Hex)'),
    hexagon: _('hexagon'),
    triangle: _('triangle'),
    ko: _('Can be flipped, but not twice in a row'),
    never: _('Never flipped'),
    either: _('As soon as one side has placed all pieces'),
    both: _('When both sides have placed all pieces'),
  };
  return texts[/** @type {keyof typeof texts} */ (choice)] ?? choice;
}
