// Before anything is painted: the theme and the language that were chosen last, so that nothing flashes.
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
})();
