// The page that is shown where no server answers: it holds its few words in all languages, and this shows the right ones.
(() => {
  /** The language that was chosen last, if any. */
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('motu.settings') ?? '{}').language;
    } catch {
      return '';
    }
  };
  const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main > section'))];
  const wanted = [chosen(), ...navigator.languages.map((each) => each.split('-')[0]), 'en'];
  const language = wanted.find((each) => sections.some((section) => section.lang === each));
  for (const section of sections) {
    section.hidden = section.lang !== language;
    section.querySelector('button')?.addEventListener('click', () => location.reload());
    if (!section.hidden) document.title = `${section.querySelector('h1')?.textContent} · motu`;
  }
  document.documentElement.lang = language;
})();
