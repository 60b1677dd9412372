// Addresses on a site without a server, in the place of ../address.js: a host of files has one document, and the path of
// a page stands behind its '#'. So the site works in any folder, and any link can be opened anew.

const NOWHERE = 'http://site.invalid';

/** The address of the page that is shown: its path among the pages, what is asked for, and the fragment. */
export const here = () => new URL(location.hash.slice(1) || '/', NOWHERE);

/** What leads to a page, as it stands in a link. @param {string} path such as '/play' */
export const linkTo = (path) => `#${path}`;

/** The same as somebody passes it on. @param {string} path */
export const addressOf = (path) => new URL(linkTo(path), location.href);

/** Which file has the texts of a view: one has all, so that what is kept for times without a network is small. */
export const textsFile = () => 'all';
