// In the document, before anything is painted: the theme and the language that were chosen last, so that nothing flashes, and the texts.
(() => {
  /** @param {string} key */
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem('motu.settings') ?? '{}')[key];
    } catch {
      return undefined;
    }
  };
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = kept('theme');
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : isDark ? 'dark' : 'light';
  const language = kept('language');
  if (typeof language === 'string' && /^[a-z]{2,3}$/.test(language)) document.documentElement.lang = language;

  // The texts in the reader's language are asked for at once, not only when the scripts are there (js/i18n.js).
  const languages = JSON.parse(document.documentElement.dataset.languages ?? '{}');
  const asked = new URLSearchParams(location.search).get('lang') ?? '';
  const wanted = [language, asked, ...navigator.languages.map((each) => each.split('-')[0])];
  const best = wanted.find((each) => each in languages);
  const { files } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  // The page that says that no server answers has its few words with it (offline.html).
  if (best === undefined || best === 'en' || !files) return;
  const early = document.createElement('link');
  Object.assign(early, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
  // A site without a server has one file of texts (js/site/address.js); there the addresses of files are relative.
  const view = files.startsWith('/') ? location.pathname.split('/')[1] || 'home' : 'all';
  early.href = `${files}/locale/${best}/${view}.json`;
  document.head.append(early);
})();
