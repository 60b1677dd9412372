// Passkeys: the browser is asked for one, and the server is told what it answers.

import { ask } from '../api.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Who} Who */
/** @typedef {{id: string, name: string, host: string, is_synced: boolean, created_ms: number, used_ms: number|null}} Passkey */
/** @typedef {{passkeys: Passkey[], has_password: boolean}} Passkeys */
/** @typedef {{options: any}} KeyOptions  what a browser is asked for, its bytes as base64url */

/** Whether there are passkeys here: not at an address without a name, nor without HTTPS. */
export const hasPasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** @returns {Promise<Passkeys>} */
export const ownPasskeys = () => ask('/api/account/passkeys');
/** @param {string} id @param {string} name @returns {Promise<Passkeys>} */
export const renamePasskey = (id, name) => ask(`/api/account/passkeys/${id}`, { name }, { method: 'PUT' });
/** @param {string} id @returns {Promise<Passkeys>} */
export const removePasskey = (id) => ask(`/api/account/passkeys/${id}`, undefined, { method: 'DELETE' });

/** Makes one, by which one's account is known from now on. @param {string} name @param {string} password @returns {Promise<Passkeys>} */
export async function addPasskey(name, password) {
  const key = await make(await ask('/api/account/passkeys/begin', { password }));
  return ask('/api/account/passkeys', { name, key });
}

/** @returns {Promise<Who>} */
export async function logInWithPasskey() {
  return ask('/api/account/passkeys/log-in', await show(await ask('/api/account/passkeys/log-in/begin', {})));
}

/** An answer is good for five minutes; a browser that still offers passkeys then is asked anew. */
const OFFER_MS = 240_000;
/** What ends the offer that stands: a browser answers one question at a time. */
let offer = new AbortController();

/**
 * Lets the browser offer its passkeys where a name is typed, as long as that field is there.
 * @param {HTMLInputElement} field
 * @param {(logIn: () => Promise<Who>) => void} chosen one of them was chosen
 */
export async function offerPasskeys(field, chosen) {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const ends = (offer = new AbortController());
  while (field.isConnected && !ends.signal.aborted) {
    const proof = await offered(ends.signal);
    if (!proof || ends.signal.aborted) continue;
    offer = new AbortController();
    return chosen(() => ask('/api/account/passkeys/log-in', proof));
  }
}

/** What the browser shows within some minutes; null where nobody has chosen. @param {AbortSignal} signal */
async function offered(signal) {
  const late = AbortSignal.timeout(OFFER_MS);
  try {
    const wanted = await ask('/api/account/passkeys/log-in/begin', {});
    return await show(wanted, { mediation: 'conditional', signal: AbortSignal.any([signal, late]) });
  } catch {
    // The browser refuses, or the server does not answer: the form is there all the same.
    await new Promise((done) => [signal, late].forEach((each) => onAbort(each, () => done(null))));
    return null;
  }
}

/** @param {AbortSignal} signal @param {() => void} then */
function onAbort(signal, then) {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
}

/**
 * Does something for which one must have just logged in; who hasn't shows a passkey first.
 * @template T
 * @param {string} name whose passkey it must be
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function confirmed(name, act) {
  try {
    return await act();
  } catch (error) {
    if (/** @type {{slug?: string}} */ (error).slug !== 'account/confirm' || !hasPasskeys()) throw error;
  }
  const { account } = await logInWithPasskey();
  if (account?.name === name) return act();
  location.reload(); // somebody else is logged in now
  throw new Error(_('This passkey belongs to someone else.'));
}

/** @param {string} name @returns {Promise<Who>} */
export async function claimWithPasskey(name) {
  const key = await make(await ask('/api/account/passkeys/claim/begin', { name }));
  return ask('/api/account/passkeys/claim', { name, key });
}

/** @param {KeyOptions} wanted */
async function make({ options }) {
  offer.abort();
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((/** @type {{id: string}} */ each) => ({
      ...each,
      id: bytes(each.id),
    })),
  };
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return { id: made.id, client_data: text(response.clientDataJSON), attestation: text(response.attestationObject) };
}

/** @param {KeyOptions} wanted @param {CredentialRequestOptions} [how] */
async function show({ options }, how = {}) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  if (!how.signal) offer.abort();
  const shown = await asked(() => navigator.credentials.get({ ...how, publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  return {
    id: shown.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user_handle: response.userHandle ? text(response.userHandle) : '',
  };
}

/** What the browser answers; what it doesn't do is said in words. @param {() => Promise<Credential|null>} question @returns {Promise<PublicKeyCredential>} */
async function asked(question) {
  try {
    const answer = await question();
    if (answer) return /** @type {PublicKeyCredential} */ (answer);
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'InvalidStateError')
      throw new Error(_('This device already has a passkey for your account.'), { cause: error });
  }
  throw new Error(_('Nothing happened: it was cancelled or took too long.'));
}

/** @param {string} base64url */
function bytes(base64url) {
  const binary = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
