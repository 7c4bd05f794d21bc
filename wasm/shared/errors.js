// SPDX-License-Identifier: MIT
// The one kind of error that reaches a page: a code for programs, a sentence for people,
// and a hint at what to do.

/** What to do about it, where that does not depend on the details.
 * @type {Record<string, string>} */
const HINTS = {
  'bad-config': 'Change the setting that is named, or leave it out for its default.',
  'bad-text': 'Use plain text with at least two different characters, saved as UTF-8.',
  'text-too-short': 'Use a longer text or a smaller block_size.',
  'bad-checkpoint': 'Choose a .safetensors file that Glassformer saved.',
  'out-of-memory': 'Make n_embd, n_layer, block_size or batch_size smaller.',
  diverged: 'Start again with a smaller learning_rate or a longer warm-up.',
  'no-wasm': 'Use Chrome 105, Firefox 113, Safari 16.4 or anything newer.',
  'no-wasm-csp':
    "This site's content security policy forbids WebAssembly. Its owner can allow it " +
    "with: script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
  'no-worker':
    "Allow workers in the site's content security policy (worker-src 'self' blob:), " +
    'name a file of the same site as worker URL, or train in the page itself.',
  'worker-died': 'Save what is on the screen if you need it, then start again.',
  protocol: 'Reload the page without its cache; parts of it are of different versions.',
  internal:
    'Start again. If it happens twice, please report it with the settings used.',
};

/** Errors as they cross between threads, where classes get lost.
 * @typedef {{ code: string, message: string, hint: string }} PlainError */

/** Why an analysis does not apply to a model.
 * @typedef {{ key: string, params: Record<string, any>, message: string }} Obstacle */

export class GlassError extends Error {
  /**
   * @param {string} code `bad-config`, `bad-text`, `text-too-short`, `bad-checkpoint`,
   *   `bad-argument`, `out-of-memory`, `diverged`, `no-wasm`, `no-wasm-csp`, `no-worker`,
   *   `worker-died`, `protocol`, `no-snapshot`, `aborted`, `closed`, `internal`; what each
   *   means: docs/embedding.md
   * @param {string} message one sentence a person can act on
   * @param {{ cause?: unknown, hint?: string }} [more]
   */
  constructor(code, message, more = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.name = 'GlassError';
    this.code = code;
    this.hint = more.hint ?? HINTS[code] ?? '';
  }

  /** @returns {PlainError} */
  toPlain() {
    return { code: this.code, message: this.message, hint: this.hint };
  }

  /**
   * Whatever was thrown, as a GlassError.
   *
   * @param {unknown} error
   */
  static from(error) {
    if (error instanceof GlassError) return error;
    const text = error instanceof Error ? error.message : String(error);
    return new GlassError('internal', `Something unexpected went wrong: ${text}`, {
      cause: error,
    });
  }

  /** @param {PlainError} plain */
  static fromPlain({ code, message, hint }) {
    return new GlassError(code, message, { hint });
  }
}
