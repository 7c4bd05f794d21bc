// SPDX-License-Identifier: MIT
// The assignments in the page, by name.
import answer from './built-in/answer.json' with { type: 'json' };
import circuit from './built-in/circuit.json' with { type: 'json' };
import rate from './built-in/rate.json' with { type: 'json' };

/** @type {Record<string, unknown>} */
export const BUILT_IN = { answer, circuit, rate };
