// Nearer to a part of the board: which part of the picture is seen, and the fingers that say so. One finger moves the
// picture when it is enlarged, two enlarge it.

/** @typedef {{x: number, y: number, width: number, height: number}} View  in the picture's units */

export const MOST = 5;
export const STEP = 1.6;
const SLACK_PIXELS = 8;
const MARGIN = 110;

export class Zoom {
  /** @param {() => void} onChange called after every change of what is seen */
  constructor(onChange) {
    this.onChange = onChange;
    this.scale = 1;
    /** Whether the picture stands on its head. */
    this.isTurned = false;
    /** Pictures that lie one over the other. @type {SVGSVGElement[]} */ this.layers = [];
    /** @type {View} */ this.whole = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {View} */ this.view = this.whole;
  }

  /**
   * Shows the whole of a picture.
   * @param {SVGSVGElement[]} layers
   * @param {View} whole
   */
  fit(layers, whole) {
    this.layers = layers;
    this.whole = whole;
    this.scale = 1;
    this.#see(whole.x, whole.y);
  }

  /** Where the picture is on the screen. */
  #box() {
    return this.layers[0]?.getBoundingClientRect();
  }

  /** Units of the picture to a pixel of the screen. */
  get unitsPerPixel() {
    const width = this.#box()?.width ?? 0;
    return width > 0 ? this.view.width / width : 1;
  }

  /**
   * Enlarges or reduces; the point of the screen keeps what it shows.
   * @param {number} factor
   * @param {number} [clientX] without a point: the middle of what is seen
   * @param {number} [clientY]
   */
  by(factor, clientX, clientY) {
    const box = this.#box();
    if (!box?.width) return;
    const along = (/** @type {number} */ share) => (this.isTurned ? 1 - share : share);
    const across = clientX === undefined ? 0.5 : along((clientX - box.left) / box.width);
    const down = clientY === undefined ? 0.5 : along((clientY - box.top) / box.height);
    const { x, y, width, height } = this.view;
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    this.scale = scale < 1.02 ? 1 : scale;
    this.#see(
      x + across * (width - this.whole.width / this.scale),
      y + down * (height - this.whole.height / this.scale),
    );
  }

  /** Moves the picture by pixels of the screen. @param {number} x @param {number} y */
  pan(x, y) {
    const units = this.isTurned ? -this.unitsPerPixel : this.unitsPerPixel;
    this.#see(this.view.x - x * units, this.view.y - y * units);
  }

  /** Brings a place of the picture into what is seen. @param {number} x @param {number} y */
  reveal(x, y) {
    if (this.scale === 1) return;
    const { width, height } = this.view;
    const left = Math.max(x + MARGIN - width, Math.min(this.view.x, x - MARGIN));
    const top = Math.max(y + MARGIN - height, Math.min(this.view.y, y - MARGIN));
    if (left !== this.view.x || top !== this.view.y) this.#see(left, top);
  }

  /** @param {number} x @param {number} y */
  #see(x, y) {
    const width = this.whole.width / this.scale;
    const height = this.whole.height / this.scale;
    const left = Math.max(this.whole.x, Math.min(x, this.whole.x + this.whole.width - width));
    const top = Math.max(this.whole.y, Math.min(y, this.whole.y + this.whole.height - height));
    this.view = { x: left, y: top, width, height };
    const seen = [left, top, width, height].map((each) => Math.round(each * 10) / 10).join(' ');
    for (const layer of this.layers) layer.setAttribute('viewBox', seen);
    this.onChange();
  }
}

/** The fingers that are down, and what they do to the picture. */
export class Fingers {
  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    /** @type {Map<number, {x: number, y: number}>} */
    this.places = new Map();
    this.isMoving = false;
  }

  /** A finger or the mouse comes down. @param {PointerEvent} event @returns {boolean} whether there are two now */
  down(event) {
    if (event.isPrimary) this.places.clear(); // what was lifted elsewhere
    this.places.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.isMoving = this.places.size > 1;
    return this.isMoving;
  }

  /**
   * Something moves.
   * @param {PointerEvent} event
   * @param {boolean} canPan whether one finger may move the picture
   * @returns {boolean} whether the picture was moved, so that nothing else is meant
   */
  move(event, canPan) {
    const before = this.places.get(event.pointerId);
    if (!before) return false;
    const [x, y] = [event.clientX - before.x, event.clientY - before.y];
    if (this.places.size > 1) this.#pinch(event, before);
    else if (!this.isMoving && !(canPan && this.zoom.scale > 1 && Math.hypot(x, y) > SLACK_PIXELS)) return false;
    else this.zoom.pan(x, y);
    this.isMoving = true;
    this.places.set(event.pointerId, { x: event.clientX, y: event.clientY });
    return true;
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} before */
  #pinch(event, before) {
    const other = [...this.places].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.zoom.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    if (was > 0) this.zoom.by(is / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
  }

  /** All are lifted. */
  lift() {
    this.places.clear();
    this.isMoving = false;
  }

  /** A finger is lifted. @param {PointerEvent} event @returns {boolean} whether the picture was moved with it */
  up(event) {
    const wasMoving = this.isMoving && this.places.has(event.pointerId);
    this.places.delete(event.pointerId);
    if (!this.places.size) this.isMoving = false;
    return wasMoving;
  }
}
