// SPDX-License-Identifier: MIT
// The experiments of the page, in order.
import batch from './built-in/batch.json' with { type: 'json' };
import parts from './built-in/parts.json' with { type: 'json' };
import rates from './built-in/rates.json' with { type: 'json' };

/** @import { Experiment } from './experiment.js' */

export const EXPERIMENTS = /** @type {Experiment[]} */ (
  /** @type {unknown[]} */ ([rates, batch, parts])
);
