// HTML elements in a line each.

import { linkTo } from './address.js';

/**
 * @param {string} name such as 'button.primary'
 * @param {Record<string, any>} [properties] onclick and the like are listeners, the rest attributes; true sets an empty one
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    // A style attribute would be refused by the content policy; the same through the object model is not.
    if (key === 'style') element.style.cssText = value;
    else if (key === 'href' && isPage(value)) element.setAttribute(key, linkTo(value));
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== 'string') /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node|string} */ (child)),
  );
  return element;
}

/** Whether a link leads to one of the pages, rather than to what is asked of a server. @param {string} path */
const isPage = (path) => path.startsWith('/') && !path.startsWith('/api/');

/**
 * Shows children in a place. What is there already and looks the same stays untouched: whoever is about to click it, or is
 * on it with the keyboard, finds it under his hand. What looks the same must do the same.
 * @param {Element} place
 * @param {(Node|string)[]} wanted
 */
export function keepOrShow(place, wanted) {
  const left = [...place.childNodes];
  const nodes = wanted.map((each) => {
    const node = typeof each === 'string' ? document.createTextNode(each) : each;
    const at = left.findIndex((old) => old.isEqualNode(node));
    return at < 0 ? node : left.splice(at, 1)[0];
  });
  for (const old of left) old.remove();
  nodes.forEach((node, at) => {
    if (place.childNodes[at] !== node) place.insertBefore(node, place.childNodes[at] ?? null);
  });
}

let lastId = 0;

/** A fresh id, for labels and what they label. @param {string} [prefix] */
export function freshId(prefix = 'motu') {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
