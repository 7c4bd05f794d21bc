// SPDX-License-Identifier: MIT
// Names that links and course pages used before 1.0, and what they are called now.

/** Views, as the attributes `view`, `controls` and `hide` name them. */
const VIEWS = {
  time: 'loss',
  snapshots: 'loss',
  strip: 'text',
  ladder: 'samples',
  walk: 'forward-pass',
  said: 'attribution',
  letters: 'embeddings',
  hood: 'diagnostics',
  ways: 'attention-timing',
  saved: 'stored-runs',
  files: 'export',
};

/** Keys of a link's fragment, settings of the engine among them. */
const LINK_KEYS = {
  off: 'ablated',
  race: 'score',
  own: 'own_text',
  task_whole: 'loss_on_prompt',
  task_in_order: 'no_shuffle',
};

/** Choices of settings. */
const CHOICES = { mark: 'tagging' };

const lookup = (/** @type {Record<string, string>} */ table) => {
  const names = new Map(Object.entries(table));
  return (/** @type {string} */ name) => names.get(name) ?? name;
};

/** The present name of a view. */
export const viewName = lookup(VIEWS);
/** The present name of a choice. */
export const choiceName = lookup(CHOICES);
/** The present key of a link. */
export const linkKey = lookup(LINK_KEYS);
