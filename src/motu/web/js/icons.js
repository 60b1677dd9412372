// Drawn signs for buttons: strokes in the colour of the text beside them.

import { svg } from './board/svg.js';

/** Paths on a field of 24 by 24. @type {Record<string, string>} */
const PATHS = {
  first: 'M6 5v14M18 5.5L10 12l8 6.5',
  previous: 'M15 5.5L8 12l7 6.5',
  next: 'M9 5.5L16 12l-7 6.5',
  last: 'M18 5v14M6 5.5L14 12l-8 6.5',
  moon: 'M19.5 14.5A8 8 0 1 1 10 4.3a6.3 6.3 0 0 0 9.5 10.2Z',
  sun: 'M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 2.5v2.3M12 19.2v2.3M2.5 12h2.3M19.2 12h2.3M5.3 5.3l1.6 1.6M17.1 17.1l1.6 1.6M18.7 5.3l-1.6 1.6M6.9 17.1l-1.6 1.6',
  sliders: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.6v4.8M8 14.6v4.8',
  bin: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6',
  bell: 'M5.5 17.5h13M7 17.5V11a5 5 0 0 1 10 0v6.5M10.3 20.5a2 2 0 0 0 3.4 0M12 6V4',
  person: 'M16 8a4 4 0 1 1-8 0a4 4 0 1 1 8 0M4.5 20.5c.7-4 3.7-6 7.5-6s6.8 2 7.5 6',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.2 2.7c-1 .5-1.4 1-1.4 2.2M12 17.6v.2M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0',
};

/** @param {keyof typeof PATHS} name @returns {SVGElement} */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { class: 'waves', d: PATHS[name] }),
  );
}
