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

/** The first type of film that the browser makes; '': none. */
function filmType() {
  const isHere =
    typeof MediaRecorder === 'function' &&
    typeof HTMLCanvasElement.prototype.captureStream === 'function';
  return isHere
    ? (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? '')
    : '';
}

/** @param {HTMLCanvasElement} canvas @param {(seconds: number) => void} draw
 * @param {number} seconds @param {AbortSignal} signal
 * @returns {Promise<Blob | null>} null: the browser records no canvases */
async function filmed(canvas, draw, seconds, signal) {
  const type = filmType();
  if (!type) return null;
  draw(0);
  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  try {
    const recorder = new MediaRecorder(stream, {
      mimeType: type,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    const finished = chunksOf(recorder);
    recorder.start();
    await forTime(seconds * 1000, signal, (share) => draw(share * seconds));
    if (recorder.state !== 'inactive') recorder.stop();
    return new Blob(await finished, { type: type.split(';')[0] });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/**
 * Records a film and saves it.
 * @param {HTMLCanvasElement} canvas of an even width and height, for the sake of encoders
 * @param {(seconds: number) => void} draw onto it, at a time since the film began
 * @param {{ seconds: number, signal: AbortSignal, name: string,
 *   words: { recorded: string, notRecorded: string } }} how name: of the file, without its ending
 * @returns {Promise<string>} what came of it; '' where the reader ended it
 */
export async function recordFilm(canvas, draw, { seconds, signal, name, words }) {
  const film = await filmed(canvas, draw, seconds, signal).catch(() => null);
  if (signal.aborted) return '';
  if (!film?.size) return words.notRecorded;
  download(film, `${name}.${film.type.split('/')[1]}`, film.type);
  return words.recorded;
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
