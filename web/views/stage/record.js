// SPDX-License-Identifier: MIT
// Some seconds of a canvas as a film, made in the page while it is drawn; a browser that cannot do
// this says so.

import { download } from '../shared/save.js';

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
function filmType() {
  const isHere =
    typeof MediaRecorder === 'function' &&
    typeof HTMLCanvasElement.prototype.captureStream === 'function';
  return isHere
    ? (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? '')
    : '';
}

/**
 * @param {HTMLCanvasElement} canvas of an even width and height, for the sake of encoders
 * @param {(seconds: number) => void} draw onto it, at a time since the film began
 * @param {{ seconds: number, signal?: AbortSignal,
 *   onProgress?: (share: number) => void }} how share: 0..1
 * @returns {Promise<Film>}
 */
export async function recordFilm(canvas, draw, { seconds, signal, onProgress }) {
  const type = filmType();
  if (!type) return { failed: 'missing' };
  draw(0);
  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  try {
    const recorder = new MediaRecorder(stream, {
      mimeType: type,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    const finished = chunksOf(recorder);
    recorder.start();
    const isWhole = await forTime(seconds * 1000, signal, (share) => {
      draw(share * seconds);
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

/** Saves it. @param {Film} answer @param {string} name of the file, without its ending
 * @param {{ recorded: string, notRecorded: string }} words
 * @returns {string} what came of it; '' where the reader ended it */
export function keepFilm(answer, name, { recorded, notRecorded }) {
  if (!('film' in answer)) return answer.failed === 'canceled' ? '' : notRecorded;
  download(answer.film, `${name}.${answer.type.split('/')[1]}`, answer.type);
  return recorded;
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
export function forTime(ms, signal, draw) {
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
