// Style sheets that only some views need. A view waits for its own before it is shown, so that nothing jumps; the
// server reads these calls and names the sheets in the document of such a view, where they are then found.

/** @param {string} name a file of css/ @returns {Promise<void>} it can be shown */
export async function useStyle(name) {
  const { href } = new URL(`../css/${name}.css`, import.meta.url);
  const links = [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'))];
  if (links.some((each) => each.href === href)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  link.href = href;
  document.head.append(link);
  await loaded.catch(() => link.remove()); // without it the view is plain, and whole
}
