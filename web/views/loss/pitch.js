// SPDX-License-Identifier: MIT
// Loss as pitch, for who would rather hear a curve than see it. Nothing makes a sound, and
// no sound device is asked for, before somebody switches it on.

/** Guessing blindly sounds like this. */
export const BLIND_HZ = 880;
/** As good as counts of three letters: two octaves below. */
export const COUNTED_HZ = 220;
/** An octave further than either nothing can be told apart by ear. */
const [LOWEST_HZ, HIGHEST_HZ] = [COUNTED_HZ / 2, 2 * BLIND_HZ];
/** At most four tones a second. */
export const APART_MS = 250;
const TONE_S = 0.15;
const ATTACK_S = 0.01;
const LOUDNESS = 0.1;

/**
 * Equal steps of loss are equal musical intervals.
 * @param {number} loss nats
 * @param {{ uniform: number, trigram: number }} baselines nats; where nothing was counted,
 *   no loss at all takes the place of `trigram`
 * @returns {number} Hz
 */
export function pitchOf(loss, { uniform, trigram }) {
  const low = trigram > 0 ? trigram : 0;
  const share = (loss - low) / (uniform - low);
  // A run that has diverged shrieks.
  if (!Number.isFinite(share)) return HIGHEST_HZ;
  const pitch = COUNTED_HZ * (BLIND_HZ / COUNTED_HZ) ** share;
  return Math.min(HIGHEST_HZ, Math.max(LOWEST_HZ, pitch));
}

/** One oscillator, silent between tones. */
export class Tones {
  #context = new AudioContext();
  #oscillator = new OscillatorNode(this.#context);
  #gain = new GainNode(this.#context, { gain: 0 });
  #lastMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resting;

  constructor() {
    this.#oscillator.connect(this.#gain).connect(this.#context.destination);
    this.#oscillator.start();
  }

  /** Unless the last tone was only just heard. @param {number} hz */
  play(hz) {
    const now = performance.now();
    if (now - this.#lastMs < APART_MS) return;
    this.#lastMs = now;
    clearTimeout(this.#resting);
    void this.#context.resume();
    const t = this.#context.currentTime;
    this.#oscillator.frequency.setValueAtTime(hz, t);
    const { gain } = this.#gain;
    gain.cancelScheduledValues(t);
    gain.setValueAtTime(0, t);
    gain.linearRampToValueAtTime(LOUDNESS, t + ATTACK_S);
    gain.linearRampToValueAtTime(0, t + TONE_S);
  }

  /** Once the last tone is over, until the next. */
  rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#context.suspend(), 1000 * TONE_S);
  }

  /** For good. */
  end() {
    clearTimeout(this.#resting);
    void this.#context.close();
  }
}
