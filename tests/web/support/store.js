// SPDX-License-Identifier: MIT
// A store of an element without one, and until something is true of a store.
import { initialState } from '../../../web/state/state.js';
import { Store } from '../../../web/state/store.js';

/** @import { AppStore, State } from '../../../web/state/state.js' */

/** @param {object} [entries] @returns {AppStore} */
export const storeWith = (entries = {}) =>
  new Store(/** @type {any} */ ({ ...initialState(), ...entries }));

/** A net for what never comes; tests that hold the timers do not hold this one. */
const NEVER_MS = 60_000;
const { setTimeout: after, clearTimeout: forget } = globalThis;

/** Waits until something is true of the store.
 * @param {{ store: AppStore }} app @param {(state: State) => unknown} isTrue */
export const stateOf = ({ store }, isTrue) =>
  new Promise((/** @type {(state: State) => void} */ done, fail) => {
    const net = after(() => {
      end();
      const { phase, line, session, notice, textProblem, activations } = store.state;
      const seen = { phase, line, steps: session?.steps, notice, textProblem };
      const at = JSON.stringify({ ...seen, activations: activations?.step });
      fail(new Error(`still not: ${isTrue}; ${at}`));
    }, NEVER_MS);
    const look = () => {
      if (!isTrue(store.state)) return;
      end();
      forget(net);
      done(store.state);
    };
    const end = store.subscribe(look);
    look();
  });
