// In the place of afterwards.js, where no server can go or come back.

import { keepFocus } from '../kept_focus.js';
import { useStyle } from '../style.js';

void useStyle('print');
keepFocus();

export const whenBack = () => {};
