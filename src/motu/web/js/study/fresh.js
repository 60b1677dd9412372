// A study may be changed in another window, or on another device, while it lies open here: as soon as somebody looks at this
// page again it shows what the server has.

import * as api from '../api.js';

/**
 * Looks after a study on the page.
 * @param {import('./tree.js').Tree} tree
 * @param {() => boolean} isAtRest whether nothing is going on that a newer study would break off
 * @param {() => void} renew shows what the server has
 * @returns {() => void} ends it
 */
export function keepFresh(tree, isAtRest, renew) {
  const mayRenew = () => tree.kept && tree.kept.version > 0 && !tree.isDirty && isAtRest();
  const look = async () => {
    if (document.hidden || !mayRenew()) return;
    const view = await api.study(tree.kept?.id ?? '').catch(() => null);
    if (view && mayRenew() && view.version > (tree.kept?.version ?? 0)) renew();
  };
  const looks = () => void look();
  document.addEventListener('visibilitychange', looks);
  window.addEventListener('focus', looks); // windows side by side are both visible
  return () => {
    document.removeEventListener('visibilitychange', looks);
    window.removeEventListener('focus', looks);
  };
}
