// SPDX-License-Identifier: MIT
// The published form of a lesson.
import { PUBLISHED } from '../run/published/models.js';
import {
  NAME,
  VALUE,
  WORDS,
  defined,
  fileSchema,
  list,
  object,
  table,
  whole,
  words,
} from '../run/schema.js';
import { VIEWS } from '../views/registry.data.js';
import { MEASURES } from './measures.js';

/** Of a measure, or of a value that is kept. */
const OWN_NAME = '^[a-zA-Z]\\w{0,39}$';
const NAMED = { type: 'string', pattern: OWN_NAME };
const TEXT = { type: 'string', minLength: 1 };

const LINES = object(
  {
    ...{ letters: whole(2), from: whole(1), to: whole(1), n: whole(1) },
    seed: whole(0),
  },
  undefined,
  {
    description:
      'Random letters, a bar, and the same letters again: n lines of `from` to `to` of the first `letters` letters.',
  },
);

const START = object(
  {},
  {
    pretrained: {
      const: true,
      description:
        'On a page that begins with a pretrained model: that one instead. train up to fewer steps than it has leaves it alone.',
    },
    preset: {
      type: 'string',
      description: 'Its settings, and its lines if it has any.',
    },
    settings: {
      ...{ type: 'object', additionalProperties: VALUE },
      description:
        'On top of the preset’s, by the names of the engine: n_layer, block_size, learning_rate and so on.',
    },
    text: {
      ...TEXT,
      description: 'To train on. Without it: the preset’s lines, or the fables.',
    },
    lines: LINES,
  },
  {
    description:
      'Makes a fresh model. The one before it is kept among the stored runs.',
  },
);

const WRITE = object(
  { prompt: { type: 'string' }, chars: whole(1, { maximum: 10_000 }) },
  {
    ...{ temperature: { type: 'number', minimum: 0 }, greedy: { type: 'boolean' } },
    seed: whole(0, { default: 1 }),
  },
  { description: 'Lets the model write.' },
);

const ACTION = object(
  {},
  {
    start: START,
    published: {
      enum: PUBLISHED.map(({ id }) => id),
      description:
        'Opens a published model. It is downloaded then; where that fails, the panel offers to choose its files.',
    },
    line: { ...TEXT, description: 'The line on the stage.' },
    train: whole(1, { maximum: 1_000_000, description: 'Trains until this step.' }),
    keep: table(OWN_NAME, defined('measure'), {
      minProperties: 1,
      description:
        'Keeps measures under names of your own, for this step and later ones.',
    }),
    select: {
      description:
        'Selects a head by its place from 0, or the one with the highest score of its kind; beside: with the lowest in that layer.',
      oneOf: [
        {
          enum: [
            ...['mirrored', 'copier', 'besideCopier'],
            ...['previous', 'besidePrevious', 'induction'],
          ],
        },
        object({ layer: whole(0), head: whole(0) }),
      ],
    },
    pin: whole(0, {
      description: 'Follows the character of the line at this place, from 0.',
    }),
    heads: {
      enum: ['off', 'on'],
      description: 'off: switches the selected head off. on: all heads on.',
    },
    write: WRITE,
    open: { type: 'string', description: 'The view to look at.', enum: VIEWS },
  },
  {
    description: 'One thing to do, by its only key.',
    ...{ minProperties: 1, maxProperties: 1 },
  },
);

const CLAIM = object(
  {
    is: {
      enum: ['below', 'above', 'near'],
      description:
        'below: left < right - by. above: left > right + by. near: no further apart than by.',
    },
    left: { ...NAMED, description: 'A measure, or a kept value.' },
    right: {
      description: 'A number, a measure or a kept value.',
      oneOf: [{ type: 'number' }, NAMED],
    },
  },
  { by: { type: 'number', minimum: 0, default: 0 } },
);

const OPTION = object(
  { words: words('What it says.') },
  {
    right: { const: true, description: 'It comes true.' },
    why: words(
      'What is wrong with it, shown to those who chose it: for each that does not come true.',
    ),
  },
  { minProperties: 2, maxProperties: 2 },
);

const STEP = object(
  {
    say: words(
      'What this step is about. Names in braces become kept values; {name%} is a percentage.',
    ),
    act: words('The label of the button.'),
    actions: list(defined('action'), {
      description: 'What the button does, in this order.',
    }),
    claims: list(defined('claim'), {
      description:
        'What must come of it. Where one does not hold, the panel says so and prints the numbers instead of `see`.',
    }),
    see: words(
      'The result. Names in braces become measures and kept values; {name%} is a percentage.',
    ),
  },
  {
    ask: words('The prediction to make first.'),
    options: list(defined('option'), {
      minItems: 2,
      description:
        'Exactly one has right: true. Without options the prediction is typed.',
    }),
    yours: {
      const: true,
      description:
        'The reader changes something first; the button measures the model that is there, and may be pressed again until the claims hold.',
    },
  },
  { dependencies: { options: ['ask'] } },
);

export default fileSchema(
  'lesson',
  'A lesson for <glass-lessons>',
  {
    id: {
      ...NAME,
      description: 'Progress is kept under it, and the address names it.',
    },
    minutes: whole(1, { maximum: 600 }),
    title: words('A few words.'),
    goal: words('What the reader can do or knows afterwards.'),
    steps: list(defined('step'), { minItems: 1 }),
    question: words('Asked at the end.'),
    answer: words('Shown when the reader asks for it.'),
  },
  {},
  {
    words: {
      ...WORDS,
      description:
        'Markdown, in one language, or in several by their two letters: {"en": …, "es": …}. HTML is shown as text.',
    },
    measure: {
      description:
        'A number that is measured on the model, docs/teaching.md has the list.',
      enum: Object.keys(MEASURES),
    },
    claim: CLAIM,
    option: OPTION,
    action: ACTION,
    step: STEP,
  },
);
