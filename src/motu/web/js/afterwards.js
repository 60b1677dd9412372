// What a page comes to need once it is there: how it looks on paper, and how it comes back with a server that was gone.

import { useStyle } from './style.js';
export { beginAnew, whenBack } from './coming_back.js';

void useStyle('print');
