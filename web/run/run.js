// SPDX-License-Identifier: MIT
// The life of a training run: prepare, train, pause, step, replace, restore. A run that
// has steps is never discarded by starting another: it is shelved, paused, until the
// reader discards it.
import { queryState } from '../state/queries.js';
import { hasTrained, headWithin } from '../state/selectors.js';
import { initialState } from '../state/state.js';
import { picked } from '../state/store.js';
import { createSession } from '../../wasm/index.js';
import { OF_RUN, SHELVED } from './serialization.js';
import { settingValue } from './settings.js';
import { makeRoom, shareProcessor } from './shared-processor.js';

/** @import { AppStore, State } from '../state/state.js' */
/** @import { Session, Settings, TextInUse } from '../state/types.js' */

/** Stays with its run in this page. */
const RUN_KEYS = /** @type {const} */ ([
  ...OF_RUN,
  'session',
  'text',
  'currentConfig',
  'progress',
  'activations',
  'latestSample',
  'pin',
  'isolated',
  'headReport',
  'ablation',
  'snapshots',
  'diagnosticHistory',
]);

/** @typedef {Pick<State, typeof RUN_KEYS[number]>} RunEntries */

export class Run {
  /** @type {AppStore} */ #store;
  #sessionOptions;
  #report;
  #beforeReplace;
  /** @type {RunEntries | null} */ #shelved = null;
  /** @type {(() => void)[]} */ #subscriptions = [];
  /** Counts requests: only the newest of several preparations is installed. */
  #ticket = SHELVED;
  /** Preparations under way. */
  #preparing = 0;
  /** Replacements, one after another. @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #closed = false;
  /** The reader's own model, being prepared. @type {Promise<unknown> | null} */
  #beginning = null;
  /** Pausing cancels a training that has not begun, too. */
  #pausing = new AbortController();

  /**
   * @param {AppStore} store
   * @param {object} sessionOptions passed to every session
   * @param {(error: unknown) => void} report
   * @param {() => Promise<unknown>} [beforeReplace] awaited while the run in use, paused,
   *   can still be read
   */
  constructor(store, sessionOptions, report, beforeReplace = async () => {}) {
    this.#store = store;
    this.#sessionOptions = sessionOptions;
    this.#report = report;
    this.#beforeReplace = beforeReplace;
  }

  /**
   * Makes an untrained model of this text and these settings the current one. Throws,
   * and leaves the current one as it is, when the engine refuses.
   * @param {TextInUse} text
   * @param {Settings} settings
   * @param {(session: Session) => Promise<unknown>} [fill] e.g. loads a checkpoint
   * @param {Partial<State>} [initial] what the run begins with
   * @param {number} [ticket] of claim(); SHELVED: the current one stays, this one is shelved
   * @returns {Promise<boolean>} false: a newer request overtook this one
   */
  async prepare(text, settings, fill, initial = {}, ticket = this.claim()) {
    if (this.#closed) return false;
    this.#preparing++;
    const currentConfig = { preset: this.#store.state.preset, settings };
    if (!this.#store.state.session) this.#store.set({ phase: 'preparing' });
    let taken = false;
    let session;
    try {
      session = await this.#open(text.text, settings);
      shareProcessor(session);
      await fill?.(session);
      const run = {
        ...picked(initialState(), RUN_KEYS),
        ...{ session, text, currentConfig },
        ...headWithin(session, this.#store.state.nextHead ?? this.#store.state),
        nextHead: null,
        ...initial,
      };
      if (ticket !== SHELVED) taken = await this.#replace(ticket, () => run);
      else if (!this.#closed && !this.#shelved) taken = this.#shelve(run);
    } finally {
      if (!taken) await session?.close();
      const isLast = --this.#preparing === 0 && !this.#closed;
      if (isLast && !this.#store.state.session) this.#store.set({ phase: 'error' });
    }
    return taken;
  }

  /** The turn of a request that has to read something before prepare(): what was asked for before
   * it is overtaken, and what is asked for after it overtakes it. @returns {number} */
  claim() {
    return ++this.#ticket;
  }

  /** Where the page has no memory for one more model, elements at rest give theirs back.
   * @param {string} text @param {Settings} config @returns {Promise<Session>} */
  async #open(text, config) {
    const options = { ...this.#sessionOptions, text, config, gradientWorkers: false };
    try {
      return await createSession(options);
    } catch (error) {
      const { key } = /** @type {{ key?: string }} */ (error);
      if (key !== 'page_memory' || !(await makeRoom(this.#store))) throw error;
      return this.#open(text, config);
    }
  }

  /** Replaces the run in use, which is shelved if it has steps and closed otherwise.
   * @param {number} ticket of the request; a newer one overtakes it
   * @param {() => RunEntries | null} next
   * @returns {Promise<boolean>} whether that was done */
  #replace(ticket, next) {
    const wanted = () => (this.#closed || ticket !== this.#ticket ? null : next());
    const turn = this.#turn.then(async () => {
      const { session } = this.#store.state;
      let keeps = hasTrained(this.#store.state);
      if (session && keeps && wanted()) {
        try {
          await session.pause();
          await this.#beforeReplace();
        } catch (error) {
          this.#report(error);
          // A dead engine has nothing to keep; the shelved run still has.
          keeps = session.state !== 'error';
        }
      }
      const run = wanted();
      if (!run) return false;
      // From here to the end nothing is awaited: the state is the one installed over.
      const { state } = this.#store;
      this.#store.batch(() => {
        if (run === this.#shelved) this.#shelve(null);
        if (keeps) {
          // It may have been started again meanwhile.
          void session?.pause();
          void this.discardShelved();
          this.#shelve(picked(state, RUN_KEYS));
        } else void session?.close();
        this.#install(run);
      });
      return true;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  get shelved() {
    return this.#shelved;
  }

  /** @param {RunEntries | null} run */
  #shelve(run) {
    this.#shelved = run;
    const { steps = 0, history } = run?.session ?? {};
    const isMeasured = history?.valStep.at(-1) === steps;
    const loss = (isMeasured && history?.valLoss.at(-1)) || null;
    this.#store.set({ shelved: run && { step: steps, loss } });
    return true;
  }

  /** @param {RunEntries} run */
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
            trainedAblated:
              this.#store.state.trainedAblated || this.#store.state.ablated.length > 0,
          }),
      ),
      session.on('state', () => this.#takePhase(session)),
      session.on('error', (error) => this.#report(error)),
    ];
    this.#store.set({
      // What was asked of another model.
      ...queryState(),
      ...run,
      ...run.currentConfig,
      completion: run.completion && { ...run.completion, busy: false },
      historyLength: lengthOf(session),
      configPending: false,
    });
    this.#takePhase(session);
  }

  #takePhase(/** @type {Session} */ session) {
    if (session.state === 'closed') return;
    this.#store.set({
      phase: /** @type {State['phase']} */ (session.state),
      historyLength: lengthOf(session),
    });
  }

  /** Trains to the end of the schedule, or a quarter further when that is reached.
   * @param {number} [maxSteps] first stop, where the host page sets one
   * @param {AbortSignal} [signal] pausing, from when it was asked for */
  async train(maxSteps = Infinity, signal = this.pausing) {
    if (!(await this.#replacePretrained())) return;
    const { session } = this.#store.state;
    if (!session || signal.aborted) return;
    const planned = Number(session.info.config.max_steps);
    let until =
      session.steps < planned ? planned : session.steps + Math.ceil(planned / 4);
    if (session.steps < maxSteps) until = Math.min(until, maxSteps);
    this.#store.set({ trainUntil: until });
    await session.run({ until });
  }

  /** A training under way goes to another first stop, or ends where it is past it.
   * @param {number} maxSteps */
  async keepTo(maxSteps) {
    const { session } = this.#store.state;
    if (session?.state !== 'running') return;
    await (session.steps < maxSteps ? this.train(maxSteps) : this.pause());
  }

  /** Trains to a step: further, or, past it, a second run of the same text, settings and seed,
   * whose steps are the same to the bit.
   * @param {number} until @param {AbortSignal} [signal] as of train() */
  async trainTo(until, signal = this.pausing) {
    const { session, text, currentConfig, line, firstLine } = this.#store.state;
    const { settings } = currentConfig;
    const isPast = text && until < Number(session?.steps);
    if (isPast && !(await this.prepare(text, settings, undefined, { line, firstLine })))
      return;
    if (signal.aborted) return;
    this.#store.set({ trainUntil: until });
    await this.#store.state.session?.run({ until });
  }

  /** Aborted by the next pause(). */
  get pausing() {
    return this.#pausing.signal;
  }

  pause() {
    this.#pausing.abort();
    this.#pausing = new AbortController();
    return this.#store.state.session?.pause();
  }

  async stepOnce() {
    if (await this.#replacePretrained()) await this.#store.state.session?.step(1);
  }

  /** The first step of the reader replaces the pretrained model by an untrained one; once,
   * however often Train is pressed meanwhile.
   * @returns {Promise<boolean>} whether the model is the reader's own */
  async #replacePretrained() {
    const { pretrained, text, schema, settings, line, completion } = this.#store.state;
    if (!pretrained || !text) return true;
    // The pretrained model may know more characters, and has a longer context.
    const known = [...line].filter((character) => text.text.includes(character));
    const context = Number(settingValue(schema, settings, 'block_size'));
    const initial = { line: known.slice(0, context).join(''), completion };
    this.#beginning ??= this.prepare(text, settings, undefined, initial);
    await this.#beginning.finally(() => (this.#beginning = null));
    return !this.#store.state.pretrained;
  }

  /** Exchanges the run in use with the shelved one. */
  async restoreShelved() {
    if (this.#shelved) await this.#replace(this.claim(), () => this.#shelved);
  }

  async discardShelved() {
    const run = this.#shelved;
    this.#shelve(null);
    await run?.session?.close();
  }

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
