// SPDX-License-Identifier: MIT
// Some seconds of the stage as a film. It is made in the page from the canvases as they change;
// a browser that cannot do this says so.
import { drawFilmFrame, filmSize } from './picture.js';

/** @typedef {import('./picture.js').Picture} Picture */

/** In order of preference. */
const TYPES = [
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
  'video/mp4',
];
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 6_000_000;

/**
 * @typedef {{ film: Blob, type: string } | { failed: 'missing' | 'canceled' | 'broken' }} Film
 * missing: the browser records no
 * canvases
 */

/** The first type of film that the browser makes; '': none. */
export function filmType() {
  const isHere =
    typeof MediaRecorder === 'function' &&
    typeof HTMLCanvasElement.prototype.captureStream === 'function';
  return isHere
    ? (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? '')
    : '';
}

/**
 * Draws the stage onto the film's canvas, whose size stays what it was at first.
 * @param {HTMLCanvasElement} target @param {Picture} picture
 * @param {HTMLCanvasElement[]} canvases
 */
function drawOnto(target, picture, canvases) {
  const ctx = target.getContext('2d');
  const { width, height } = filmSize(picture);
  const scale = Math.min(target.width / width, target.height / height);
  ctx?.setTransform(scale, 0, 0, scale, 0, 0);
  if (ctx) drawFilmFrame(ctx, picture, canvases);
}

/** Video encoders want even numbers. @param {number} px */
const even = (px) => 2 * Math.round(px / 2);

/**
 * @param {() => Picture | null} pictureNow what the stage shows
 * @param {HTMLCanvasElement[]} canvases of the stage, lowest first
 * @param {object} [how]
 * @param {number} [how.seconds]
 * @param {AbortSignal} [how.signal]
 * @param {(share: number) => void} [how.onProgress] 0..1
 * @returns {Promise<Film>}
 */
export async function recordFilm(pictureNow, canvases, how = {}) {
  const { seconds = 10, signal, onProgress } = how;
  const type = filmType();
  const first = pictureNow();
  if (!type || !first) return { failed: 'missing' };
  const target = document.createElement('canvas');
  const { width, height } = filmSize(first);
  target.width = even(width * devicePixelRatio);
  target.height = even(height * devicePixelRatio);
  drawOnto(target, first, canvases);
  const stream = target.captureStream(FRAMES_PER_SECOND);
  try {
    const recorder = new MediaRecorder(stream, {
      mimeType: type,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    const finished = chunksOf(recorder);
    recorder.start();
    const isWhole = await forTime(seconds * 1000, signal, (share) => {
      const picture = pictureNow();
      if (picture) drawOnto(target, picture, canvases);
      onProgress?.(share);
    });
    if (recorder.state !== 'inactive') recorder.stop();
    const film = new Blob(await finished, { type: type.split(';')[0] });
    if (!isWhole) return { failed: 'canceled' };
    return film.size > 0 ? { film, type: film.type } : { failed: 'broken' };
  } catch {
    return { failed: 'broken' };
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** @param {MediaRecorder} recorder
 * @returns {Promise<Blob[]>} rejects where it fails */
function chunksOf(recorder) {
  /** @type {Blob[]} */
  const chunks = [];
  recorder.ondataavailable = ({ data }) => void chunks.push(data);
  return new Promise((done, fail) => {
    recorder.onstop = () => done(chunks);
    recorder.onerror = fail;
  });
}

/** Draws every frame, for a time. @param {number} ms @param {AbortSignal | undefined} signal
 * @param {(share: number) => void} draw
 * @returns {Promise<boolean>} false: canceled */
function forTime(ms, signal, draw) {
  return new Promise((done) => {
    const began = performance.now();
    const frame = () => {
      const share = (performance.now() - began) / ms;
      if (signal?.aborted || share >= 1) return done(!signal?.aborted);
      draw(share);
      requestAnimationFrame(frame);
    };
    frame();
  });
}
