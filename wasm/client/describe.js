// SPDX-License-Identifier: MIT
// Describes settings without a model: size and cost, invalid values, and an estimate of the
// time of a step on this machine.

import { yieldToEventLoop } from '../shared/yield.js';
import { Engine } from '../engine/engine.js';
import { ERRORS, GlassError } from '../shared/errors.js';
import { wholeNumber } from '../engine/instance.js';
import { engineModule } from '../engine/loading.js';

/** @import { Config, SchemaRow } from '../shared/types.js' */
/** @import { WasmSource } from '../engine/loading.js' */
/** @import { PlainError } from '../shared/errors.js' */
/** @typedef {Record<string, number>} Numbers */

/** Errors reported at once. */
const MAX_ERRORS = 8;

/** Two small models of different width, to separate the cost of arithmetic from that of
 * each element. */
const TEST_MODELS = [
  { n_layer: 1, n_head: 2, n_embd: 32, block_size: 32, batch_size: 8 },
  { n_layer: 1, n_head: 4, n_embd: 128, block_size: 64, batch_size: 4 },
];
const TEST_MS = 30;
/** WebAssembly engines start with a baseline compiler and optimise in another thread.
 * Without a pause for that the estimate is up to four times too long. */
const WARM_UP_MS = 15;
const COMPILE_MS = 60;
const TEST_SLICE_MS = 10;
const TEST_TEXT = 'the quick brown fox jumps over the lazy dog. '.repeat(40);

/** @type {WeakMap<WebAssembly.Module, { engine: Promise<Engine>, speed?: Promise<Speed> }>} */
const runtimes = new WeakMap();

/** @param {{ wasm?: WasmSource } | null} [options] */
async function runtimeOf(options) {
  const module = await engineModule(options?.wasm);
  let runtime = runtimes.get(module);
  if (!runtime) {
    runtime = { engine: Engine.create(module) };
    runtimes.set(module, runtime);
  }
  return runtime;
}

/** @param {{ wasm?: WasmSource } | null} [options] */
const engineOf = async (options) => (await runtimeOf(options)).engine;

/** The table of settings.
 * @param {{ wasm?: WasmSource }} [options]
 * @returns {Promise<SchemaRow[]>} */
export async function configSchema(options) {
  return (await engineOf(options)).schema();
}

/** Named settings to begin with.
 * @param {{ wasm?: WasmSource }} [options] */
export async function configPresets(options) {
  return (await engineOf(options)).presets();
}

/** SHA-256 of bytes, or of a text as UTF-8, also on pages that are not secure.
 * @param {string | Uint8Array} bytes
 * @param {{ wasm?: WasmSource }} [options]
 * @returns {Promise<string>} hexadecimal digits */
export async function sha256(bytes, options) {
  return (await engineOf(options)).sha256(bytes);
}

/** The catalogue of errors, those of the engine and those of JavaScript: the key, the code,
 * the names of the parameters, and the English sentence with a {name} for each.
 * @param {{ wasm?: WasmSource }} [options] */
export async function errorCatalogue(options) {
  const own = Object.entries(ERRORS).map(([key, [code, message]]) => ({
    key,
    code,
    params: [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    message,
  }));
  return [...(await engineOf(options)).errors(), ...own];
}

/**
 * @typedef {object} Description
 * @property {boolean} ok
 * @property {PlainError[]} errors `params.setting` is the setting to change
 * @property {number} nParam 0 when the settings are not ok
 * @property {number} nTrained of them; the others are frozen (LoRA)
 * @property {number} flopsPerStep
 * @property {number} memoryBytes
 * @property {number} estimatedMsPerStep one worker on this machine; 0: not `timed`
 */

/** Describes settings for a text of `nChars` characters, `vocabSize` of them distinct.
 * timed: with an estimate of time, for which two small models train on this thread, once and
 * for some 200 ms in slices.
 * @param {Config} config
 * @param {{ vocabSize?: number, nChars?: number, timed?: boolean, wasm?: WasmSource }} [options]
 * @returns {Promise<Description>} */
export async function describeConfig(config, options) {
  const { vocabSize = 65, nChars = Infinity, timed = true } = options ?? {};
  const runtime = await runtimeOf(options);
  const engine = await runtime.engine;
  const { errors, facts } = tryConfig(engine, config, vocabSize);
  const n = nChars === Infinity ? nChars : wholeNumber(nChars, 'nChars');
  if (facts && errors.length === 0) errors.push(...tooShort(facts, n));
  if (timed) runtime.speed ??= measureSpeed(engine);
  const speed = timed ? await runtime.speed : null;
  return {
    ok: errors.length === 0,
    errors,
    nParam: facts?.n_param ?? 0,
    nTrained: facts?.n_trained ?? 0,
    flopsPerStep: facts?.flops_per_step ?? 0,
    memoryBytes: facts?.memory_bytes ?? 0,
    estimatedMsPerStep: facts && speed ? estimate(speed, facts) : 0,
  };
}

/** @typedef {ReturnType<Engine['describe']>} Facts */

/** The engine reports one error at a time: remove the setting and try again.
 * @param {Engine} engine @param {Config} config
 * @param {number} vocabSize */
function tryConfig(engine, config, vocabSize) {
  /** @type {PlainError[]} */
  const errors = [];
  const rest = { ...config };
  while (errors.length < MAX_ERRORS) {
    try {
      return { errors, facts: engine.describe(rest, vocabSize) };
    } catch (error) {
      const plain = GlassError.from(error).toPlain();
      const { setting, other } = plain.params;
      const named = [setting, other].filter((key) => Object.hasOwn(rest, key));
      errors.push(plain);
      if (named.length === 0) break;
      // Of two settings in conflict both are removed: the one left over might conflict with
      // the default of the other.
      for (const key of named) delete rest[key];
    }
  }
  return { errors, facts: null };
}

/** The training and the validation part must each hold a window and one character more.
 * @param {Facts} facts @param {number} nChars */
function tooShort({ config }, nChars) {
  const { block_size, val_fraction } = /** @type {Numbers} */ (config);
  const nTrain = Math.floor(nChars * (1 - val_fraction));
  const shorter = Math.min(nTrain, nChars - nTrain);
  if (!(shorter <= block_size)) return [];
  const params = { characters: nChars, shorter, setting: 'block_size', block_size };
  return [new GlassError('split_shorter_than_block', params).toPlain()];
}

// ---- speed -----------------------------------------------------------------------------

/** ms per floating-point operation, and per element read or written.
 * @typedef {{ msPerFlop: number, msPerNumber: number }} Speed */

/** Elements that norms, activations and additions touch in a step: about 13·C in each
 * layer, and V for the logits. @param {Facts} facts */
function numbersPerStep({ config }) {
  const { batch_size, block_size, n_layer, n_embd, vocab_size } =
    /** @type {Numbers} */ (config);
  return batch_size * block_size * (13 * n_layer * n_embd + vocab_size);
}

/** @param {Speed} speed @param {Facts} facts */
const estimate = ({ msPerFlop, msPerNumber }, facts) =>
  msPerFlop * facts.flops_per_step + msPerNumber * numbersPerStep(facts);

/** Trains two small models for some 45 ms each and solves for the two costs.
 * @param {Engine} engine
 * @returns {Promise<Speed>} */
async function measureSpeed(engine) {
  const vocabSize = new Set(TEST_TEXT).size;
  const rows = [];
  for (const model of TEST_MODELS) await timeStep(engine, model, WARM_UP_MS);
  await new Promise((done) => setTimeout(done, COMPILE_MS));
  for (const model of TEST_MODELS) {
    const facts = engine.describe(model, vocabSize);
    rows.push({
      flops: facts.flops_per_step,
      numbers: numbersPerStep(facts),
      ms: await timeStep(engine, model, TEST_MS),
    });
  }
  const [narrow, wide] = rows;
  const determinant = narrow.flops * wide.numbers - wide.flops * narrow.numbers;
  const msPerFlop = (narrow.ms * wide.numbers - wide.ms * narrow.numbers) / determinant;
  const msPerNumber = (narrow.flops * wide.ms - wide.flops * narrow.ms) / determinant;
  // A coarse clock or an interruption can make one of them negative: then all time counts as
  // arithmetic.
  if (!(msPerFlop > 0 && msPerNumber > 0)) {
    return { msPerFlop: wide.ms / wide.flops, msPerNumber: 0 };
  }
  return { msPerFlop, msPerNumber };
}

/** The shortest of many steps: other processes only make a step longer.
 * @param {Engine} engine @param {Config} model @param {number} forMs */
async function timeStep(engine, model, forMs) {
  const session = engine.newSession(TEST_TEXT, { ...model, val_fraction: 0.3 });
  try {
    let shortest = Infinity;
    let worked = 0;
    let slice = 0;
    while (worked < forMs) {
      const start = performance.now();
      session.step();
      const ms = performance.now() - start;
      worked += Math.max(ms, 0.05);
      slice += ms;
      shortest = Math.min(shortest, Math.max(ms, 0.05));
      if (slice >= TEST_SLICE_MS) {
        await yieldToEventLoop();
        slice = 0;
      }
    }
    return shortest;
  } finally {
    session.free();
  }
}
