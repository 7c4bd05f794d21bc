// SPDX-License-Identifier: MIT
// What goes on under the hood beyond questions with one answer: courses over a run, one
// update held still, one activation put into another run, the time of each operation.
import { withNewest } from './head-history.js';

/** @typedef {import('../state/types.js').AppStore} AppStore */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../state/inspection-types.js').Courses} Courses */

const MAX_COURSE = 48;

export class Hood {
  /** @type {AppStore} */ #store;
  #report;
  /** Nothing else is asked for until the last request is done. */
  #busy = false;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    store.subscribe((changed) => {
      // What was asked about one model says nothing of another.
      if (changed.has('session')) {
        store.set({ frozen: null, patch: null, times: null, letter: null });
      }
      const { answers, past, tick } = store.state;
      for (const name of /** @type {const} */ (['health', 'gradients'])) {
        const value = changed.has('answers') && !past && answers[name]?.value;
        // What the engine says is of one moment; the question may have been asked before it.
        if (value && !value.obstacle) this.#keep(name, value.step, value);
      }
      if (changed.has('tick') && tick?.pairDistance !== undefined)
        this.#keep('pairs', tick.step, tick.pairDistance);
    });
  }

  /** @param {keyof Courses} name @param {number} step @param {unknown} value */
  #keep(name, step, value) {
    const { courses } = this.#store.state;
    const course = /** @type {any[]} */ (courses[name]);
    // Back from an earlier step, its answer stays until there is one of now.
    if (step <= (course.at(-1)?.step ?? -1)) return;
    const added = withNewest(course, { step, value }, MAX_COURSE);
    this.#store.set({ courses: { ...courses, [name]: added } });
  }

  /** What is found is shown if its model is still there.
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

  // --------------------------------------------------- one update, held still

  /** Pauses, and asks what the next step will do to the weight chosen. */
  freeze() {
    return this.#once(async (session) => {
      const { weight, line } = this.#store.state;
      await session.pause();
      const { parameter, index } = weight;
      const wanted = parameter === '' ? {} : { parameter, index };
      const update = await session.nextUpdate(wanted);
      const before = await this.#guess(session, line);
      return { frozen: { update, before, after: null } };
    });
  }

  /** Makes the step that was held still: what follows is what it really did. */
  makeUpdate() {
    return this.#once(async (session) => {
      const { frozen } = this.#store.state;
      if (!frozen || frozen.after) return {};
      const { update, before } = frozen;
      if (session.steps !== update.step) return { frozen: null };
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
      return { frozen: { ...frozen, after } };
    });
  }

  /** @param {Session} session @param {string} line @param {number} [i] */
  async #guess(session, line, i = this.#store.state.pin?.i ?? Infinity) {
    const look = await session.runWithCache({ text: line, attention: false });
    const logits = /** @type {Float32Array} */ (look.logits);
    const V = logits.length / look.n;
    // The last character has no answer to compare with: the one before it has.
    const at = Math.min(i, Math.max(0, look.n - 2));
    return {
      line,
      i: at,
      characters: look.characters,
      logits: logits.slice(at * V, (at + 1) * V),
    };
  }

  // ---------------------------------------------------------- activation patching

  /** @param {number} changed place @param {string} to character @param {'stream' | 'heads'} where */
  patch(changed, to, where) {
    return this.#once(async (session) => {
      const { line, look, past } = this.#store.state;
      if (!look) return {};
      const eye = past?.session ?? session;
      const position = Math.max(0, look.n - 2);
      const step = eye.steps;
      const result = await eye.patch({ text: line, changed, to, position, where });
      const { depths = [] } = where === 'stream' ? await eye.lens({ text: line }) : {};
      const { characters } = look;
      return {
        patch: { line, characters, changed, to, step, where, depths, result },
      };
    });
  }

  // -------------------------------------------------------------- time of a step

  measureTimes() {
    return this.#once(async (session) => ({ times: await session.profile() }));
  }
}
