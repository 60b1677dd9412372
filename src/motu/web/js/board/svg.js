// SVG elements in a line each. All lengths in pictures are in hundredths of a cell: browsers round small numbers badly.

export const SCALE = 100;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, string|number|null|undefined>} [attributes] null and undefined are left out
 * @param {...(Element|string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    // A style attribute would be refused by the content policy; the same through the object model is not.
    if (key === 'style') /** @type {any} */ (element).style.cssText = String(value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** @param {number} cells */
export function units(cells) {
  return Math.round(cells * SCALE * 10) / 10;
}

/**
 * The path through some places.
 * @param {import('./types.js').Place[]} places
 * @param {boolean} [isClosed]
 */
export function pathOf(places, isClosed = false) {
  const points = places.map(([x, y]) => `${units(x)} ${units(y)}`);
  return `M${points.join('L')}${isClosed ? 'Z' : ''}`;
}

/** @param {import('./types.js').Place} place */
export function moveTo([x, y]) {
  return `translate(${units(x)} ${units(y)})`;
}
