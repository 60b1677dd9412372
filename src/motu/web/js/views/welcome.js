// What an empty page says: an island, what the page is for, and one way to begin.

import { h } from '../dom.js';

const ISLAND = new URL('../../icon.svg', import.meta.url).href;

/** @param {string[]} sentences @param {HTMLElement} way a link or a button, the only thing to do here */
export const welcome = (sentences, way) =>
  h(
    'section.card.welcome',
    {},
    h('img', { src: ISLAND, alt: '', width: '72', height: '72' }),
    ...sentences.map((each) => h('p', {}, each)),
    h('p.buttons', {}, way),
  );
