// SPDX-License-Identifier: MIT
// Everything that is asked of a model besides the line looked at: the course of its
// heads, the questions of the views that can be seen, and what a switched-off head did.
import { msPerSequence, watchThrottle } from './budget.js';
import { viewedModel, isAblated, isVisible, shownStep } from '../state/selectors.js';
import { Paced } from './paced.js';
import { QUERIES } from './registry.js';
import { HeadHistory } from './head-history.js';

/** @typedef {import('../state/state.js').AppStore} AppStore */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('./registry.js').QueryName} Question */

/** Old and new sample beside each other. */
const SAMPLE = { chars: 160, seed: 1, temperature: 0.8 };
const STILL_INTERVAL_MS = 1000;
/** Share of the training time that the questions of one view may take. */
const BUDGET = 0.01;
/** Entries of the state a question may depend on. */
const CAUSES = /** @type {(keyof import('../state/state.js').State)[]} */ ([
  'session', 'viewedSnapshot', 'activations', 'pin', 'layer', 'head', 'attributionBaseline', 'unit', 'ablated', 'phase', 'visible',
  'showing', 'origin',
]); // prettier-ignore

export class QueryScheduler {
  /** @type {AppStore} */ #store;
  #report;
  #ticks;
  /** How many views want each answer. @type {Map<Question, number>} */
  #wanted = new Map();
  /** @type {Map<Question, Paced>} */ #paces;
  /** Switching heads, one at a time. @type {Promise<unknown>} */
  #switching = Promise.resolve();

  /**
   * @param {AppStore} store
   * @param {(error: unknown) => void} report
   */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    this.#ticks = new HeadHistory(store, report);
    watchThrottle(store);
    const names = /** @type {Question[]} */ (Object.keys(QUERIES));
    this.#paces = new Map(
      names.map((name) => [
        name,
        new Paced(
          () => this.#ask(name),
          () => this.#interval(name),
          report,
        ),
      ]),
    );
    store.subscribe((changed) => {
      if (CAUSES.some((key) => changed.has(key))) this.#askAll();
    });
  }

  // ----------------------------------------------------------- questions

  /**
   * @param {Question[]} names
   * @returns {() => void} not wanted any more
   */
  want(names) {
    for (const name of names) {
      this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1);
      this.#paces.get(name)?.soon();
    }
    return () => {
      for (const name of names) {
        this.#wanted.set(name, (this.#wanted.get(name) ?? 1) - 1);
      }
    };
  }

  /** A held answer is of another moment; this asks again. @param {Question} name */
  renew(name) {
    const answers = { ...this.#store.state.answers };
    delete answers[name];
    this.#store.set({ answers });
    this.#paces.get(name)?.now();
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
    for (const [name, count] of this.#wanted) {
      if (count > 0) this.#paces.get(name)?.soon();
    }
  }

  /** @param {Question} name */
  #interval(name) {
    const { phase, reducedMotion, answers, session, throttle } = this.#store.state;
    // The first answer is worth having at once, and so is any while nothing trains.
    if (phase !== 'running' || !session || !answers[name]) return 0;
    const { intervalMs, sequences } = QUERIES[name];
    const cost = msPerSequence(this.#store.state) * (sequences?.(session) ?? 1);
    return (
      throttle *
      Math.max(reducedMotion ? STILL_INTERVAL_MS : 0, intervalMs, cost / BUDGET)
    );
  }

  /** @param {Question} name @returns {string | null} */
  #key(name) {
    const { state } = this.#store;
    const { dependsOn, sticky } = QUERIES[name];
    const subject = dependsOn(state);
    if (!subject) return null;
    const when = sticky ? state.viewedSnapshot?.step : shownStep(state);
    return JSON.stringify([subject, when, state.ablated]);
  }

  /** @param {Question} name */
  async #ask(name) {
    const { state } = this.#store;
    const eye = viewedModel(state);
    const key = this.#key(name);
    const known = state.answers[name];
    if (!eye || !isVisible(state) || (this.#wanted.get(name) ?? 0) === 0) return;
    if (key === null) {
      if (known) this.#put(name, null);
      return;
    }
    if (known?.key === key) return;
    try {
      const step = eye.steps;
      const value = await QUERIES[name].ask(eye, state);
      const now = this.#store.state;
      if (viewedModel(now) !== eye) return;
      this.#put(name, { key, step, value });
      if (this.#key(name) !== key) this.#paces.get(name)?.soon();
    } catch (error) {
      // A session closed under our hands is ordinary.
      if (viewedModel(this.#store.state) === eye) throw error;
    }
  }

  /** @param {Question} name @param {import('../state/types.js').Answer | null} answer */
  #put(name, answer) {
    const answers = { ...this.#store.state.answers };
    if (answer) answers[name] = answer;
    else delete answers[name];
    this.#store.set({ answers });
  }

  // --------------------------------------------------- switching heads off

  /**
   * Switches a head off, after measuring what that does; or on again.
   * @param {number} layer @param {number} head
   * @param {boolean} [on] what it is to be; default: what it is not
   */
  toggleHead(layer, head, on) {
    return this.#inTurn((session) => this.#toggle(session, layer, head, on));
  }

  /**
   * Once what was asked before is done, and if its model is still there.
   * @param {(session: Session) => unknown} work
   */
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
    if (!on) await this.#measure(session, layer, head);
    const { session: now, ablated, ablation } = this.#store.state;
    if (now !== session) return;
    // Told and taken down at once: the model may be put aside before it answers.
    const done = session.setHead({ layer, head, on });
    const others = ablated.filter((o) => o.layer !== layer || o.head !== head);
    const gone = on && ablation?.layer === layer && ablation.head === head;
    this.#store.set({
      ablated: on ? others : [...others, { layer, head }],
      ablation: gone ? null : ablation,
    });
    await done;
  }

  /**
   * What switching a head off would do; it stays as it is.
   * @param {number} layer @param {number} head
   */
  measureHead(layer, head) {
    return this.#inTurn((session) => this.#measure(session, layer, head));
  }

  /** @param {Session} session @param {number} layer @param {number} head */
  async #measure(session, layer, head) {
    const { line, activations, measured, viewedSnapshot } = this.#store.state;
    const eye = viewedSnapshot?.session ?? session;
    const step = eye.steps;
    const ablate = { layer, head, text: line };
    const writes = eye.info.form === 'text';
    const result = await eye.ablate(writes ? { ...ablate, sample: SAMPLE } : ablate);
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

  /** Every head on again. */
  allOn() {
    for (const { layer, head } of this.#store.state.ablated)
      void this.toggleHead(layer, head, true);
    return this.#switching;
  }

  stop() {
    this.#ticks.stop();
    for (const pace of this.#paces.values()) pace.stop();
  }
}
