// The pages' <motu-board>.

import { MotuBoard } from './element.js';

customElements.define('motu-board', MotuBoard);
