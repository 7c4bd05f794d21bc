// SPDX-License-Identifier: MIT
// A short text, and a model that soon knows it by heart.

/** Enough weights and no dropout: 40 letters are soon known by heart. */
export const LINK =
  'v=1&n_layer=1&n_head=2&n_embd=48&block_size=16&batch_size=8&learning_rate=0.012&min_learning_rate=0.001&eval_interval=10&max_steps=1000&val_fraction=0.3';
export const POEM = `The Owl and the Pussy-cat went to sea
  In a beautiful pea-green boat,
They took some honey, and plenty of money,
  Wrapped up in a five-pound note.
"Beware the Jabberwock, my son!
  The jaws that bite, the claws that catch!
Beware the Jubjub bird, and shun
  The frumious Bandersnatch!"
`;
