// SPDX-License-Identifier: MIT
// Models as different as readers make them, as sessions of the real engine: every sentence that
// the page makes from data has to be true of each. Together they train for about two seconds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import '../../../web/i18n/diagnostics.js';
import { loadLanguages, wordsOf } from './catalogues.js';
import { QUERIES } from '../../../web/queries/registry.js';
import { linesOf } from '../../../web/run/texts.js';
import { initialState } from '../../../web/state/state.js';
import { sessionWith } from './session.js';

await loadLanguages();

const FABLES = readFileSync(
  new URL('../../../web/texts/fables.txt', import.meta.url),
  'utf8',
);

const FIVE_LINES = `The owl met a fox by the hill.
The fox ran home by the old road.
An owl sat on the hill and sang.
The old fox sang to the red moon.
The moon went home over the hill.
`;

/** José Hernández, Martín Fierro, 1872. */
const SPANISH = `Aquí me pongo a cantar
al compás de la vigüela,
que el hombre que lo desvela
una pena estrordinaria,
como la ave solitaria
con el cantar se consuela.

Pido a los santos del cielo
que ayuden mi pensamiento:
les pido en este momento
que voy a cantar mi historia
me refresquen la memoria
y aclaren mi entendimiento.

Vengan santos milagrosos,
vengan todos en mi ayuda,
que la lengua se me añuda
y se me turba la vista;
pido a mi Dios que me asista
en una ocasión tan ruda.
`.repeat(4);

/** @type {import('../../../web/state/types.js').Settings} */
const DECODER = {
  n_layer: 2,
  n_head: 2,
  n_embd: 24,
  block_size: 24,
  batch_size: 8,
  learning_rate: 0.005,
  min_learning_rate: 0.0005,
  warmup_steps: 10,
  max_steps: 150,
  eval_interval: 50,
  eval_windows: 16,
};

/** A bigram table as a lesson trains it. */
const TABLE = {
  arch: 'bigram',
  block_size: 8,
  batch_size: 32,
  init: 'torch',
  schedule: 'constant',
  warmup_steps: 0,
  learning_rate: 0.02,
  weight_decay: 0,
  grad_clip: 0,
  max_steps: 600,
  eval_interval: 50,
};

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {string} [text] absent: a task
 * @property {string} [lang]
 * @property {import('../../../web/state/types.js').Settings} config
 * @property {number} steps
 * @property {import('../../../web/state/types.js').HeadAt} [off]
 */

/** @type {Recipe[]} */
const RECIPES = [
  { name: 'untrained', text: FABLES, config: DECODER, steps: 0 },
  {
    name: 'memorised',
    // So little text is known by heart soon, and what is held out surprises more than chance.
    text: FABLES.slice(0, 300),
    config: {
      ...DECODER,
      n_embd: 48,
      learning_rate: 0.006,
      max_steps: 200,
      eval_windows: 4,
    },
    steps: 200,
  },
  { name: 'bigram', text: FABLES, config: TABLE, steps: 600 },
  {
    name: 'tagger',
    config: {
      ...{ arch: 'encoder', task: 'names', n_layer: 2, n_head: 2, n_embd: 32 },
      ...{ block_size: 48, tied_head: false, final_norm: 'std', batch_size: 16 },
      ...{ learning_rate: 0.004, warmup_steps: 10, max_steps: 40, eval_interval: 20 },
      task_lines: 600,
    },
    steps: 40,
  },
  {
    name: 'backwards',
    config: {
      ...{ arch: 'encoder_decoder', task: 'reverse', n_layer: 1, n_head: 2 },
      ...{ n_embd: 24, n_ff: 48, block_size: 14, source_block_size: 12 },
      ...{ batch_size: 16, task_lines: 2000, max_steps: 60, eval_interval: 20 },
      ...{ norm_place: 'post', bias_head: true, tied_head: false, warmup_steps: 10 },
    },
    steps: 60,
  },
  {
    // Its scores are divided by the root of the width, as the poet's are.
    name: 'five lines',
    text: FIVE_LINES,
    config: {
      ...{ ...DECODER, n_embd: 48, n_head: 3, block_size: 12, eval_windows: 2 },
      ...{ score_scale: 'width', tied_head: false, norm: 'rms', max_steps: 100 },
    },
    steps: 100,
  },
  {
    name: 'a head off',
    text: FABLES.slice(0, 20000),
    config: { ...DECODER, mlp: false, positions: 'rotary', eval_windows: 64 },
    steps: 150,
    off: { layer: 0, head: 1 },
  },
  {
    name: 'parts of today',
    text: FABLES.slice(0, 20000),
    config: {
      ...{ ...DECODER, n_layer: 1, n_head: 4, n_kv_head: 2, eval_windows: 2 },
      ...{ positions: 'alibi', qk_norm: true, parallel: true, logit_softcap: 8 },
      ...{ norm: 'rms', activation: 'relu2', zero_init: true, tied_head: false },
    },
    steps: 60,
  },
  {
    name: 'words',
    text: FABLES.slice(0, 20000),
    config: { ...DECODER, tokenizer: 'words', eval_windows: 16 },
    steps: 60,
  },
  {
    // Every position sees what it is to predict.
    name: 'no mask',
    text: FABLES.slice(0, 20000),
    config: { ...DECODER, causal: false, eval_windows: 64 },
    steps: 150,
  },
  {
    name: 'another language',
    text: SPANISH,
    lang: 'es',
    config: { ...DECODER, n_layer: 1, n_head: 4, norm: 'std' },
    steps: 150,
  },
  {
    // Three letters in a row tell less here than no letter at all.
    name: 'a task as text',
    config: { ...DECODER, task: 'repeat', task_lines: 300, eval_windows: 64 },
    steps: 0,
  },
];

/**
 * A model with the state the views would have of it.
 * @typedef {object} Specimen
 * @property {string} name
 * @property {import('../../../web/state/types.js').Session} session
 * @property {any} app in place of an App: the state, the strings and nothing that acts
 * @property {import('../../../web/state/state.js').State} state
 */

/** Open until the tests of the file have ended. @param {Recipe} recipe @returns {Promise<Specimen>} */
export async function specimen({ name, text = '', lang = 'en', config, steps, off }) {
  const session = await sessionWith({ text, config });
  if (steps > 0) await session.run({ until: steps });
  if (off) await session.setHead({ ...off, on: false });
  const { info } = session;
  const limit = Math.min(info.blockSize, 30);
  const [line] =
    info.examples.length > 0 ? info.examples : linesOf(text, limit, 0, 'train');
  const { strings, format } = wordsOf(lang);
  const state = {
    ...initialState(),
    ...{ session, lang, line, phase: /** @type {any} */ (session.state) },
    text: { id: 'own', name, text, characters: [...text].length, distinct: 0 },
    historyLength: session.history.valStep.length,
    ablated: off ? [off] : [],
    progress: session.last,
  };
  const app = {
    ...{ store: { state }, t: strings, lang, format },
    ...{ comparedRuns: { current: null }, storedRuns: { offer: null }, announce() {} },
  };
  const shown = /** @type {any} */ ({ name, session, app, state });
  await look(shown);
  return shown;
}

/** The activations of the line, as the attention loop leaves them. @param {Specimen} model */
export async function look({ session, state }) {
  const { line: text, ablated } = state;
  const all = { lens: true, norms: true, compared: true };
  const answer = await session.runWithCache({ text, ...all });
  state.activations = /** @type {any} */ ({ ...answer, text, ablated });
}

/** All models. */
export async function specimens() {
  /** @type {Specimen[]} */
  const models = [];
  for (const recipe of RECIPES) models.push(await specimen(recipe));
  return models;
}

/** One of them. @param {string} name */
export const modelNamed = (name) =>
  specimen(RECIPES.find((recipe) => recipe.name === name) ?? assert.fail(name));

/** Chooses a token of the line and a head, and asks for what views show of them.
 * @param {Specimen} model
 * @param {Partial<import('../../../web/state/state.js').State>} selection
 * @param {...import('../../../web/queries/registry.js').QueryName} names
 * @returns {Promise<any>} the answer to the first */
export async function ask({ session, state }, selection, ...names) {
  Object.assign(state, { answers: {}, ...selection });
  for (const name of names) {
    const subject = QUERIES[name].dependsOn(state);
    if (!subject) continue;
    const value = await QUERIES[name].ask(session, state);
    state.answers[name] = {
      ...{ key: JSON.stringify([subject, session.steps, state.ablated]) },
      ...{ step: session.steps, value },
    };
  }
  return state.answers[names[0]]?.value;
}

/** Every head of the model. @param {Specimen} model */
export const headsOf = ({ state: { activations } }) =>
  Array.from({ length: (activations?.L ?? 0) * (activations?.H ?? 0) }, (_, n) => ({
    layer: Math.floor(n / (activations?.H ?? 1)),
    head: n % (activations?.H ?? 1),
  }));
