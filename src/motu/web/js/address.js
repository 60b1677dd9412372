// Where in the pages somebody is. A server answers for every path; a site without one (motu site) has another module in
// this place, site/address.js, for there all pages are one document.

/** The address of the page that is shown: its path among the pages, what is asked for, and the fragment. */
export const here = () => new URL(location.href);

/** What leads to a page, as it stands in a link. @param {string} path such as '/play' */
export const linkTo = (path) => path;

/** The same as somebody passes it on. @param {string} path */
export const addressOf = (path) => new URL(path, location.href);

/** Which file has the texts of a view. @param {string} view '' for the first page */
export const textsFile = (view) => view || 'home';
