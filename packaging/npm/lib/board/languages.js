// The language of the boards in a page: that of the first one that is shown, by the lang of what it stands in.

import { sent } from '../../js/engine/sent.js';
import { speak } from '../../js/texts.js';
import { TEXTS } from './texts_list.js';

/** @type {Promise<void>|null} */
let speaking = null;

/** Speaks as the page does around an element; English where there are no texts in its language. @param {Element} element */
export function speakLike(element) {
  const [language] = (element.closest('[lang]')?.getAttribute('lang') ?? 'en').toLowerCase().split('-');
  speaking ??= begin(language).catch(() => {});
  return speaking;
}

/** @param {string} language */
async function begin(language) {
  const address = TEXTS[language];
  if (!address) return;
  speak(language, await (await sent(address)).json());
}
