// SPDX-License-Identifier: MIT
// A checkpoint as a PyTorch program: reads the weights, runs the model on one line, prints the
// loss that the engine found for it.

import { PIECES, complete } from './pieces.js';

/** @import { Config } from '../../wasm/index.js' */
/** @import { Complete } from './pieces.js' */

/**
 * @typedef {object} Line
 * @property {string} text for the reader
 * @property {number[]} tokens ids
 * @property {number[]} source ids of the other text; empty without one
 * @property {number[]} targets ids of the right answers; -1: none
 * @property {number} loss mean over them, nats
 */

/** @param {number[]} ids */
const tensor = (ids) => `torch.tensor([[${ids.join(', ')}]])`;

/** A model's settings and functions: the beginning of every program.
 * @param {Complete} c */
export const modelSource = (c) => `import json, math, struct, sys
import torch
import torch.nn.functional as F

n_layer, n_head, n_embd = ${c.n_layer}, ${c.n_head}, ${c.n_embd}
${Object.values(PIECES)
  .map((piece) => piece(c))
  .filter(Boolean)
  .join('\n')}
`;

/** A comment of one line. @param {string} text */
const comment = (text) => `# ${text.replace(/[\p{C}\u2028\u2029]/gu, '·')}`;

/**
 * @param {Config} config @param {Line} line @param {number} step
 * @param {string} checkpoint name of the file with the weights
 * @returns {string} a program for Python 3 and PyTorch 1.13 or newer
 */
export function pytorchFile(config, line, step, checkpoint) {
  const c = complete(config);
  return `# A model of Glassformer after ${step} steps, in PyTorch.
#
#     python3 THIS_FILE ${checkpoint}
${modelSource(c)}
w, meta = read(sys.argv[1] if len(sys.argv) > 1 else ${JSON.stringify(checkpoint)})
pad = json.loads(meta.get("sizes", "{}")).get("pad_token", -1)
${comment(line.text)}
tokens = ${tensor(line.tokens)}
${line.source.length > 0 ? `source = ${tensor(line.source)}\n` : ''}targets = ${tensor(line.targets)}
with torch.no_grad():
    logits = model(tokens${line.source.length > 0 ? ', source' : ''})
loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1)
print(f"loss {loss.item():.6f} nats; Glassformer found ${line.loss.toFixed(6)}")
`;
}
