// The page that is shown where no server answers: it holds its few words in all languages, and this shows the right ones.
// What the address asks for comes by itself when a server does.
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

  const LONGEST_PAUSE_MS = 15_000;
  let pause = 1000;
  let timer = 0;
  const look = async () => {
    const isThere = await fetch('/api/health', { cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) location.reload();
    else wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  window.addEventListener('online', () => void look());
  document.addEventListener('visibilitychange', () => document.hidden || void look());
  wait();
})();
