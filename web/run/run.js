// SPDX-License-Identifier: MIT
// The life of a training run: prepare, train, pause, step, start again, bring back.
// Nothing here draws. One rule governs all of it: a run with steps in it is never
// thrown away by starting another; it waits, paused, until the reader lets it go.
import { insideState, hasTrained } from '../state/selectors.js';
import { openSession } from '../element/shared-processor.js';

/** @typedef {import('../state/types.js').AppStore} AppStore */
/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/types.js').TextInUse} TextInUse */
/** @typedef {import('../state/types.js').Settings} Settings */

/** What belongs to one run and comes back with it. */
const RUN_KEYS = /** @type {const} */ ([
  'session', 'text', 'currentConfig', 'progress', 'line', 'firstLine', 'activations', 'samples', 'latestSample',
  'completion', 'layer', 'head', 'pin', 'headReport', 'headHistory', 'ablated', 'ablation', 'measured', 'snapshots',
  'diagnosticHistory',
]); // prettier-ignore

/** @typedef {Pick<State, typeof RUN_KEYS[number]>} RunState */

export class Run {
  /** @type {AppStore} */ #store;
  /** @type {object} */ #sessionOptions;
  #report;
  /** @type {RunState | null} */ #shelved = null;
  /** @type {(() => void)[]} */ #subscriptions = [];
  /** Called when the run in use, paused, is about to make room. */
  retiring = async () => {};
  /** Counts requests, so that only the newest of several preparations is installed. */
  #ticket = 0;
  /** Exchanges of runs, one after another. @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #closed = false;
  /** The reader's own model, on its way. @type {Promise<unknown> | null} */
  #beginning = null;

  /**
   * @param {AppStore} store
   * @param {object} sessionOptions mode and wasm, passed to every session
   * @param {(error: unknown) => void} report
   */
  constructor(store, sessionOptions, report) {
    this.#store = store;
    this.#sessionOptions = sessionOptions;
    this.#report = report;
  }

  /**
   * Makes an untrained model of this text and these settings the current one. Throws,
   * and leaves the current one as it is, when the engine refuses.
   * @param {TextInUse} text
   * @param {Settings} settings
   * @param {(session: Session) => Promise<unknown>} [fill] e.g. loads a checkpoint
   * @param {Partial<RunState>} [rest] what the run is to begin with
   * @param {boolean} [shelve] the current one stays; this one waits beside it
   * @returns {Promise<boolean>} false: a newer request overtook this one
   */
  async prepare(text, settings, fill, rest = {}, shelve = false) {
    if (this.#closed) return false;
    const ticket = shelve ? 0 : ++this.#ticket;
    const currentConfig = { preset: this.#store.state.preset, settings };
    if (!this.#store.state.session) this.#store.set({ phase: 'preparing' });
    let taken = false;
    let session;
    try {
      session = await openSession({
        ...this.#sessionOptions,
        text: text.text,
        config: settings,
      });
      await fill?.(session);
      const run = {
        session, text, currentConfig, progress: null, line: '', firstLine: '', activations: null,
        samples: [], latestSample: null, completion: null, ...this.#headWithin(session), pin: null,
        ...insideState(), ...rest,
      }; // prettier-ignore
      if (!shelve) taken = await this.#exchange(ticket, () => run);
      else if (!this.#closed && !this.#shelved) taken = this.#keep(run);
    } finally {
      if (!taken) await session?.close();
      const newest = ticket === this.#ticket;
      if (newest && !this.#store.state.session) this.#store.set({ phase: 'none' });
    }
    return taken;
  }

  /** Keeps the head that was looked at, where the new model has it. */
  #headWithin(/** @type {Session} */ session) {
    const { layer, head } = this.#store.state;
    const { structure, config } = session.info;
    return {
      layer: Math.max(0, Math.min(layer, structure.attentions.length - 1)),
      head: Math.min(head, Number(config.n_head) - 1),
    };
  }

  /**
   * Puts another run in the place of the one in use, which waits shelved if it holds any
   * work and ends otherwise. One exchange at a time.
   * @param {number} ticket of the request; a newer one overtakes it
   * @param {() => RunState | null} next
   * @returns {Promise<boolean>} whether that was done
   */
  #exchange(ticket, next) {
    const wanted = () => (this.#closed || ticket !== this.#ticket ? null : next());
    const turn = this.#turn.then(async () => {
      const { session } = this.#store.state;
      let works = hasTrained(this.#store.state);
      if (session && works && wanted()) {
        try {
          await session.pause();
          await this.retiring();
        } catch (error) {
          this.#report(error);
          // Of a dead engine nothing comes back; the run that waits already can.
          works = session.state !== 'error';
        }
      }
      const run = wanted();
      if (!run) return false;
      // As it is now, after all waiting; and nothing can come between any more.
      const { state } = this.#store;
      if (run === this.#shelved) this.#keep(null);
      if (works) {
        // Somebody may have had it go on meanwhile.
        void session?.pause();
        void this.discardShelved();
        const before = Object.fromEntries(RUN_KEYS.map((key) => [key, state[key]]));
        this.#keep(/** @type {RunState} */ (before));
      } else void session?.close();
      this.#install(run);
      return true;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** The run that waits to be brought back. */
  get shelved() {
    return this.#shelved;
  }

  /** @param {RunState | null} run */
  #keep(run) {
    this.#shelved = run;
    const { steps = 0, history } = run?.session ?? {};
    const loss = history?.valLoss.at(-1) ?? null;
    this.#store.set({ shelved: run && { step: steps, loss } });
    return true;
  }

  /** @param {RunState} run */
  #install(run) {
    for (const end of this.#subscriptions) end();
    const session = /** @type {Session} */ (run.session);
    this.#subscriptions = [
      session.on(
        'progress',
        (/** @type {import('../state/types.js').Progress} */ progress) =>
          this.#store.set({
            progress,
            historyLength: lengthOf(session),
            pretrained: 0,
          }),
      ),
      session.on('state', () => this.#takeState(session)),
      session.on('error', (error) => this.#report(error)),
    ];
    this.#store.set({
      ...run,
      ...run.currentConfig,
      // Whoever was writing does so no more.
      completion: run.completion && { ...run.completion, busy: false },
      viewedSnapshot: null,
      viewedHeadReport: null,
      scrubPreview: null,
      answers: {},
      historyLength: lengthOf(session),
      configPending: false,
    });
    this.#takeState(session);
  }

  #takeState(/** @type {Session} */ session) {
    if (session.state === 'closed') return;
    this.#store.set({
      phase: /** @type {State['phase']} */ (session.state),
      historyLength: lengthOf(session),
    });
  }

  /** Trains to the end of the schedule, or a quarter further when that is behind.
   * @param {number} [maxSteps] where the host page wants a first stop */
  async train(maxSteps = Infinity) {
    if (!(await this.#beginOwn())) return;
    const { session } = this.#store.state;
    if (!session) return;
    const planned = Number(session.info.config.max_steps);
    let until =
      session.steps < planned ? planned : session.steps + Math.ceil(planned / 4);
    if (session.steps < maxSteps) until = Math.min(until, maxSteps);
    await session.run({ until });
  }

  pause() {
    return this.#store.state.session?.pause();
  }

  async stepOnce() {
    if (await this.#beginOwn()) await this.#store.state.session?.step(1);
  }

  /** A model the page came with makes room for the reader's, from its first step; once,
   * however often Train is pressed meanwhile.
   * @returns {Promise<boolean>} whether it has */
  async #beginOwn() {
    const { pretrained, text, settings, line, completion } = this.#store.state;
    if (!pretrained || !text) return true;
    this.#beginning ??= this.prepare(text, settings, undefined, { line, completion });
    await this.#beginning.finally(() => (this.#beginning = null));
    return !this.#store.state.pretrained;
  }

  /** Exchanges the current run with the shelved one. */
  async restoreShelved() {
    if (this.#shelved) await this.#exchange(++this.#ticket, () => this.#shelved);
  }

  /** Ends the shelved run. */
  async discardShelved() {
    const run = this.#shelved;
    this.#keep(null);
    await run?.session?.close();
  }

  /** Ends everything; the element left the page. */
  async close() {
    this.#closed = true;
    for (const end of this.#subscriptions) end();
    this.#subscriptions = [];
    await this.discardShelved();
    await this.#store.state.session?.close();
    this.#store.set({ session: null, phase: 'none', activations: null });
  }
}

/** @param {Session} session */
const lengthOf = ({ history }) => history.step.length + history.valStep.length;
