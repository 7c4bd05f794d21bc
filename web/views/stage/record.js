// SPDX-License-Identifier: MIT
// Some seconds of the stage as a film. It is made in the page from the canvases as they change;
// a browser that cannot do this says so.
import { clipped, fillBox } from '../../draw/surface.js';

/** @typedef {import('../../draw/surface.js').Ink} Ink */

/** In order of preference. */
const TYPES = [
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
  'video/mp4',
];
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 6_000_000;
const PROGRESS_MS = 200;

/**
 * @typedef {{ film: Blob, type: string } | { failed: 'missing' | 'canceled' | 'broken' }} Film
 * missing: the browser records no canvases
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
 * Copies the pictures of the stage onto one canvas, lowest first.
 * @param {HTMLCanvasElement} target @param {HTMLCanvasElement[]} canvases @param {Ink} ink
 */
function copy(target, canvases, ink) {
  const ctx = target.getContext('2d');
  const [{ width, height }] = canvases;
  if (!ctx || width === 0) return;
  const scale = Math.min(target.width / width, target.height / height);
  fillBox(ctx, ink('ground'), 1, 0, 0, target.width, target.height);
  clipped(ctx, 0, 0, target.width, target.height, () => {
    for (const canvas of canvases) {
      ctx.globalAlpha = Number(canvas.style.opacity || 1);
      ctx.drawImage(canvas, 0, 0, canvas.width * scale, canvas.height * scale);
    }
  });
}

/**
 * @param {HTMLCanvasElement[]} canvases lowest first, all of one size
 * @param {object} how
 * @param {Ink} how.ink
 * @param {number} [how.seconds]
 * @param {AbortSignal} [how.signal]
 * @param {(share: number) => void} [how.onProgress] 0..1
 * @returns {Promise<Film>}
 */
export async function recordFilm(canvases, { ink, seconds = 10, signal, onProgress }) {
  const type = filmType();
  if (!type) return { failed: 'missing' };
  const target = document.createElement('canvas');
  target.width = canvases[0].width;
  target.height = canvases[0].height;
  copy(target, canvases, ink);
  const stream = target.captureStream(FRAMES_PER_SECOND);
  const recorder = new MediaRecorder(stream, {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  /** @type {Blob[]} */
  const chunks = [];
  recorder.ondataavailable = ({ data }) => void chunks.push(data);
  /** @type {Promise<boolean>} */
  const stopped = new Promise((done) => {
    recorder.onstop = () => done(true);
    recorder.onerror = () => done(false);
  });
  recorder.start();
  const isWhole = await drawFor(seconds * 1000, signal, (share) => {
    copy(target, canvases, ink);
    onProgress?.(share);
  });
  if (recorder.state !== 'inactive') recorder.stop();
  const isWell = await stopped;
  for (const track of stream.getTracks()) track.stop();
  if (!isWhole) return { failed: 'canceled' };
  const film = new Blob(chunks, { type: type.split(';')[0] });
  return isWell && film.size > 0 ? { film, type: film.type } : { failed: 'broken' };
}

/** Draws each frame, for a time. @param {number} ms @param {AbortSignal | undefined} signal
 * @param {(share: number) => void} draw
 * @returns {Promise<boolean>} false: canceled */
function drawFor(ms, signal, draw) {
  return new Promise((done) => {
    const began = performance.now();
    let told = -Infinity;
    const frame = () => {
      const passed = performance.now() - began;
      if (signal?.aborted || passed >= ms) return done(!signal?.aborted);
      if (passed - told >= PROGRESS_MS) told = passed;
      draw(Math.min(1, told / ms));
      requestAnimationFrame(frame);
    };
    frame();
  });
}
