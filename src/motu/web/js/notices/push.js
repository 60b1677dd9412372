// Messages while no page is open: what this browser is asked for, on a press of a button alone, and what the server is told.

import { currentLanguage } from '../i18n.js';
import { keepPushPlace, pushPlaces, removePushPlace } from './choice_api.js';
import { abilityOf, newPush, notTold, placeId, toldHere, toldNoMore } from './push_state.js';

/** @typedef {import('./push_state.js').PushState} PushState */

/** What there is now. @returns {Promise<PushState>} */
export async function readPush() {
  const [told, subscription] = await Promise.all([pushPlaces(), subscriptionHere()]);
  return newPush(abilityHere(), told, subscription && (await idOf(subscription)));
}

function abilityHere() {
  const { userAgent, maxTouchPoints } = navigator;
  return abilityOf({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    isTouchApple: /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: 'Notification' in window ? Notification.permission : 'default',
  });
}

/** @returns {Promise<PushSubscription|null>} */
async function subscriptionHere() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration?.pushManager?.getSubscription() ?? null;
}

/** @param {PushSubscription} subscription */
async function idOf({ endpoint }) {
  return placeId(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

/** Tells somebody of things in this browser; the browser asks him first. @param {PushState} state @returns {Promise<boolean>} whether he wants it */
export async function tellHere(state) {
  try {
    if ((await Notification.requestPermission()) !== 'granted') {
      notTold(state, abilityHere());
      return false;
    }
    toldHere(state, await keep(await subscribe(state.key)));
    return true;
  } catch (error) {
    notTold(state, abilityHere());
    throw error;
  }
}

/** @param {string} key */
async function subscribe(key) {
  await navigator.serviceWorker.register('/worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(wanted);
  } catch (error) {
    // One that was made for another house at this address is good for nothing here.
    const other = await pushManager.getSubscription();
    if (!other) throw error;
    await other.unsubscribe();
    return pushManager.subscribe(wanted);
  }
}

/** @param {PushSubscription} subscription */
function keep(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return keepPushPlace({ endpoint: endpoint ?? '', p256dh, auth, language: currentLanguage() });
}

/** Tells somebody of nothing there any more. @param {PushState} state @param {string} id */
export async function tellNoMore(state, id) {
  try {
    await removePushPlace(id);
    if (id === state.own) await (await subscriptionHere())?.unsubscribe();
    toldNoMore(state, id);
  } catch (error) {
    notTold(state, abilityHere());
    throw error;
  }
}

/** A guest who was told of things here has a name now, and goes on to be told. @param {PushState} before */
export async function renewHere(before) {
  const subscription = await subscriptionHere();
  if (subscription && before.places.some((each) => each.id === before.own)) await keep(subscription);
}

/** @param {string} letters as in addresses */
function bytes(letters) {
  return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
}
