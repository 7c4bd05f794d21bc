// SPDX-License-Identifier: MIT
// Loss as pitch, for those who would rather hear a curve than see it. No audio device is opened
// before the reader switches it on.

/** Random guessing. */
export const BLIND_HZ = 880;
/** As good as letter triples (trigram): two octaves below. */
export const COUNTED_HZ = 220;
/** An octave beyond either end. */
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
  // A diverged run.
  if (!Number.isFinite(share)) return HIGHEST_HZ;
  const pitch = COUNTED_HZ * (BLIND_HZ / COUNTED_HZ) ** share;
  return Math.min(HIGHEST_HZ, Math.max(LOWEST_HZ, pitch));
}

/** A context that has been closed, or that the browser holds back, rejects; silence is all that
 * comes of it. @param {Promise<void>} changed */
const quietly = (changed) => void changed.catch(() => {});

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

  /** Unless the last tone has only just begun. @param {number} hz */
  play(hz) {
    const now = performance.now();
    if (now - this.#lastMs < APART_MS) return;
    this.#lastMs = now;
    clearTimeout(this.#resting);
    quietly(this.#context.resume());
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
    this.#resting = setTimeout(() => quietly(this.#context.suspend()), 1000 * TONE_S);
  }

  end() {
    clearTimeout(this.#resting);
    quietly(this.#context.close());
  }
}
