// SPDX-License-Identifier: MIT
// Which columns and layers are in sight, where not all of them fit, and where everything stands.
import { isNew } from '../../draw/canvas.js';
import { shapeOf, stageLayout } from './layout.js';

/** @import { Layout } from './layout.js' */
/** @import { Scene } from './scene.js' */

/**
 * @typedef {object} Shown
 * @property {Scene | null} scene
 * @property {{ width: number, height: number }} size of the picture, CSS pixels; 0: unknown
 * @property {number | null} arrived a column that has just been pinned comes into sight
 * @property {number} layer the one selected comes into sight
 * @property {boolean} isWhy a prediction is explained
 */

export class Sight {
  /** The same object until something of it moves. @type {Layout | null} */ layout =
    null;
  /** First columns wanted of both texts. */
  #offsets = [0, 0];
  /** Lowest layer wanted. */
  #floor = 0;
  // What was placed last, for isNew.
  #layoutKey = {};
  #layerKey = {};

  /** @param {Shown} shown */
  place({ scene, size, arrived, layer, isWhy }) {
    const { width, height } = size;
    if (isNew(this.#layerKey, layer)) this.#follow(scene, layer);
    if (!scene || width === 0 || height === 0) {
      this.layout = null;
      return;
    }
    const made = [shapeOf(scene), isWhy, width, height];
    const isWanted = isNew(this.#layoutKey, ...made, ...this.#offsets, this.#floor);
    if (!isWanted && arrived === null && this.layout) return;
    const [offset, sourceOffset] = this.#offsets;
    const room = { width, height, offset, sourceOffset, pin: arrived };
    this.layout = stageLayout(scene, { ...room, floor: this.#floor, isWhy });
    this.#offsets = [this.layout.offset, this.layout.source?.offset ?? 0];
    this.#floor = this.layout.floor;
    // What is wanted from now on is what is there.
    isNew(this.#layoutKey, ...made, ...this.#offsets, this.#floor);
  }

  /** @param {Scene | null} scene @param {number} layer */
  #follow(scene, layer) {
    if (!this.layout || !scene) return;
    const at = scene.answer.attentions[layer]?.layer ?? 0;
    const last = this.#floor + this.layout.floors - 1;
    if (at < this.#floor) this.#floor = at;
    else if (at > last) this.#floor = at - this.layout.floors + 1;
  }

  /** @param {number} offset first column wanted */
  showFrom(offset) {
    if (!this.layout) return;
    const most = Math.max(0, this.layout.n - 1);
    this.#offsets[0] = Math.max(0, Math.min(most, offset));
  }

  /** @param {number} floor lowest layer wanted */
  showFloor(floor) {
    this.#floor = floor;
  }
}
