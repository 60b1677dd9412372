// What the account's page knows of messages while no page is open: what this browser can do, and where one is told.

/** @typedef {import('./choice_api.js').PushPlace} PushPlace */
/** @typedef {'can'|'denied'|'install'|'cannot'} Ability  `install`: only as an app on the home screen */
/**
 * @typedef {object} BrowserTraits
 * @property {boolean} hasPush whether there are service workers, push and messages
 * @property {boolean} isTouchApple an iPhone or iPad
 * @property {boolean} isInstalled whether this is the app, not a page in a browser
 * @property {string} permission what was decided about messages of this site: default, granted, denied
 */
/**
 * @typedef {object} PushState
 * @property {Ability} ability
 * @property {string} key of the house
 * @property {PushPlace[]} places
 * @property {string|null} own the id by which this browser would be known; null: it has no subscription
 * @property {boolean} isBusy
 */

/** @param {BrowserTraits} traits @returns {Ability} */
export function abilityOf({ hasPush, isTouchApple, isInstalled, permission }) {
  if (!hasPush) return isTouchApple && !isInstalled ? 'install' : 'cannot';
  return permission === 'denied' ? 'denied' : 'can';
}

/** @param {Ability} ability @param {{key: string, places: PushPlace[]}} told @param {string|null} own @returns {PushState} */
export function newPush(ability, { key, places }, own) {
  return { ability, key, places: [...places], own, isBusy: false };
}

/** Whether somebody is told of things here. @param {PushState} state */
export const isToldHere = (state) => state.places.some((place) => place.id === state.own);

/** Something begins that is to be done once. @param {PushState} state @returns {boolean} whether nothing else is going on */
export function beginPush(state) {
  if (state.isBusy) return false;
  state.isBusy = true;
  return true;
}

/** He is told of things here from now on. @param {PushState} state @param {PushPlace} place */
export function toldHere(state, place) {
  state.own = place.id;
  state.places = [...state.places.filter((each) => each.id !== place.id), place];
  state.isBusy = false;
}

/** He is told of nothing there any more. @param {PushState} state @param {string} id */
export function toldNoMore(state, id) {
  state.places = state.places.filter((each) => each.id !== id);
  state.isBusy = false;
}

/** Nothing has come of it. @param {PushState} state @param {Ability} ability as it is by now */
export function notTold(state, ability) {
  state.ability = ability;
  state.isBusy = false;
}

/** The id by which the server knows a browser, of the SHA-256 of its address. @param {ArrayBuffer} hash */
export function placeId(hash) {
  const letters = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
}
