// The picture of a board and of a position on it, in layers: the ground, and over it cells, stones, headers and marks. It is
// drawn as it is told; what people do on it is in element.js.

import { Cells } from './cells.js';
import { drawGuides, headersOf, labelsOf } from './crosshair.js';
import { DieMark } from './die_mark.js';
import { boxOf, middleCell } from './geometry.js';
import { drawGhosts } from './ghosts.js';
import { drawLabels } from './ground.js';
import { Headers } from './headers.js';
import { Kit } from './kit.js';
import { drawOverlay, drawUnderlay, joinedIslands } from './marks.js';
import { Stones } from './stones.js';
import { svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./intent.js').Intents} Intents */

export class BoardPicture {
  #die = new DieMark();
  #underlay = svg('g', { class: 'underlay', 'aria-hidden': 'true' });
  #overlay = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
  #ghosts = svg('g', { class: 'ghosts', 'aria-hidden': 'true' });
  #guides = svg('g', { class: 'guides', 'aria-hidden': 'true' });

  /** @param {BoardView} board @param {string} label its name for screen readers */
  constructor(board, label) {
    this.board = board;
    this.kit = new Kit(board);
    this.stones = new Stones(board, this.kit);
    this.cells = new Cells(board, middleCell(board));
    this.headers = new Headers(board);
    this.labels = drawLabels(board);
    /** It lies under all the rest. */
    this.ground = svg('svg', { class: 'under', 'aria-hidden': 'true', focusable: 'false' }, this.kit.ground());
    this.root = svg(
      'svg',
      { role: 'grid', 'aria-label': label, focusable: 'false' },
      svg('g', { class: 'cells', role: 'presentation' }, ...this.cells.rows),
      this.#underlay,
      this.#guides,
      this.headers.row(),
      this.stones.layer,
      this.#ghosts,
      this.#overlay,
      this.labels,
      this.#die.layer,
    );
  }

  /** Shows the whole of it. @param {import('./zoom.js').Zoom} zoom @param {boolean} hasNames whether with the names of columns and rows @returns {number} how many times as wide as high it is */
  fit(zoom, hasNames) {
    const { left, top, right, bottom } = boxOf(this.board, hasNames);
    const [width, height] = [right - left, bottom - top];
    zoom.fit(/** @type {SVGSVGElement[]} */ ([this.ground, this.root]), {
      x: units(left),
      y: units(top),
      width: units(width),
      height: units(height),
    });
    this.labels.classList.toggle('hidden', !hasNames);
    return width / height;
  }

  /**
   * Shows what belongs to a position, besides its stones.
   * @param {PositionView} position
   * @param {Options} options
   * @param {Intents|null} intents
   * @param {(line: string, found: import('./types.js').Announcement|null) => string} describeLine
   */
  show(position, options, intents, describeLine) {
    this.#underlay.replaceChildren(...drawUnderlay(this.board, position, options));
    this.#overlay.replaceChildren(...drawOverlay(this.kit, position, options));
    this.#showIslands([...joinedIslands(this.board, position), ...options.lit]);
    this.#die.show(this.board, options.die);
    this.headers.show(position, options, intents?.lines, describeLine);
  }

  /** Islands that are joined or pointed out have a golden rim. @param {number[]} islands */
  #showIslands(islands) {
    const rimmed = new Set(islands.map(String));
    for (const island of this.ground.querySelectorAll('.motu-island'))
      island.classList.toggle('rimmed', rimmed.has(island.getAttribute('data-island') ?? ''));
  }

  /** Shows what would become of what is begun. @param {PositionView} position @param {Intents|null} intents @param {Parameters<typeof drawGhosts>[3]} begun */
  showGhosts(position, intents, begun) {
    this.#ghosts.replaceChildren(...drawGhosts(this.kit, position, intents, begun));
    this.headers.mark('proposed', [begun.proposed?.move]);
  }

  /** Shows in which lines a cell lies. @param {number} cell -1: none */
  showGuides(cell) {
    const { board } = this;
    const [labels, lines] = cell < 0 ? [[], []] : [labelsOf(board, cell), headersOf(board, cell)];
    this.#guides.replaceChildren(...(cell < 0 ? [] : drawGuides(board, cell)));
    [...this.labels.children].forEach((label, index) => label.classList.toggle('pointed', labels.includes(index)));
    this.headers.mark('pointed', lines);
  }

  /** Says what stands there. @param {string} label @param {(cell: number) => string} describeCell @param {(cell: number) => boolean} isOpen whether something can be done on a cell */
  describe(label, describeCell, isOpen) {
    this.root.setAttribute('aria-label', label);
    this.cells.describe(describeCell, isOpen);
  }
}
