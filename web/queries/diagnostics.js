// SPDX-License-Identifier: MIT
// Diagnostics beyond single queries: histories over a run, one update before and after,
// activation patching, the time of each operation.
import { rightAnswers } from '../state/right-answers.js';
import { appendThinned } from './head-history.js';

/** @import { AppStore, State } from '../state/state.js' */
/** @import { DiagnosticHistory as Courses, Session } from '../state/types.js' */

const MAX_COURSE = 48;

export class Diagnostics {
  /** @type {AppStore} */ #store;
  #report;
  /** One request at a time; others are ignored. */
  #busy = false;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    store.subscribe((changed) => {
      const { answers, viewedSnapshot, headReport } = store.state;
      for (const name of /** @type {const} */ (['health', 'gradients'])) {
        const value = changed.has('answers') && !viewedSnapshot && answers[name]?.value;
        // `value.step` is the step of the answer; the request may have been earlier.
        if (value && !value.obstacle) this.#keep(name, value.step, value);
      }
      if (changed.has('headReport') && headReport?.pairDistance !== undefined)
        this.#keep('pairs', headReport.step, headReport.pairDistance);
    });
  }

  /** @param {keyof Courses} name @param {number} step @param {unknown} value */
  #keep(name, step, value) {
    const { diagnosticHistory } = this.#store.state;
    const course = /** @type {any[]} */ (diagnosticHistory[name]);
    // After a return from a snapshot, its answer stays until a newer one arrives.
    if (step <= (course.at(-1)?.step ?? -1)) return;
    const added = appendThinned(course, { step, value }, MAX_COURSE);
    this.#store.set({ diagnosticHistory: { ...diagnosticHistory, [name]: added } });
  }

  /** The result is dropped if its model has been replaced meanwhile.
   * @param {(session: Session) => Promise<Partial<State>>} work */
  async #once(work) {
    const { session } = this.#store.state;
    if (this.#busy || !session) return;
    this.#busy = true;
    const stays = () => this.#store.state.session === session;
    try {
      const found = await work(session);
      if (stays()) this.#store.set(found);
    } catch (error) {
      if (stays()) this.#report(error);
    } finally {
      this.#busy = false;
    }
  }

  // ------------------------------------------------------------- what is asked

  /** Head reports include loss by position and pair distance. @param {boolean} detailed */
  setDetailed(detailed) {
    this.#store.set({ detailed });
  }

  /** @param {number} unit hidden unit of the MLP */
  selectUnit(unit) {
    this.#store.set({ unit });
  }

  /** @param {number} site number of an activation with dropout @param {number} [head] */
  selectMask(site, head = 0) {
    this.#store.set({ dropoutAt: { site, head } });
  }

  /** @param {string} parameter @param {number} [index] of the weight under the microscope */
  selectWeight(parameter, index = 0) {
    this.#store.set({ weight: { parameter, index } });
  }

  // ------------------------------------------------------------- single update

  /** Pauses, and computes what the next step will do to the selected weight. */
  freeze() {
    return this.#once(async (session) => {
      const { weight, line } = this.#store.state;
      await session.pause();
      const { parameter, index } = weight;
      const selected = parameter === '' ? {} : { parameter, index };
      const update = await session.nextUpdate(selected);
      const before = await this.#guess(session, line);
      return { frozenUpdate: { update, before, after: null } };
    });
  }

  /** Makes that step, and reads what it did. */
  makeUpdate() {
    return this.#once(async (session) => {
      const { frozenUpdate } = this.#store.state;
      if (!frozenUpdate || frozenUpdate.after) return {};
      const { update, before } = frozenUpdate;
      if (session.steps !== update.step) return { frozenUpdate: null };
      await session.step();
      const { parameter, index } = update;
      const { tensors } = await session.runWithCache({
        text: before.line,
        attention: false,
        logits: false,
        tensors: [parameter],
      });
      const guess = await this.#guess(session, before.line, before.i);
      const weight = tensors[parameter].data[index];
      const after = { ...guess, weight, step: session.steps };
      return { frozenUpdate: { ...frozenUpdate, after } };
    });
  }

  /** @param {Session} session @param {string} line @param {number} [i] */
  async #guess(session, line, i = this.#store.state.pin?.i ?? Infinity) {
    const look = await session.runWithCache({ text: line, attention: false });
    const logits = /** @type {Float32Array} */ (look.logits);
    const V = logits.length / look.n;
    // The last character has no next one to compare with, but a label.
    const none = session.info.labels.length > 0 ? 0 : 1;
    const at = Math.min(i, Math.max(0, look.n - 1 - none));
    return {
      line,
      i: at,
      characters: look.characters,
      logits: logits.slice(at * V, (at + 1) * V),
      truth: rightAnswers({ ...look, text: line }, session)[at],
    };
  }

  // ---------------------------------------------------------- activation patching

  /** @param {number} changed place @param {string} to character @param {'stream' | 'heads'} where */
  patch(changed, to, where) {
    return this.#once(async (session) => {
      const { line, activations, viewedSnapshot } = this.#store.state;
      if (!activations) return {};
      const model = viewedSnapshot?.session ?? session;
      const position = Math.max(0, activations.n - 2);
      const step = model.steps;
      const result = await model.patch({ text: line, changed, to, position, where });
      const { depths = [] } =
        where === 'stream' ? await model.lens({ text: line }) : {};
      const { characters } = activations;
      return { patch: { line, characters, changed, to, step, where, depths, result } };
    });
  }

  // -------------------------------------------------------------- time of a step

  measureTimes() {
    return this.#once(async (session) => ({ profile: await session.profile() }));
  }
}
