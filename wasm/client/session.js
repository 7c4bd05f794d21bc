// SPDX-License-Identifier: MIT
/**
 * A session: one text, one model, its training and its analyses. This is the API for
 * pages, the element and the examples; it runs in browsers and in Node.
 *
 *   const session = await createSession({ text, config: { n_layer: 2 } });
 *   session.on('progress', ({ step, loss }) => console.log(step, loss));
 *   await session.run({ until: 500 });
 *   const { text } = await session.sample({ prompt: 'The ', chars: 200 });
 *   await session.close();
 *
 * createSession(options)
 *   text       string, or UTF-8 bytes
 *   config     settings by their names in configSchema(); all optional
 *   mode       'worker', 'main' (this thread, in slices of 8 ms) or 'auto' (default): a
 *              worker if one can be started; if not, a warning in the console says why
 *   wasm       the engine as bytes, Module or URL; only where provide() named none
 *   workerUrl  a worker file on the same site, for policies that forbid blob: workers
 *   workers    how many share each step: 1 … 8 (of use: 1, 2, 3, 4, 8), or 'auto'
 *              (default): one a core, at most eight, and of those as many as make steps
 *              faster. Results are the same with any number
 *   gradientWorkers  false: start none until setMaxWorkers() is called
 *
 * Properties
 *   info       facts about text and model: SessionInfo in types.js
 *   state      'idle' | 'running' | 'paused' | 'done' | 'error' | 'closed'
 *   isFineTuned  its run began at trained weights: those of a file (load with fineTune), or of
 *              another program
 *   steps      optimizer steps completed
 *   isLoaded   the model came from a file (load), not from settings and seed
 *   history    { step, loss, learningRate, gradNorm, valStep, valLoss, valAccuracy,
 *              valExact }: growing arrays, emptied by reset and load. Beyond 16 384
 *              entries the older half keeps every second one
 *   last       the last progress record, or null
 *   analysisMs time the engine has spent on analyses and samples up to that record, while
 *              training waited
 *   workers    workers that can share a step now
 *   workersRequested  workers that will share a step when all have started
 *   snapshots  { step, event }[]: steps whose weights are kept, oldest first. Taken at
 *              steps 0, 25, 50, 100, 200 …, where the validation loss first falls below
 *              that of 'unigram', 'bigram' or 'trigram' (the event), and every 5 steps;
 *              thinned evenly to 64 or 32 MB, whichever is less. Models of more than 2.6
 *              million weights have none. Emptied by reset and load
 *
 * Training
 *   step(n = 1)      takes n steps, then pauses; resolves to the last progress record
 *   run({ until })   trains until paused or until step `until` (default max_steps);
 *                    resolves to 'paused' or 'done'. Evaluates the validation text at
 *                    step 0, every eval_interval steps and at the end
 *   pause()          resolves when training has stopped, after the current piece of work:
 *                    60 ms, or an eighth of a step if that is longer
 *   suspend(on)      suspend(true) stops training as a pause does and makes new requests
 *                    wait; suspend(false) continues them, unless pause() or a later
 *                    request has ended them
 *   reset({ seed })  new weights, step 0, same text; a generated task draws new lines
 *   evaluate({ split: 'val' | 'train', windows })  → { loss, tokens, accuracy, exactShare }
 *   profile({ steps: 3 })  → Profile, the time of each operation. Measures the next step
 *                    `steps` times in the worker alone and undoes it; training waits
 *   setMaxWorkers(n) ends workers beyond n, the one that holds the model included, or
 *                    starts missing ones up to the number requested
 *
 * The model (also of a snapshot: see at)
 *   sample({ prompt, chars, temperature, topK, topP, minP, repetitionPenalty, greedy, seed,
 *            pauseTraining, logits, onText, signal })  → { text, tokens, probs, logits, step }
 *                    probs[i] is the probability of token i; with `logits`, logits[i] is
 *                    the row [V] it was drawn from. Models of pairs stop after <EOS>.
 *                    pauseTraining false: training goes on, and weights may change between
 *                    tokens. An aborted signal rejects with its reason
 *   runWithCache({ text, attention, logits, tensors, lens, norms, compared })
 *                    → ActivationCache (protocol.js)
 *   headReport, lens, attribution, ablate, …  the analyses: analyses.js
 *   tensorNames()    parameters, activations, and 'grad:' + either
 *   hash()           SHA-256 of all weights, the same on every platform for the same run
 *
 * Changing and keeping the model
 *   setHeadMask({ layer, head, mask })  multiplies a head's output by `mask`, in training too
 *   setHead({ layer, head, on })    the same with 1 or 0
 *   save({ training: true, form })  → Uint8Array, .safetensors; resumes exactly if `training`.
 *                    form, of a model trained by LoRA: 'merged', a whole model, or
 *                    'adapter', what was trained alone
 *   load(bytes, { snapshots, settings, fineTune, signal, onShare })  replaces the model; an
 *                    invalid file throws and changes nothing, and so does an aborted signal
 *                    while files of another program are read: with its reason. onShare hears
 *                    what share of those was. `bytes` may be a Blob. A list of files is a model of
 *                    another program, which begins at step 0 and is read in pieces:
 *                    model.safetensors, config.json and tokenizer.json of Hugging Face (Llama,
 *                    GPT-2, GPT-Neo) or nanoGPT, or a float32 model of llama2.c and then its
 *                    tokenizer.bin; or a model and its adapter. `settings`: of training,
 *                    instead of those of the file.
 *                    fineTune: a new run begins at its weights, at step 0; with lora_rank in
 *                    `settings` only low-rank changes of that rank are trained.
 *                    `snapshots`: from transferSnapshots(), moved, not copied
 *   transferSnapshots()  → all snapshots with their weights, moved, not copied
 *   at(step)         the model of a snapshot: all methods of "The model", with the heads
 *                    off that are off now. Training is not affected. They reject with
 *                    'no-snapshot' when that snapshot is gone.
 *                    E.g. session.at(200).pattern({ layer, head, text })
 *   pinSnapshots(steps)  keeps these from being thinned out
 *
 * on(event, listener)  'progress', 'state', 'error', 'workers', 'snapshots'; returns a
 *                    function that removes the listener. Given again, it is called once still
 * close()
 *
 * createSession() and sample() refuse an option that they do not have.
 *
 * Requests that train or replace the model run one after another and end a run under way;
 * the others are answered between two pieces of work. Everything rejects with a
 * GlassError { code, message, hint }.
 */

import { PROTOCOL_VERSION, Caller, checkVersion } from '../shared/protocol.js';
import { GlassError } from '../shared/errors.js';
import {
  engineModule,
  coreCount,
  hostHere,
  providedWorkerSource,
} from '../engine/loading.js';
import { choice, configJson, count, optionsOf, toBytes } from '../engine/instance.js';
import { modelView } from './model-view.js';
import { MemoryShare } from './page-memory.js';
import { endOf, startWorker } from './start-worker.js';
import { Trainer } from './trainer.js';
import { GRADIENT_WORKER_HELLO_TIMEOUT_MS } from './worker-failure.js';
import { MAX_WORKERS, WorkerPool, workerCount } from './worker-pool.js';

/** @import { TimeLimits } from '../shared/protocol.js' */
/** @import { Connection } from './start-worker.js' */
/** @import { ModelView } from './model-view.js' */
/** @import { Mode, SessionOptions } from './types.js' */

/** @typedef {Trainer & ModelView} Session */

/** In a worker, messages may wait for one slice. In the page, a slice and the piece that
 * ends it must stay well under 50 ms, or the page stutters.
 * @type {Record<Mode, TimeLimits>} */
const TIME_LIMITS = {
  worker: { sliceMs: 16, pieceMs: 60 },
  main: { sliceMs: 8, pieceMs: 8 },
};

/** Of createSession(). */
const OPTIONS = 'text config mode wasm workerUrl workers gradientWorkers'.split(' ');

const MODES = { auto: 0, worker: 1, main: 2 };

/** Says why sessions share the page's thread. The element, whose bundle has the worker inside,
 * says so on the screen. @param {unknown} error */
function warnOfThisThread(error) {
  if (providedWorkerSource()) return;
  console.warn(
    `glassformer: no worker, so training shares the thread of the page. ${error} ` +
      "`workerUrl` of createSession() may name a copy of 'glassformer/worker.js'.",
  );
}

/**
 * The connection to a model: in a worker if one can be had, otherwise in this thread.
 * @param {WebAssembly.Module} module the engine
 * @param {Mode | 'auto'} mode
 * @param {string} [workerUrl]
 * @returns {Promise<Connection>}
 */
async function connect(module, mode, workerUrl) {
  if (mode !== 'main') {
    try {
      const worker = await startWorker({ module, workerUrl });
      const died = Promise.race([worker.died, endOf(worker.port)]);
      return { ...worker, died, mode: 'worker', memory: new MemoryShare() };
    } catch (error) {
      if (mode === 'worker') throw error;
      warnOfThisThread(error);
    }
  }
  const { port1, port2 } = new MessageChannel();
  const close = hostHere(port2, module);
  const died = new Promise(() => {});
  const memory = new MemoryShare();
  return { port: port1, terminate: close, died, mode: 'main', memory };
}

/** @param {SessionOptions} options
 * @returns {Promise<Session>} */
export async function createSession(options) {
  const given = optionsOf(options, OPTIONS);
  const { text, config = {}, mode = 'auto', workers = 'auto' } = given;
  const { wasm, workerUrl, gradientWorkers = true } = given;
  if (typeof text !== 'string') toBytes(text); // or the reason why not
  choice(MODES, mode, 'mode');
  if (workers !== 'auto' && count(workers, 'workers', 1) > MAX_WORKERS) {
    throw new GlassError('too_many_workers', { max: MAX_WORKERS });
  }
  // A plain copy: not every object can be sent to a worker.
  const settings = JSON.parse(configJson(config));
  const module = await engineModule(wasm);
  const connection = await connect(module, mode, workerUrl);
  const caller = new Caller(connection.port);
  void connection.died.then((error) => caller.close(error));
  try {
    checkVersion((await caller.call('hello', { version: PROTOCOL_VERSION })).version);
    connection.memory.take(await caller.call('measure', { config: settings }));
    const info = await caller.call('open', {
      text,
      config: settings,
      timeLimits: TIME_LIMITS[connection.mode],
      useAll: workers !== 'auto',
    });
    let pool = null;
    if (connection.mode === 'worker') {
      const requested = workerCount(workers, coreCount(), info.memory_bytes) - 1;
      const helloTimeoutMs = GRADIENT_WORKER_HELLO_TIMEOUT_MS;
      const start = () => startWorker({ module, workerUrl, helloTimeoutMs });
      pool = new WorkerPool(caller, start, requested);
      if (gradientWorkers) pool.setLimit(requested);
    }
    return Object.assign(
      new Trainer(caller, connection, info, pool),
      modelView(caller),
    );
  } catch (error) {
    caller.close(new GlassError('session_not_opened'));
    connection.terminate();
    connection.memory.set(0);
    throw GlassError.from(error);
  }
}
