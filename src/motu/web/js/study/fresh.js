// A study may be changed in another window, or on another device, while it lies open here: as soon as somebody looks at this
// page again it shows what the server has.

import * as api from '../api.js';

/**
 * Looks after a study on the page.
 * @param {import('./study.js').Study} study
 * @param {() => void} renew shows what the server has
 * @returns {() => void} ends it
 */
export function keepFresh(study, renew) {
  const { tree } = study.state;
  // An editor or a review on the page would be broken off.
  const mayRenew = () => tree.kept && tree.kept.version > 0 && !tree.isDirty && !study.editor && !study.review;
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
