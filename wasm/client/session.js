// SPDX-License-Identifier: MIT
/**
 * What a page talks to: one text, one model, its training, and every look inside. Pages,
 * the element, the examples and the browser tests use only this; it runs in Node too.
 *
 *   const session = await createSession({ text, config: { n_layer: 2 } });
 *   session.on('progress', ({ step, loss }) => console.log(step, loss));
 *   await session.run({ until: 500 });
 *   const { text } = await session.sample({ prompt: 'The ', chars: 200 });
 *   await session.close();
 *
 * createSession({ text, config, mode, wasm, fast, workerUrl, workers, gradientWorkers })
 *   text       string, or bytes of UTF-8
 *   config     settings by their names in configSchema(); all optional
 *   mode       'worker', 'main' (in this thread, in slices of 8 ms) or 'auto': a worker
 *              if one can be had
 *   wasm       the engine as bytes, Module or URL; needed only where none was provided
 *   fast       true, or the fast engine as bytes, Module or URL (`make fast`): fused
 *              multiply-add, and bytes that depend on the machine, though not on the
 *              number of workers. Where it cannot be had the exact engine is taken
 *   workerUrl  a worker file of the same site, for policies that forbid blob: workers
 *   workers    how many share each step: 1 … 8, useful 1, 2, 3, 4, 8; 'auto': up to four,
 *              one core being left to the page, and of those as many as turn out to pay.
 *              The bytes are the same with any number
 *   gradientWorkers    false: start none before setMaxWorkers() is called, so that a session at rest is
 *              one worker
 *
 * session.info       facts about text and model, see SessionInfo; exact: which engine it is
 * session.state      'idle' | 'running' | 'paused' | 'done' | 'error' | 'closed'
 * session.steps      optimizer steps completed
 * session.history    { step, loss, learningRate, gradNorm, valStep, valLoss, valAccuracy,
 *                    valExact }: arrays that grow; emptied by reset and load. From 16 384
 *                    entries on the older half keeps every second one
 * session.last       the last progress record, or null
 * session.analysisMs    what the engine has spent on answers and samples so far, as of that
 *                    record; training waited meanwhile
 * session.workers    workers at hand now; gradient workers join while training is under way
 * session.workersRequested  how many there are to be
 *
 * step(n = 1)        n steps, then paused; resolves to the last progress record
 * run({ until })     trains until a pause, or until `until` (default max_steps); resolves
 *                    to 'paused' or 'done'. The held-out text is measured at step 0, every
 *                    eval_interval steps and at the end
 * pause()            resolves when training has stopped, at most one piece of work later:
 *                    60 ms, or an eighth of a step where that is longer
 * suspend(on)           while it is on nothing trains: what is under way stops as if paused,
 *                    and what is asked for waits. Both go on afterwards, each to its own
 *                    end, unless pause() or a later request ended them
 * reset({ seed })    fresh weights, step 0, same text; a generated task draws its lines
 *                    from the seed too
 * evaluate({ split: 'val' | 'train', windows })  → { loss, tokens, accuracy, exactShare }
 * sample({ prompt, chars, temperature, topK, topP, greedy, seed, pauseTraining, logits, onText,
 *          signal })
 *                    → { text, tokens, probs, logits, step }; probs[i] is the probability the model
 *                    gave to character i. Models of pairs stop after <EOS>. Training waits
 *                    meanwhile, unless pauseTraining is false (then weights may change between
 *                    characters). With `logits`, logits[i] is the row [V] character i was
 *                    drawn from. A fired signal rejects with its reason
 * profile({ steps: 3 })  → { step, stepMs, ops: [{ name, kind, forwardMs, backwardMs,
 *                    flops }], otherMs }: where the time of a step goes, see profile.js.
 *                    Measures the next step `steps` times, here and alone, and leaves the
 *                    model as it was; training waits meanwhile
 * runWithCache({ text, attention, logits, tensors })  → ActivationCache (protocol.js)
 * headReport, lens, attribution, ablate, … the analyses, see analyses.js
 * tensorNames()      parameters, activations, and 'grad:' + either
 * setGate({ layer, head, gate })  0 switches a head off, 1 on
 * setHead({ layer, head, on })    the same in words; in force for training too
 * save({ training }) → Uint8Array, .safetensors; with training state resume is exact
 * load(bytes, { snapshots })
 *                    replaces the model; a bad file throws and changes nothing. With
 *                    what transferSnapshots() gave when the file was saved the past is
 *                    there again; their buffers are moved, not copied
 * setMaxWorkers(n)           at most n workers from now on, this session's own included; gradient workers
 *                    beyond are ended, missing ones up to the number asked for started
 * hash()             SHA-256 of all weights, the same on every platform for the same run
 * snapshots          { step, event }[]: the steps of which the weights are still there,
 *                    oldest first. Taken at step 0, 25, 50, 100, 200 …, where the held-out
 *                    loss first passes 'unigram', 'bigram' or 'trigram' (the event), and every
 *                    5 steps; thinned out evenly to 64 or 32 MB, whichever is less. Models
 *                    of more than 2.6 million weights have none. Emptied by reset and load
 * transferSnapshots()  → all of them with their weights, moved, not copied; none stay
 * at(step)           the model of one of those steps: sample, runWithCache, hash, tensorNames
 *                    and all of analyses.js, with the heads off that are off now. Training
 *                    goes on untouched. Rejects with 'no-snapshot' when that step is gone.
 *                    E.g. the same head then: session.at(200).pattern({ layer, head, text })
 * pinSnapshots(steps)  these are not thinned out while somebody looks at them
 * on(event, f)       'progress', 'state', 'error', 'workers', 'snapshots'; returns a
 *                    function that ends it
 * close()
 *
 * Requests that train or replace the model wait for each other, and end a run that is
 * under way; the others are answered between two pieces of work. Everything rejects with
 * a GlassError { code, message, hint }.
 */

import { PROTOCOL_VERSION, Caller, checkVersion } from '../shared/protocol.js';
import { GlassError } from '../shared/errors.js';
import { chooseEngine, coreCount } from '../engine/loading.js';
import { configJson } from '../engine/input.js';
import { count } from './arguments.js';
import { TIME_LIMITS, connect } from './connect.js';
import { modelView } from './model-view.js';
import { startGradientWorker } from './start-worker.js';
import { Trainer } from './trainer.js';
import { MAX_WORKERS, WorkerPool, workerCount } from './worker-pool.js';

/** @typedef {import('./connect.js').HostHere} HostHere */
/** @typedef {import('./model-view.js').ModelView} ModelView */
/** @typedef {import('./types.js').SessionOptions} SessionOptions */

/** @typedef {Trainer & ModelView} Session */

/**
 * @param {SessionOptions} options
 * @param {HostHere} hostHere runs the model in this thread
 * @returns {Promise<Session>}
 */
export async function openSession(
  {
    text,
    config = {},
    mode = 'auto',
    wasm,
    fast = false,
    workerUrl,
    workers = 'auto',
    gradientWorkers = true,
  },
  hostHere,
) {
  if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
    throw new GlassError('bad-argument', 'A session needs a text: a string or bytes.');
  }
  if (workers !== 'auto' && count(workers, 'workers', 1) > MAX_WORKERS) {
    throw new GlassError(
      'bad-argument',
      `More than ${MAX_WORKERS} workers are no use.`,
    );
  }
  // A plain copy: not every object can be sent to a worker.
  const settings = JSON.parse(configJson(config));
  const module = await chooseEngine(wasm, fast);
  const connection = await connect(module, mode, workerUrl, hostHere);
  const caller = new Caller(connection.port);
  void connection.died.then((error) => caller.close(error));
  try {
    checkVersion((await caller.call('hello', { version: PROTOCOL_VERSION })).version);
    const info = await caller.call('open', {
      text,
      config: settings,
      timeLimits: TIME_LIMITS[connection.mode],
      useAll: workers !== 'auto',
    });
    if (connection.mode === 'main') return newSession(caller, connection, info, null);
    const requested = workerCount(workers, await coreCount(), info.memory_bytes) - 1;
    const start = () => startGradientWorker(module, workerUrl);
    const pool = new WorkerPool(caller, start, requested);
    if (gradientWorkers) pool.setLimit(requested);
    return newSession(caller, connection, info, pool);
  } catch (error) {
    caller.close(new GlassError('closed', 'This session was never opened.'));
    connection.terminate();
    throw GlassError.from(error);
  }
}

/**
 * @param {ConstructorParameters<typeof Trainer>} parts
 * @returns {Session}
 */
const newSession = (...parts) =>
  Object.assign(new Trainer(...parts), modelView(parts[0]));
