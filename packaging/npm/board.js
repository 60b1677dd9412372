// <motu-board> for anybody's page: import it, and write the element.

import { MotuBoard } from './lib/board/motu_board.js';

export { MotuBoard };

if (!customElements.get('motu-board')) customElements.define('motu-board', MotuBoard);
