// SPDX-License-Identifier: MIT
// The package: sessions, descriptions of settings, and the engine for synchronous use in the
// caller's thread. It registers no element: `import 'glassformer/element'` does.

import { hintAtElement } from './client/element-hint.js';
import { createSession as createWith } from './client/session.js';
import { provide } from './engine/loading.js';
import { WorkerHost } from './worker/host.js';

export { Engine } from './engine/engine.js';
export { GlassError, fill } from './shared/errors.js';
export { EngineSession } from './engine/session.js';
export {
  configPresets,
  configSchema,
  describeConfig,
  errorCatalogue,
  sha256,
} from './client/describe.js';
export { isDoublingStep } from './worker/snapshots.js';
export { beaten, clearDifference } from './shared/baselines.js';
export { thinned } from './shared/history.js';
export { provide };

/** The client does not import the worker's code: a page may never run it in its own thread.
 * @type {typeof createWith} */
export const createSession = (options) => {
  provide({ Host: WorkerHost });
  return createWith(options);
};

// All that an import does by itself: bundlers leave out what is not used.
hintAtElement();

// All public types, so that users import this file only.

/** @typedef {import('./client/types.js').Progress} Progress */
/** @typedef {import('./client/types.js').SampleOptions} SampleOptions */
/** @typedef {import('./client/types.js').SessionEvents} SessionEvents */
/** @typedef {import('./client/types.js').SessionInfo} SessionInfo */
/** @typedef {import('./client/types.js').SessionOptions} SessionOptions */
/** @typedef {import('./client/types.js').SessionState} SessionState */
/** @typedef {import('./client/session.js').Session} Session */
/** @typedef {import('./client/trainer.js').SnapshotView} SnapshotView */
/** @typedef {import('./client/describe.js').Description} Description */
/** @typedef {import('./shared/baselines.js').Baselines} Baselines */

/** @typedef {import('./client/analyses.js').Ablation} Ablation */
/** @typedef {import('./client/analyses.js').Attribution} Attribution */
/** @typedef {import('./client/analyses.js').Circuits} Circuits */
/** @typedef {import('./shared/types.js').Depth} Depth */
/** @typedef {import('./client/analyses.js').Dropout} Dropout */
/** @typedef {import('./client/analyses.js').EmbeddingMap} EmbeddingMap */
/** @typedef {import('./client/analyses.js').ForwardPass} ForwardPass */
/** @typedef {import('./client/analyses.js').HeadReport} HeadReport */
/** @typedef {import('./client/analyses.js').HeadStats} HeadStats */
/** @typedef {import('./client/analyses.js').Health} Health */
/** @typedef {import('./shared/types.js').Lens} Lens */
/** @typedef {import('./client/analyses.js').Hide} Hide */
/** @typedef {import('./client/analyses.js').NormStep} NormStep */
/** @typedef {import('./client/analyses.js').Neurons} Neurons */
/** @typedef {import('./client/analyses.js').Origin} Origin */
/** @typedef {import('./client/analyses.js').Patch} Patch */
/** @typedef {import('./client/analyses.js').Place} Place */
/** @typedef {import('./client/analyses.js').Saliency} Saliency */
/** @typedef {import('./client/analyses.js').Update} Update */
/** @typedef {import('./client/analyses.js').Why} Why */

/** @typedef {import('./shared/errors.js').Obstacle} Obstacle */
/** @typedef {import('./shared/errors.js').PlainError} PlainError */
/** @typedef {import('./shared/types.js').Profile} Profile */
/** @typedef {import('./shared/types.js').Table} Table */
/** @typedef {import('./shared/types.js').Config} Config */
/** @typedef {import('./shared/types.js').EngineInfo} EngineInfo */
/** @typedef {import('./shared/types.js').Sampling} Sampling */
/** @typedef {import('./shared/types.js').SchemaRow} SchemaRow */
/** @typedef {import('./shared/protocol.js').ActivationCache} ActivationCache */
/** @typedef {import('./shared/protocol.js').AttentionInfo} AttentionInfo */
/** @typedef {import('./shared/protocol.js').Evaluation} Evaluation */
/** @typedef {import('./shared/protocol.js').SamplePart} SamplePart */
/** @typedef {import('./shared/protocol.js').Snapshot} Snapshot */
/** @typedef {import('./shared/protocol.js').SnapshotMark} SnapshotMark */
