// What an empty page of a new house says: what it is for, and one way to begin.

import { h } from '../dom.js';

/** @param {string[]} sentences @param {HTMLElement} way a link or a button, the only thing to do here */
export const welcome = (sentences, way) =>
  h('section.card.welcome', {}, ...sentences.map((each) => h('p', {}, each)), h('p.buttons', {}, way));
