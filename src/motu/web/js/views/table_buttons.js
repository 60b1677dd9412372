// The buttons beside a game that is played.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { change, settings } from '../settings.js';
import { svg } from '../board/svg.js';
import { offerText } from './table_texts.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('./table_offers.js').Offer} Offer */

/** What a button of each kind does. @typedef {Record<Exclude<Offer, 'again'|'study'|'review'|'new-game'|'rules'|'sound'>, () => void>} Hands */

/** Where an offer leads that is a link. @param {Offer} offer @param {Game} game @returns {string|undefined} */
function addressOf(offer, { id, created }) {
  return {
    study: `/study/game/${id}`,
    review: `/study/game/${id}?review`,
    'new-game': '/play',
    rules: `/learn/${created.spec.split('(')[0]}`,
  }[/** @type {string} */ (offer)];
}

/** @type {Offer[]} what is no button of a hand, but leads somewhere or is a switch */
const OTHERS = ['again', 'study', 'review', 'new-game', 'rules', 'sound'];

/** Whether an offer is something that hands do at the table. @param {Offer} offer @returns {offer is keyof Hands} */
export function isHand(offer) {
  return !OTHERS.includes(offer);
}

/** @param {Exclude<Offer, keyof Hands>} offer @param {Game} game @returns {HTMLElement} */
export function drawOffer(offer, game) {
  return offer === 'sound' ? soundButton() : h('a.button', { href: addressOf(offer, game) }, offerText(offer));
}

/** @param {keyof Hands} offer @param {Hands} hands @param {boolean} isUseful whether it does anything now @returns {HTMLElement} */
export function drawHand(offer, hands, isUseful) {
  const made = button(offerText(offer), hands[offer], offer === 'back');
  if (!isUseful) made.setAttribute('aria-disabled', 'true');
  return made;
}

/** @param {string} text @param {() => void} onclick @param {boolean} [isPrimary] */
export function button(text, onclick, isPrimary = false) {
  return h(isPrimary ? 'button.primary' : 'button', { type: 'button', onclick }, text);
}

/** @param {Element|null} element */
export function nameOfButton(element) {
  return element?.getAttribute('aria-label') ?? element?.textContent;
}

function soundButton() {
  const isOn = settings().sound;
  const text = _('Sound');
  const waves = isOn ? 'M16 9q2 3 0 6M18.5 6.5q4 5.5 0 11' : 'M16.5 9.5l5 5M21.5 9.5l-5 5';
  const icon = svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' },
    svg('path', { d: 'M3 9h4l5-4v14l-5-4H3Z' }),
    svg('path', { class: 'waves', d: waves }),
  );
  return h(
    'button.sound',
    {
      type: 'button',
      title: text,
      'aria-label': text,
      'aria-pressed': String(isOn),
      onclick: () => change({ sound: !isOn }),
    },
    icon,
  );
}
