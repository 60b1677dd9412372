// What the list of passkeys knows: which there are, which of them is being named or removed, what is under way.

/** @typedef {import('./passkey_api.js').Passkey} Passkey */
/** @typedef {import('./passkey_api.js').Passkeys} Passkeys */
/**
 * @typedef {object} PasskeysState
 * @property {Passkey[]} passkeys the oldest first
 * @property {boolean} hasPassword
 * @property {{id: string, does: 'rename'|'remove'}|null} open a passkey about which one is asked something
 * @property {boolean} isBusy whether something waits for the browser or the server
 * @property {string} fault why the last thing was not done
 */

/** @returns {PasskeysState} */
export const newPasskeys = () => ({ passkeys: [], hasPassword: true, open: null, isBusy: false, fault: '' });

/** What the server has told. @param {PasskeysState} state @param {Passkeys} told */
export function takePasskeys(state, told) {
  state.passkeys = told.passkeys;
  state.hasPassword = told.has_password;
  state.open = null;
  state.fault = '';
}

/** Asks about a passkey, or asks no longer. @param {PasskeysState} state @param {string} id @param {'rename'|'remove'} does */
export function toggleOpen(state, id, does) {
  const isOpen = state.open?.id === id && state.open.does === does;
  state.open = isOpen ? null : { id, does };
  state.fault = '';
}

/** Begins something, unless something else is under way. @param {PasskeysState} state @returns {boolean} whether it has begun */
export function beginPasskey(state) {
  if (state.isBusy) return false;
  state.isBusy = true;
  state.fault = '';
  return true;
}

/** It is done, or not. @param {PasskeysState} state @param {string} [fault] why not */
export function endPasskey(state, fault = '') {
  state.isBusy = false;
  state.fault = fault;
}

/** Whether a passkey is the only way in, so that it can't be removed. @param {PasskeysState} state */
export const isOnlyWay = (state) => !state.hasPassword && state.passkeys.length < 2;
