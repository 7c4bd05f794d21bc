// SPDX-License-Identifier: MIT
// The experiments of the page, in order.
import batch from './built-in/batch.json' with { type: 'json' };
import digits from './built-in/digits.json' with { type: 'json' };
import grokking from './built-in/grokking.json' with { type: 'json' };
import layers from './built-in/layers.json' with { type: 'json' };
import mask from './built-in/mask.json' with { type: 'json' };
import parts from './built-in/parts.json' with { type: 'json' };
import rates from './built-in/rates.json' with { type: 'json' };

/** @import { Experiment } from './experiment.js' */

export const EXPERIMENTS = /** @type {Experiment[]} */ (
  /** @type {unknown[]} */ ([rates, batch, parts, grokking, mask, layers, digits])
);
