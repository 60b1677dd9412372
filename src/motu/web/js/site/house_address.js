// Addresses of houses as people type them.

/**
 * The address of a house, with a slash at its end; '' for what is none.
 * @param {string} text with or without https://
 */
export function houseAddress(text) {
  const typed = text.trim();
  if (!typed) return '';
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(typed);
  try {
    const url = new URL(/^https?:\/\//i.test(typed) ? typed : `${isHere ? 'http' : 'https'}://${typed}`);
    return url.hostname.includes('.') || isHere || url.hostname === 'localhost' ? `${url.origin}/` : '';
  } catch {
    return '';
  }
}
