// What a person has chosen, kept in this browser. Whoever wants to know of a change listens for 'motu-settings' on window.

/**
 * @typedef {object} Settings
 * @property {'auto'|'light'|'dark'} theme
 * @property {string} language  '' follows the browser
 * @property {boolean} coordinates
 * @property {boolean} weak
 * @property {boolean} patterns
 * @property {'lagoon'|'plain'|'bold'} style
 * @property {'auto'|'always'|'never'} confirm  'auto': on touch screens
 * @property {boolean} sound
 * @property {boolean} chat      what others say at a game, and saying something
 * @property {'calm'|'instant'} pace  'calm': the machine's answers wait until one has seen one's own move
 * @property {'first'|'always'|'never'} guide  in which games against the machine hints are given
 * @property {'plain'|'colourblind'|'contrast'} palette
 * @property {boolean} inverted the two sides look like each other
 * @property {boolean} winBar    the chances of both sides beside the board
 * @property {boolean} numbers   on each stone the number of its move
 * @property {boolean} crosshair from the cell that is pointed at to its coordinates
 * @property {boolean} turnBoard two people at one screen: the board turns to whoever is to move
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',
  language: '',
  coordinates: true,
  weak: true,
  patterns: false,
  style: 'lagoon',
  confirm: 'auto',
  sound: true,
  chat: true,
  pace: 'calm',
  guide: 'first',
  palette: 'plain',
  inverted: false,
  winBar: false,
  numbers: false,
  crosshair: false,
  turnBoard: false,
};
const KEY = 'motu.settings';

/** @returns {Settings} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = Object.entries(DEFAULTS).map(([name, value]) => [
      name,
      typeof kept[name] === typeof value ? kept[name] : value,
    ]);
    return Object.fromEntries(known);
  } catch {
    return { ...DEFAULTS };
  }
}

let current = read();

export function settings() {
  return current;
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
  applyTheme();
  window.dispatchEvent(new CustomEvent('motu-settings', { detail: changes }));
}

export function applyTheme() {
  const isDark =
    current.theme === 'dark' || (current.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  colourFrame(isDark);
  document.documentElement.dataset.palette = current.palette;
  document.documentElement.toggleAttribute('data-inverted', current.inverted);
}

/** The browser's own frame takes the colour of the theme that was chosen, not of the device's. @param {boolean} isDark */
function colourFrame(isDark) {
  const [light, dark] = /** @type {NodeListOf<HTMLMetaElement>} */ (
    document.querySelectorAll('meta[name="theme-color"]')
  );
  light.media = isDark ? 'not all' : 'all';
  dark.media = isDark ? 'all' : 'not all';
}

/** Whether moves are to be confirmed on this device. */
export function wantsConfirmation() {
  return current.confirm === 'always' || (current.confirm === 'auto' && matchMedia('(pointer: coarse)').matches);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
window.addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  current = read();
  applyTheme();
  window.dispatchEvent(new CustomEvent('motu-settings', { detail: current }));
});
