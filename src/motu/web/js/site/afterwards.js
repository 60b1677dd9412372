// In the place of afterwards.js, where no server can go or come back.

import { useStyle } from '../style.js';

void useStyle('print');

export const whenBack = () => {};
