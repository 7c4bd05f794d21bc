// SPDX-License-Identifier: MIT
// The one kind of error that reaches a page: a code for programs, a key with parameters for
// catalogues of other languages, a sentence for people, and a hint at what to do.

/** Errors that JavaScript finds; those of the engine are in src/base/errors.def. By key:
 * the code, and the sentence with a {name} for each parameter. `setting` is the key of a
 * setting: a form shows the sentence there.
 * @type {Record<string, [code: string, sentence: string]>} */
export const ERRORS = {
  unexpected: ['internal', 'Something unexpected went wrong: {detail}'],
  engine_ended: ['internal', 'The engine ended with code {exit}.'],
  engine_stopped: ['internal', 'The engine stopped after an earlier error.'],

  no_webassembly: ['no-wasm', 'This browser has no WebAssembly.'],
  engine_not_fetched: ['no-wasm', 'The engine cannot be fetched: {status}.'],
  engine_not_compiled: [
    'no-wasm',
    'The engine cannot be compiled here: the browser lacks 128-bit SIMD, or the file is damaged.',
  ],
  webassembly_forbidden: [
    'no-wasm-csp',
    'This page is not allowed to use WebAssembly.',
  ],
  worker_not_started: ['no-worker', 'No worker can be started here: {reason}.'],
  worker_refused: ['no-worker', 'No worker can be started here.'],
  worker_silent: ['no-worker', 'The worker did not answer within {seconds} s.'],
  worker_died: ['worker-died', 'The worker stopped: {reason}.'],
  worker_stopped: ['worker-died', 'The worker stopped.'],

  unknown_call: ['protocol', 'There is no call "{call}".'],
  other_protocol: [
    'protocol',
    'The page speaks version {page} of the protocol, its worker version {worker}.',
  ],
  other_interface: [
    'protocol',
    'The engine file has interface {found}, but {needed} is needed.',
  ],

  allocation_failed: [
    'out-of-memory',
    'There is not enough memory. Use a smaller model or a shorter text.',
  ],
  page_memory: [
    'out-of-memory',
    'All models of this page together would need {needed} MB of memory; at most {limit} MB are used. Use a smaller model, or close another one.',
  ],
  settings_not_json: [
    'bad-config',
    'The value of {setting} cannot be written as JSON.',
  ],
  split_shorter_than_block: [
    'text-too-short',
    'This text has {characters} characters; its shorter part, {shorter}, must be longer than {setting} ({block_size}).',
  ],

  bytes_needed: ['bad-argument', '{option} must be a string or bytes.'],
  unknown_option: [
    'bad-argument',
    'There is no option "{option}". The options are an object with {options}.',
  ],
  option_out_of_range: [
    'bad-argument',
    '{option} must be a whole number from 0 to {max}.',
  ],
  option_too_small: [
    'bad-argument',
    '{option} must be a whole number of at least {min}.',
  ],
  option_not_a_list: ['bad-argument', '{option} must be a list.'],
  option_not_a_function: ['bad-argument', '{option} must be a function.'],
  option_not_cloned: ['bad-argument', 'The value of {option} cannot be cloned.'],
  option_not_a_choice: ['bad-argument', '{option} must be one of {choices}.'],
  wrong_length: [
    'bad-argument',
    '{found} numbers were given where {needed} are needed.',
  ],
  option_not_positive: ['bad-argument', '{option} must be above 0.'],
  too_many_workers: ['bad-argument', 'Use at most {max} workers.'],
  snapshots_of_other_run: ['bad-argument', 'These snapshots are of another run.'],

  file_changed: [
    'bad-checkpoint',
    'A file cannot be read any more, or has changed: choose it again.',
  ],

  snapshot_gone: ['no-snapshot', 'The snapshot of step {step} is no longer kept.'],
  model_replaced: ['aborted', 'The model was replaced meanwhile.'],
  session_freed: ['closed', 'This session has been freed.'],
  no_model: ['closed', 'There is no model here.'],
  session_not_opened: ['closed', 'This session was never opened.'],
  session_closed: ['closed', 'This session has been closed.'],
  worker_dropped: ['closed', 'This worker has been dropped.'],

  obstacle_no_optimizer: [
    'ok',
    'Snapshots hold the weights of earlier steps, but not the state of the optimizer.',
  ],
};

/** What to do, where the sentence does not say it. By code.
 * @type {Record<string, string>} */
export const HINTS = {
  'bad-checkpoint':
    'Choose a .safetensors file that Glassformer saved, the files of a Hugging Face folder, or a .bin file of llama2.c with its tokenizer.bin.',
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

/** @typedef {Record<string, any>} Params values; an error inside an error is { key, params } */

/** Errors as they cross between threads, where classes get lost.
 * @typedef {{ code: string, key: string, params: Params, message: string, hint: string }}
 *   PlainError */

/** Why an analysis does not apply to a model.
 * @typedef {{ key: string, params: Params, message: string }} Obstacle */

/** A sentence with its parameters in place. A parameter that is missing becomes "…".
 * @param {string} sentence @param {Params} params
 * @param {(value: any, name: string) => string} [show] */
export const fill = (sentence, params, show = String) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) =>
    name in params ? show(params[name], name) : '…',
  );

export class GlassError extends Error {
  /** @param {string} key of ERRORS; or of the engine, then with code and message
   * @param {Params} [params]
   * @param {{ cause?: unknown, code?: string, message?: string, hint?: string }} [more] */
  constructor(key, params = {}, more = {}) {
    const [code, sentence] = ERRORS[key] ?? ['internal', key];
    super(
      more.message ?? fill(sentence, params),
      'cause' in more ? { cause: more.cause } : undefined,
    );
    this.name = 'GlassError';
    /** `bad-config`, `bad-text`, … : docs/embedding.md lists them */
    this.code = more.code ?? code;
    this.key = key;
    this.params = params;
    this.hint = more.hint ?? HINTS[this.code] ?? '';
  }

  /** @returns {PlainError} */
  toPlain() {
    const { code, key, params, message, hint } = this;
    return { code, key, params, message, hint };
  }

  /** Whatever was thrown, as a GlassError.
   * @param {unknown} error */
  static from(error) {
    if (error instanceof GlassError) return error;
    const detail = error instanceof Error ? error.message : String(error);
    return new GlassError('unexpected', { detail }, { cause: error });
  }

  /** @param {PlainError} plain */
  static fromPlain({ key, params, ...more }) {
    return new GlassError(key, params, more);
  }
}

/** @param {string} key @param {Params} [params] @returns {Obstacle} */
export const obstacle = (key, params = {}) => ({
  key,
  params,
  message: fill(ERRORS[key][1], params),
});
