// SPDX-License-Identifier: MIT
// The static picture of the page, drawn during the build: the stage as the page opens on it.
// Its colours are the page's custom properties, so it follows the theme.
import { createSession } from '../../wasm/index.js';
import { linesOf } from '../run/texts.js';
import { stageLayout } from '../views/stage/layout.js';
import { pictureSvg } from '../views/stage/picture.js';
import { sceneOf } from '../views/stage/scene.js';
import { unpack } from './packing.js';

/** Characters of the line, as in the element. */
const LINE = 44;
const SIZE = { width: 1000, height: 520 };
/** Fainter lines are left out: they are most of the file and little of the picture. */
const LEAST_WEIGHT = 0.15;

/** The scene of the page's first moment. @param {Uint8Array} packed @param {string} text */
async function sceneOfFirst(packed, text) {
  const session = await createSession({ text, mode: 'main' });
  try {
    await session.load(unpack(packed).bytes);
    const [line] = linesOf(text, LINE, text.length);
    const answer = await session.runWithCache({ text: line, lens: true, norms: true });
    const activations = /** @type {any} */ ({ ...answer, text: line, ablated: [] });
    return sceneOf({ session, activations, isolated: null });
  } finally {
    await session.close();
  }
}

/** @param {Uint8Array} packed the pretrained model @param {string} text the page opens on
 * @returns {Promise<string>} an <svg> without style attributes: the page's policy refuses them */
export async function poster(packed, text) {
  const scene = await sceneOfFirst(packed, text);
  if (!scene) throw new Error('the model has nothing to show');
  const layout = stageLayout(scene, SIZE);
  const { weight } = scene;
  scene.weight = (...at) => (weight(...at) < LEAST_WEIGHT ? 0 : weight(...at));
  const ink = (/** @type {string} */ name) => `var(--${name})`;
  const i = Math.round(0.6 * scene.n);
  return pictureSvg({ scene, layout, ink, focus: { i }, labels: [], caption: '' });
}
