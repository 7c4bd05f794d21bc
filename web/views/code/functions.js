// SPDX-License-Identifier: MIT
// The functions of the engine that each step is computed by: file under src, and name. The build
// takes their source from there (web/build/c-source.js).

/** @type {Record<string, readonly (readonly [string, string])[]>} */
export const FUNCTIONS = {
  embed: [['ops/embed.c', 'forward']],
  norm: [
    ['kernels/norm.c', 'factor_of'],
    ['kernels/norm.c', 'norm_forward'],
  ],
  project: [
    ['models/attention.c', 'project'],
    ['ops/linear.c', 'forward'],
  ],
  rotary: [['ops/rotary.c', 'turn']],
  scores: [
    ['models/attention.c', 'score_scale'],
    ['ops/attention_simple.c', 'hidden'],
    ['ops/attention_simple.c', 'penalty'],
    ['ops/attention_simple.c', 'weights'],
  ],
  softmax: [['kernels/softmax.c', 'softmax']],
  mix: [['ops/attention_simple.c', 'forward']],
  mlp: [
    ['models/block.c', 'hidden_units'],
    ['models/block.c', 'feed_forward'],
  ],
  block: [['models/block.c', 'build_block']],
  average: [['ops/average.c', 'gf_average_weights']],
  output: [['models/block.c', 'gf_build_head']],
  predict: [['kernels/softmax.c', 'softmax']],
  loss: [['kernels/softmax.c', 'cross_entropy']],
  schedule: [['train/update.c', 'scheduled']],
  optimizer: [
    ['kernels/optimizer.c', 'adamw'],
    ['train/update.c', 'gf_trainer_update'],
  ],
  dropout: [['kernels/random.c', 'dropout']],
  sample: [
    ['generate/sampler.c', 'candidates'],
    ['generate/sampler.c', 'gf_sample'],
  ],
  lens: [['inspect/residual/lens.c', 'predict']],
  attribution: [['inspect/residual/attribution.c', 'direction_of']],
  places: [['inspect/weights/eigen.c', 'gf_principal']],
};
