// SPDX-License-Identifier: MIT
// What the pretrained model of the page is made of: its settings, and the book it was
// trained on. The project holds only the book's last pages; web/texts/README.md says where
// the rest is.

export const BOOK = {
  characters: 516864,
  sha256: 'c1eca06680c59f99fd91c207ecb8801f9a96985bfd9af0700117785d42e6aa1e',
  /** The last four tales, web/texts/grimm.txt: characters of the held-out tenth. */
  pages: 47331,
};

/** With a byte a weight, four layers of this size stay below a megabyte. Forty passes over
 * the text want dropout; learned positions give heads that look at one place. */
export const FIRST_SETTINGS = {
  n_layer: 4,
  n_head: 4,
  n_embd: 128,
  block_size: 128,
  batch_size: 16,
  norm: 'rms',
  positions: 'learned',
  optimizer: 'muon',
  muon_learning_rate: 0.03,
  learning_rate: 0.01,
  min_learning_rate: 0.0002,
  schedule: 'sqrt',
  warmup_steps: 2,
  weight_decay: 0,
  max_steps: 10000,
  eval_interval: 250,
  resid_pdrop: 0.15,
  embd_pdrop: 0.15,
  mlp_pdrop: 0.15,
};
