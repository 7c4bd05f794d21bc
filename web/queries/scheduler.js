// SPDX-License-Identifier: MIT
// Requests the analyses that visible views show, the history of all heads, and the ablation
// of single heads.
import { pauseFor, probed, watchThrottle, written } from './budget.js';
import { viewedModel, isAblated, isVisible, shownStep } from '../state/selectors.js';
import { Paced } from './paced.js';
import { QUERIES } from './registry.js';
import { HeadHistory } from './head-history.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { Session } from '../state/types.js' */
/** @import { QueryName, Question } from './registry.js' */

/** The samples before and after an ablation. */
const SAMPLE = { chars: 160, seed: 1, temperature: 0.8 };
/** Share of the training time for each query. */
const BUDGET = 0.01;
/** State that queries may depend on. */
const CAUSES = /** @type {(keyof import('../state/state.js').State)[]} */ ([
  'session', 'viewedSnapshot', 'activations', 'pin', 'layer', 'head', 'attributionBaseline', 'unit', 'ablated', 'phase', 'visible',
  'showing', 'stageMode', 'origin', 'dropoutAt',
]); // oxfmt-ignore

export class QueryScheduler {
  /** @type {AppStore} */ #store;
  #report;
  #headHistory;
  /** Number of views that show each answer. @type {Map<Question, number>} */
  #requested = new Map();
  /** @type {Map<QueryName, Paced>} */ #paces = new Map();
  /** Ablations, one at a time. @type {Promise<unknown>} */
  #switching = Promise.resolve();

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    this.#headHistory = new HeadHistory(store, report);
    watchThrottle(store);
    store.subscribe((changed) => {
      if (CAUSES.some((key) => changed.has(key))) this.#askAll();
    });
  }

  // ------------------------------------------------------------- queries

  /** @param {Question[]} names
   * @returns {() => void} withdraws the request */
  want(names) {
    for (const name of names) {
      this.#count(name, 1);
      if (name !== 'depths') this.#pace(/** @type {QueryName} */ (name)).soon();
    }
    return () => {
      for (const name of names) this.#count(name, -1);
    };
  }

  /** @param {QueryName} name */
  #pace(name) {
    const pace =
      this.#paces.get(name) ??
      new Paced(
        () => this.#ask(name),
        () => this.#interval(name),
        this.#report,
      );
    this.#paces.set(name, pace);
    return pace;
  }

  /** @param {Question} name @param {number} more views that show the answer */
  #count(name, more) {
    const count = (this.#requested.get(name) ?? 0) + more;
    this.#requested.set(name, count);
    if (name === 'depths') this.#store.set({ depths: count > 0 });
  }

  /** Requests a sticky answer again. @param {QueryName} name */
  renew(name) {
    this.#put(name, null);
    this.#pace(name).now();
  }

  /** @param {import('../../wasm/index.js').Place[]} way from the number asked about to the
   *   one shown; empty: closes the view */
  showOrigin(way) {
    const { line } = this.#store.state;
    this.#store.set({ origin: way.length > 0 ? { line, way } : null });
  }

  /** @param {'nothing' | 'strongest'} attributionBaseline */
  setAttributionBaseline(attributionBaseline) {
    this.#store.set({ attributionBaseline });
  }

  #askAll() {
    for (const [name, pace] of this.#paces) {
      if ((this.#requested.get(name) ?? 0) > 0) pace.soon();
    }
  }

  /** @param {QueryName} name */
  #interval(name) {
    const { state } = this.#store;
    const { phase, answers, session } = state;
    // No pause before a first answer, nor while nothing trains.
    if (phase !== 'running' || !session || !answers[name]) return 0;
    const { intervalMs, sequences } = QUERIES[name];
    return pauseFor(state, sequences?.(session, state) ?? 1, BUDGET, intervalMs);
  }

  /** @param {QueryName} name @returns {string | null} */
  #key(name) {
    const { state } = this.#store;
    const { dependsOn, sticky } = QUERIES[name];
    const subject = dependsOn(state);
    if (!subject) return null;
    const when = sticky ? state.viewedSnapshot?.step : shownStep(state);
    return JSON.stringify([subject, when, state.ablated]);
  }

  /** @param {QueryName} name */
  async #ask(name) {
    const { state } = this.#store;
    const model = viewedModel(state);
    const key = this.#key(name);
    const known = state.answers[name];
    if (!model || !isVisible(state) || (this.#requested.get(name) ?? 0) === 0) return;
    if (key === null) {
      if (known) this.#put(name, null);
      return;
    }
    if (known?.key === key) return;
    try {
      const step = model.steps;
      const value = await QUERIES[name].ask(model, state, (part) => {
        const isWanted =
          viewedModel(this.#store.state) === model && this.#key(name) === key;
        if (isWanted) this.#put(name, { key: '', step, value: part });
        return isWanted;
      });
      const now = this.#store.state;
      if (viewedModel(now) !== model) return;
      this.#put(name, { key, step, value });
      if (this.#key(name) !== key) this.#paces.get(name)?.soon();
    } catch (error) {
      // The session may have been closed or replaced meanwhile; that is no failure.
      if (viewedModel(this.#store.state) === model) throw error;
    }
  }

  /** @param {QueryName} name @param {import('../state/types.js').Answer | null} answer */
  #put(name, answer) {
    const answers = { ...this.#store.state.answers };
    if (answer) answers[name] = answer;
    else delete answers[name];
    this.#store.set({ answers });
  }

  // ------------------------------------------------------------ ablation

  /** Switches a head off, after measuring the effect; or on again.
   * @param {number} layer @param {number} head
   * @param {boolean} [on] the state to reach; default: the other one */
  toggleHead(layer, head, on) {
    return this.#inTurn((session) => this.#toggle(session, layer, head, on));
  }

  /** Runs after earlier ablations, unless the model has been replaced by then.
   * @param {(session: Session) => unknown} work */
  #inTurn(work) {
    const { session } = this.#store.state;
    const stays = () => session && this.#store.state.session === session;
    this.#switching = this.#switching
      .then(() => stays() && work(/** @type {Session} */ (session)))
      .catch((error) => stays() && this.#report(error));
    return this.#switching;
  }

  /** @param {Session} session @param {number} layer @param {number} head
   * @param {boolean} [wanted] */
  async #toggle(session, layer, head, wanted) {
    const on = isAblated(this.#store.state.ablated, layer, head);
    if (on !== (wanted ?? on)) return;
    const measured = on ? null : this.#measure(session, layer, head);
    // A snapshot is put into its place first; the model in training is asked at once, and
    // answers before it is changed.
    if (this.#store.state.viewedSnapshot) await measured;
    const { session: now, ablated, ablation } = this.#store.state;
    if (now !== session) return;
    // The state is set before the answer, as the run may be shelved meanwhile.
    const done = session.setHead({ layer, head, on });
    const others = ablated.filter((o) => o.layer !== layer || o.head !== head);
    const gone = on && ablation?.layer === layer && ablation.head === head;
    this.#store.set({
      ablated: on ? others : [...others, { layer, head }],
      ablation: gone ? null : ablation,
    });
    await Promise.all([measured, done]);
  }

  /** Measures the effect of switching a head off; the head stays as it is.
   * @param {number} layer @param {number} head */
  measureHead(layer, head) {
    return this.#inTurn((session) => this.#measure(session, layer, head));
  }

  /** @param {Session} session @param {number} layer @param {number} head */
  async #measure(session, layer, head) {
    const { line, activations, measured, viewedSnapshot } = this.#store.state;
    const model = viewedSnapshot?.session ?? session;
    const step = model.steps;
    const part = probed(this.#store.state, 2);
    // All of the probe, where a sequence of it takes no longer than a glance.
    const ablate = { layer, head, text: line, ...(part.tokens ? part : {}) };
    const sample = { ...SAMPLE, chars: written(this.#store.state, SAMPLE.chars) };
    const writes = model.info.form === 'text';
    const result = await model.ablate(writes ? { ...ablate, sample } : ablate);
    if (this.#store.state.session !== session) return;
    this.#store.set({
      ablation: {
        layer,
        head,
        step,
        line,
        characters: activations?.characters ?? [],
        result,
      },
      measured: { ...measured, [`${layer}.${head}`]: { delta: result.delta, step } },
    });
  }

  /** Switches every head on. */
  allOn() {
    for (const { layer, head } of this.#store.state.ablated)
      void this.toggleHead(layer, head, true);
    return this.#switching;
  }

  stop() {
    this.#headHistory.stop();
    for (const pace of this.#paces.values()) pace.stop();
  }
}
