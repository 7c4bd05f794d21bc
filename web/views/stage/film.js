// SPDX-License-Identifier: MIT
// A film of the stage as a file, and what is said of it meanwhile.
import { filmWords } from '../../i18n/film.js';
import { drawFilmFrame, filmSize } from './picture.js';
import { recordFilm } from './record.js';

/** @import { Stage } from './types.js' */

const SECONDS = 10;

/** Encoders want even numbers. @param {number} px */
const even = (px) => 2 * Math.round((px * devicePixelRatio) / 2);

/** A canvas that keeps the size that the stage has now, and what draws the stage onto it.
 * @param {Stage} stage */
function canvasOf(stage) {
  const picture = stage.picture();
  if (!picture) return null;
  const target = document.createElement('canvas');
  const { width, height } = filmSize(picture);
  target.width = even(width);
  target.height = even(height);
  const ctx = target.getContext('2d');
  const canvases = /** @type {HTMLCanvasElement[]} */ ([
    ...stage.renderRoot.querySelectorAll('.picture > canvas'),
  ]);
  const draw = () => {
    const picture = stage.picture();
    if (!ctx || !picture) return;
    const { width, height } = filmSize(picture);
    const scale = Math.min(target.width / width, target.height / height);
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    drawFilmFrame(ctx, picture, canvases);
  };
  return { target, draw };
}

/** @param {Stage} stage @param {string} name of the file @param {AbortSignal} signal */
export async function saveFilm(stage, name, signal) {
  const { format, state } = stage;
  await filmWords.load(state.lang);
  const words = filmWords.in(state.lang);
  const film = canvasOf(stage);
  if (!film) return stage.tell(words.notRecorded);
  let told = 0;
  const draw = (/** @type {number} */ seconds) => {
    film.draw();
    const left = Math.ceil(SECONDS - seconds);
    if (left !== told) stage.note(words.recording(format.integer(left)));
    told = left;
  };
  const how = { seconds: SECONDS, signal, name, words };
  const said = await recordFilm(film.target, draw, how);
  stage.note('');
  if (said) stage.tell(said);
}
