// SPDX-License-Identifier: MIT
// State: what is known of the inside of the model, and what is asked of it. A fresh model
// begins with all of it as here; only what state.js adds is the element's.

/** @import { HeadReport } from './types.js' */

/**
 * @typedef {object} QueryState
 * @property {import('./types.js').LineActivations | null} activations of the line
 * @property {Record<string, import('./types.js').Answer>} answers by name of the query
 * @property {HeadReport | null} headReport the newest
 * @property {import('./types.js').HeadScores[]} headHistory oldest first
 * @property {import('./types.js').HeadAt[]} ablated heads switched off
 * @property {import('./types.js').AblationShown | null} ablation the newest
 * @property {Record<string, { delta: number, step: number }>} measured effect of switching
 *   a head off, by "layer.head"
 * @property {import('./types.js').Snapshot[]} snapshots oldest first
 * @property {{ step: number, session: import('../../wasm/index.js').SnapshotView } | null}
 *   viewedSnapshot shown instead of the model in training
 * @property {HeadReport | null} viewedHeadReport of that snapshot
 * @property {{ line: string, way: import('../../wasm/index.js').Place[] } | null} origin path
 *   from the number asked about down to the one shown
 * @property {'nothing' | 'strongest'} attributionBaseline what a logit is compared with
 * @property {{ parameter: string, index: number }} weight the one under the microscope
 * @property {{ token: number, pin: unknown } | null} chosenToken a token that the line does
 *   not contain; void once the pin has changed
 * @property {number} unit hidden unit of the MLP
 * @property {{ site: number, head: number }} dropoutAt whose mask is shown
 * @property {boolean} detailed head reports include loss by position and pair distance
 * @property {import('./types.js').DiagnosticHistory} diagnosticHistory oldest first
 * @property {import('./types.js').FrozenUpdate | null} frozenUpdate
 * @property {import('./types.js').PatchShown | null} patch the newest
 * @property {import('../../wasm/index.js').Profile | null} profile times of the operations
 */

/** @returns {QueryState} */
export const queryState = () => ({
  activations: null,
  answers: {},
  headReport: null,
  headHistory: [],
  ablated: [],
  ablation: null,
  measured: {},
  snapshots: [],
  viewedSnapshot: null,
  viewedHeadReport: null,
  origin: null,
  attributionBaseline: 'nothing',
  weight: { parameter: '', index: 0 },
  chosenToken: null,
  unit: 0,
  dropoutAt: { site: 0, head: 0 },
  detailed: false,
  diagnosticHistory: { health: [], gradients: [], pairs: [] },
  frozenUpdate: null,
  patch: null,
  profile: null,
});
