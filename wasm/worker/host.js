// SPDX-License-Identifier: MIT
// The engine behind the protocol: what a worker runs, or the page itself where there are
// no workers. Training, a sample and any number of questions go on side by side; they
// take turns (see breathe.js), so every answer belongs to one moment of the run.

import { breathe } from '../shared/yield.js';
import { Crew, Helper } from './parallel/gradient-workers.js';
import { Engine } from '../engine/engine.js';
import { GlassError } from '../shared/errors.js';
import { GRADIENT, inspect } from './inspection.js';
import { Answerer, PROTOCOL_VERSION, checkVersion } from '../shared/protocol.js';
import { fasterOf } from '../engine/profile.js';
import { Snapshots, areOf } from './snapshots.js';
import { Training } from './training.js';

/** @typedef {import('../engine/lab.js').Lab} Lab */
/** @typedef {import('../engine/types.js').LabInfo} LabInfo */
/** @typedef {import('../shared/protocol.js').GateParams} GateParams */
/** @typedef {import('../shared/protocol.js').Handlers} Handlers */
/** @typedef {import('../shared/protocol.js').OpenParams} OpenParams */
/** @typedef {import('../shared/protocol.js').SampleParams} SampleParams */
/** @typedef {import('../shared/protocol.js').SamplePart} SamplePart */
/** @typedef {import('../shared/protocol.js').Snapshot} Snapshot */

/** @template P @typedef {import('../shared/protocol.js').Context<P>} Context */

/** A piece of a sample: short beside the pieces of training it takes turns with. */
const SAMPLE_SLICE_MS = 8;

/** Ends the answer of a model of pairs (src/text/tokenizer/tokenizer.h). */
const END = '<EOS>';

/**
 * Everything about one model, replaced as a whole when a checkpoint is loaded.
 *
 * @typedef {object} Bench
 * @property {Lab} lab
 * @property {LabInfo} info
 * @property {Training} training
 * @property {Snapshots} snapshots
 */

/**
 * A model that can be asked, now or as it was.
 *
 * @typedef {object} Subject
 * @property {Lab} lab
 * @property {LabInfo} info
 * @property {number} step
 */

export class Workshop {
  /** @type {Answerer} */ #answerer;
  #module;
  /** @type {OpenParams | null} */ #opened = null;
  /** @type {Bench | null} */ #bench = null;
  #crew = new Crew((id) => this.#answerer.tell('helperLost', { id }));
  /** Heads that are not as they were made, as helpers must have them too.
   * @type {Map<string, GateParams>} */
  #gates = new Map();
  /** The model came from a file, not from settings. */
  #loaded = false;
  /** Samples wait for each other: a laboratory writes one at a time.
   * @type {Promise<unknown>} */
  #writing = Promise.resolve();

  /**
   * @param {MessagePort} port
   * @param {WebAssembly.Module} module the engine
   */
  constructor(port, module) {
    this.#module = module;
    this.#answerer = new Answerer(port, this.#handlers());
  }

  /** @returns {Handlers} */
  #handlers() {
    return {
      hello: ({ version }) => {
        checkVersion(version);
        return { version: PROTOCOL_VERSION };
      },
      open: (params) => this.#open(params),
      train: (params) => this.#need().training.run(params),
      pause: () => {
        this.#bench?.training.pause();
        return null;
      },
      reset: ({ seed }) => this.#reset(seed),
      evaluate: ({ split, windows }, { signal }) =>
        this.#need().training.measure(split, windows, signal),
      profile: ({ steps }, { signal }) => this.#profile(steps, signal),
      sample: (params, context) => this.#sample(params, context),
      inspect: (params, { transfer }) =>
        this.#about(params.at, (subject) => inspect(subject, params, transfer)),
      look: ({ request, at }, { transfer }) =>
        this.#about(at, ({ lab }) => lab.inspect(request, transfer)),
      tensorNames: () => this.#tensorNames(),
      setGate: (gate) => this.#setGate(gate),
      holdSnapshots: ({ steps }) => {
        this.#need().snapshots.held = steps;
        return null;
      },
      handOverSnapshots: (_, { transfer }) => this.#need().snapshots.handOver(transfer),
      save: ({ training }, { transfer }) => {
        const { lab, training: run } = this.#need();
        // The history of whoever saves ends where the file does.
        run.flush();
        const bytes = lab.save({ training });
        transfer.push(bytes.buffer);
        return bytes;
      },
      load: ({ bytes, snapshots }) => this.#load(bytes, snapshots),
      hash: ({ at }) => this.#about(at, ({ lab }) => lab.hash()),
      join: ({ id, port }) => this.#joinHelper(new Helper(id, port)),
      leave: ({ id }) => {
        this.#crew.remove(id);
        return null;
      },
      gradient: (request, { transfer }) => this.#gradient(request, transfer),
    };
  }

  /** Ends everything under way: in the page's own thread nobody else would. */
  close() {
    this.#answerer.close();
    this.#crew.close();
    this.#bench?.training.close();
    this.#bench?.snapshots.close();
    this.#bench?.lab.free();
    this.#bench = null;
  }

  #need() {
    if (!this.#bench) throw new GlassError('closed', 'There is no model here.');
    return this.#bench;
  }

  // ---- life --------------------------------------------------------------------------

  /** @param {OpenParams} params */
  async #open(params) {
    const engine = await Engine.create(this.#module);
    const lab = engine.newLab(params.text, params.config);
    this.#opened = params;
    return this.#install(lab);
  }

  /** @param {Lab} lab @param {Snapshot[]} [past] of its run */
  #install(lab, past) {
    const info = lab.info();
    const { pace, useAll } = /** @type {OpenParams} */ (this.#opened);
    this.#bench?.training.close();
    this.#bench?.snapshots.close();
    if (this.#bench?.lab !== lab) this.#bench?.lab.free();
    const snapshots = new Snapshots(lab, info, () => this.#openAgain(lab), past);
    this.#bench = {
      lab,
      info,
      snapshots,
      training: new Training(lab, info, {
        pace,
        useAll,
        snapshots,
        crew: this.#crew,
        tell: (news) => this.#answerer.tell('progress', news),
      }),
    };
    return info;
  }

  /** In an instance of its own: a bad file then leaves no trace, and the memory of the
   * old model goes back to the system with its instance.
   * @param {Uint8Array} bytes @param {Snapshot[]} [past] */
  async #load(bytes, past = []) {
    this.#need();
    const { text } = /** @type {OpenParams} */ (this.#opened);
    const engine = await Engine.create(this.#module);
    const lab = engine.openLab(bytes, text);
    if (!areOf(past, lab)) {
      throw new GlassError('bad-argument', 'These snapshots are of another run.');
    }
    const info = this.#install(lab, past);
    this.#gates.clear();
    const weights = lab.save({ training: false });
    this.#crew.tell(({ call }) => call('load', { bytes: weights }));
    this.#loaded = true;
    return info;
  }

  /** @param {number} [seed] default: the one in force */
  #reset(seed) {
    const { lab, info } = this.#need();
    lab.reset(seed ?? Number(info.config.seed));
    this.#crew.tell(({ call }) => call('reset', { seed }));
    return this.#install(lab);
  }

  /** The same model in an engine of its own. @param {Lab} lab */
  async #openAgain(lab) {
    const { text } = /** @type {OpenParams} */ (this.#opened);
    const engine = await Engine.create(this.#module);
    const again = engine.openLab(lab.save({ training: false }), text);
    for (const { layer, head, gate } of this.#gates.values()) {
      again.setGate(layer, head, gate);
    }
    return again;
  }

  /**
   * Asks the model of step `at`, or the one in training.
   *
   * @template T
   * @param {number | undefined} at
   * @param {(subject: Subject) => T} ask does not wait for anything: others come next
   */
  async #about(at, ask) {
    const { lab, info, training, snapshots } = this.#need();
    const past = at === undefined ? lab : await snapshots.past();
    const start = performance.now();
    try {
      if (at !== undefined) snapshots.put(past, at);
      return ask({ lab: past, info, step: at ?? training.step });
    } finally {
      training.asked(performance.now() - start);
    }
  }

  // ---- sharing steps -----------------------------------------------------------------

  /** Gives it the model; from then on it helps. @param {Helper} helper */
  async #joinHelper(helper) {
    const { call, id } = helper;
    this.#crew.expect(helper);
    try {
      await call('open', /** @type {OpenParams} */ (this.#opened));
      // The model may be replaced while the helper is given the old one.
      for (let bench = null; bench !== this.#bench;) {
        bench = this.#need();
        const bytes = this.#loaded ? bench.lab.save({ training: false }) : null;
        if (bytes) await call('load', { bytes });
      }
    } catch (error) {
      this.#crew.remove(id);
      throw error;
    }
    this.#crew.add(helper);
    const seed = Number(this.#need().info.config.seed);
    const drop = () => this.#crew.drop(id);
    call('reset', { seed }).catch(drop);
    for (const gate of this.#gates.values()) call('setGate', gate).catch(drop);
    return null;
  }

  /** @param {GateParams} gate */
  #setGate(gate) {
    const { lab, training, snapshots } = this.#need();
    lab.setGate(gate.layer, gate.head, gate.gate);
    snapshots.setGate(gate);
    training.forget();
    this.#gates.set(`${gate.layer}.${gate.head}`, gate);
    this.#crew.tell(({ call }) => call('setGate', gate));
    return null;
  }

  /**
   * What a helper does.
   *
   * @param {import('../shared/protocol.js').GradientRequest} request
   * @param {Transferable[]} transfer
   */
  #gradient({ step, weights, ranges, gradients }, transfer) {
    const { lab } = this.#need();
    lab.writeWeights(weights, step);
    const lossSums = ranges.map(([first, last], i) => {
      const lossSum = lab.computeGradient(0, first, last);
      lab.readGradient(0, gradients[i]);
      return lossSum;
    });
    transfer.push(weights.buffer, ...gradients.map(({ buffer }) => buffer));
    return { weights, gradients, lossSums };
  }

  // ---- writing -----------------------------------------------------------------------

  /**
   * @param {SampleParams} params
   * @param {Context<SamplePart>} context
   * @returns {Promise<null>}
   */
  #sample(params, context) {
    const turn = this.#writing.then(() => this.#write(params, context));
    this.#writing = turn.catch(() => {});
    return turn;
  }

  /** @param {SampleParams} params @param {Context<SamplePart>} context */
  async #write({ hold, ...params }, context) {
    const { training } = this.#need();
    // What was does not change.
    const release = hold && params.at === undefined ? training.hold() : () => {};
    try {
      await this.#writeOn(params, context);
    } finally {
      release();
    }
    return null;
  }

  /**
   * @param {Omit<SampleParams, 'hold'>} params
   * @param {Context<SamplePart>} context
   */
  async #writeOn({ prompt, chars, at, logits, ...options }, { signal, part }) {
    const bench = this.#need();
    const { form, vocabulary } = bench.info;
    const last = form === 'text' ? -1 : vocabulary.lastIndexOf(END);
    await this.#about(at, ({ lab }) => lab.prompt(prompt));
    for (let left = chars; left > 0 && !signal.aborted;) {
      if (this.#bench !== bench) {
        throw new GlassError('aborted', 'The model was replaced while it was writing.');
      }
      await this.#about(at, ({ lab, step }) => {
        /** @type {SamplePart} */
        const piece = { step, text: '', tokens: [], probs: [], logits: [] };
        const end = performance.now() + SAMPLE_SLICE_MS;
        do {
          if (logits) piece.logits.push(lab.guess());
          const { id, text, p } = lab.write(options);
          piece.text += text;
          piece.tokens.push(id);
          piece.probs.push(p);
          left = id === last ? 0 : left - 1;
        } while (left > 0 && performance.now() < end);
        part(piece);
      });
      await breathe();
    }
  }

  // ---- looking -----------------------------------------------------------------------

  /**
   * @param {number} steps
   * @param {AbortSignal} signal
   * @returns {Promise<import('../engine/profile.js').Profile>}
   */
  async #profile(steps, signal) {
    const bench = this.#need();
    const release = bench.training.hold();
    try {
      let best = fasterOf(null, bench.lab.profile());
      for (let i = 1; i < steps; i++) {
        await breathe();
        signal.throwIfAborted();
        if (this.#bench !== bench) {
          throw new GlassError('aborted', 'The model was replaced meanwhile.');
        }
        best = fasterOf(best, bench.lab.profile());
      }
      return best;
    } finally {
      release();
    }
  }

  #tensorNames() {
    const { info } = this.#need();
    const names = [...info.parameters.map(({ name }) => name), ...info.tensors];
    // The loss is where gradients begin; it has none itself.
    const withGradient = names.filter((name) => name !== 'loss');
    return [...names, ...withGradient.map((name) => GRADIENT + name)];
  }
}
