// What the server says of boards and positions (src/motu/server/views.py), and what a board is told to show.

/**
 * @typedef {[number, number]} Place  x to the right, y downward; neighbouring cells are 1 apart
 *
 * @typedef {object} BoardView
 * @property {string} spec
 * @property {'atoll'|'atomorph'|'atmalof'} game
 * @property {'hexagons'|'points'|'squares'} kind
 * @property {string[]} names
 * @property {Place[]} centres
 * @property {Place[][]} polygons
 * @property {number[][]} neighbours
 * @property {[number, number][]} coordinates  column and row, from 0
 * @property {{colour: number, cells: number[], emblem: string}[]} islands
 * @property {{text: string, place: Place, is_column: boolean}[]} labels
 * @property {string} ground  SVG, 40 units a cell
 * @property {[string, string]} stone_shapes  SVG
 * @property {[string, string]} lips  SVG
 * @property {{left: number, top: number, right: number, bottom: number}} box
 * @property {{left: number, top: number, right: number, bottom: number}} bare_box  without names of columns and rows
 * @property {[string, string]} colour_names
 * @property {boolean} flat_topped
 * @property {boolean} rows_count_down
 * @property {number} drop_rows
 * @property {number} drop_columns
 * @property {number} pieces
 * @property {number} line
 *
 * @typedef {object} Announcement
 * @property {string} line  such as r4
 * @property {number} hits  faces that find a vacant square
 * @property {number} faces
 *
 * @typedef {object} PositionView  what is missing is empty, false or null
 * @property {number} ply
 * @property {number} to_move  the colour whose turn it is
 * @property {number} player  the person to act; -1 when a roll is awaited, -4 at the end
 * @property {string} stones  a character a cell: 0, 1 or a point
 * @property {boolean} [swapped]
 * @property {boolean} [can_swap]
 * @property {number[]} [place]
 * @property {number[]} [flip]
 * @property {number[]} [put_back]
 * @property {Announcement[]} [announce]
 * @property {[number, number][]} [steps]
 * @property {string|null} [announced]
 * @property {number[]} [landing]
 * @property {number[]} [last]
 * @property {[number, number]|null} [trail]
 * @property {boolean} [missed]
 * @property {number[]} [chain]
 * @property {Place[][]} [chain_lines]
 * @property {number[]} [weak]
 * @property {number[]} [contested]
 * @property {boolean} [banned]
 * @property {number|null} [waiting]
 * @property {[number, number]|null} [pieces]
 * @property {[number, number]|null} [short_lines]
 * @property {number[][]} [rows]
 * @property {{winner: number|null, colour: number|null, reason: string}|null} [result]
 *
 * @typedef {object} Heat  how good a move is, by colour and by letter
 * @property {'best'|'good'|'doubtful'|'mistake'|'blunder'|null} grade  null: only the weight is told
 * @property {string} rank  a letter, and a sign such as "?!"; may be empty
 * @property {number} weight  0..1, a tint where there is no grade
 *
 * @typedef {object} Arrow
 * @property {number} from  a cell
 * @property {number} to    a cell
 * @property {number} [weight]  0..1
 * @property {Heat['grade']} [grade]
 * @property {string} [rank]
 *
 * @typedef {object} DrawnMark  something that a person has drawn
 * @property {string} kind  circle, triangle, square, cross, label or arrow
 * @property {number[]} cells  two of an arrow, one of all others
 * @property {string} colour  green, red, blue or yellow
 * @property {string} text  what a label says
 *
 * @typedef {object} Options  how a board looks and what it lets people do
 * @property {boolean} coordinates
 * @property {boolean} weak      mark weak and contested stones
 * @property {boolean} active    whether moves can be made
 * @property {boolean} confirm   whether a move is only proposed until it is confirmed
 * @property {boolean} patterns  tell colours apart by patterns as well
 * @property {'lagoon'|'plain'|'bold'} style
 * @property {Map<number, Heat>|null} heat    cell -> how good it is to play there
 * @property {Map<number, string>|null} labels  cell -> a short text
 * @property {Arrow[]} arrows
 * @property {Map<number, number>|null} numbers  cell -> the move that put its stone there
 * @property {number[]} lit      islands that glow
 * @property {number[]} hints    cells framed in gold
 * @property {string[]} hintLines  lines whose headers are framed in gold
 * @property {boolean} crosshair  guides from the cell that is pointed at to its coordinates
 * @property {boolean} turned    seen from the other side
 * @property {number[]} circles  cells circled by a person
 * @property {DrawnMark[]} drawn  what a person has drawn
 * @property {import('./die_mark.js').Die|null} die  lies at the end of its line
 * @property {Map<string, string>|null} lineLabels  line -> a short text on its header
 * @property {Map<string, Heat>|null} lineHeat  line -> how good it is to announce it
 */

export {};
