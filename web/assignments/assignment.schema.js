// SPDX-License-Identifier: MIT
// The published form of an assignment.
import {
  NAME,
  SETTING,
  VALUE,
  defined,
  fileSchema,
  list,
  object,
  table,
  whole,
  words,
} from '../run/schema.js';
import { OF_RUNS } from './experiment.js';
import { MEASURES } from './measures.js';

const MEASURED = object({ name: defined('measure'), words: words() });
const TOLERANCE = { type: 'number', minimum: 0 };

const LINE = object(
  {
    ...{ id: defined('name'), points: { type: 'number', minimum: 0 }, words: words() },
    of: {
      type: 'string',
      description: 'run: training repeats; or the id of a question.',
    },
  },
  {
    needs: {
      enum: ['right', 'answered'],
      description:
        'Of a question; default: right. Words that must be right are left to the teacher.',
    },
  },
);

const CLAIM = object(
  {
    ...{ is: { enum: ['below', 'above', 'near'] }, left: defined('measure') },
    right: { oneOf: [{ type: 'number' }, defined('measure')] },
  },
  { by: { type: 'number', description: 'A margin.' } },
);

const QUESTION = object(
  {
    id: defined('name'),
    kind: { enum: ['number', 'choice', 'words', 'setting'] },
    ask: words(),
  },
  {
    when: {
      enum: ['before', 'after'],
      description: 'Training. before: a prediction. Default: after.',
    },
    measure: defined(
      'measure',
      "Of a number: the right answer, measured of the learner's own model.",
    ),
    tolerance: {
      ...TOLERANCE,
      description: 'Of a number: how far off still counts.',
    },
    options: list(words(), { minItems: 2, description: 'Of a choice.' }),
    right: {
      description:
        "Of a choice: the number of the right option, from 0; or a claim for each, of which the first that holds of the learner's own model is right.",
      oneOf: [whole(0), list(defined('claim'))],
    },
    least: {
      type: 'number',
      description:
        'Of words, which the teacher marks: characters, default 1. Of a setting: the smallest number that may be chosen.',
    },
    onScreen: list(MEASURED, {
      minItems: 1,
      description:
        'Measured when the learner presses a button, of the model on the screen as it is then, with the heads off that are off.',
    }),
    setting: {
      ...{ type: 'string', pattern: SETTING },
      description:
        'Of a setting that the learner chooses before training, as glassformer help settings lists it.',
    },
    most: {
      type: 'number',
      description: 'Of a setting: the largest number that may be chosen.',
    },
  },
);

export default fileSchema(
  'assignment',
  'An assignment of Glassformer: homework that a program marks',
  {
    name: defined('name', 'Part of every seed.'),
    title: words('A few words.'),
    questions: list(defined('question')),
    rubric: list(LINE, { description: 'What it is worth, line by line.' }),
  },
  {
    about: words('What it is about, above the questions.'),
    preset: { type: 'string', description: 'What is trained, and its text.' },
    settings: table(SETTING, VALUE, {
      description:
        "On top of the preset's, as glassformer help settings lists them; seed is the learner's own.",
    }),
    text: { type: 'string', description: "To train on; default: the preset's." },
    steps: whole(1, {
      maximum: 1_000_000,
      description:
        'Training ends here; settings.max_steps is the length of the schedule. Not with an experiment.',
    }),
    experiment: {
      description:
        "Whose runs are trained, with the learner's own seeds, instead of one model: one of the page by its name, or an experiment as experiment.schema.json has it.",
      oneOf: [defined('name'), { type: 'object' }],
    },
    measures: list(
      object({
        ...MEASURED.properties,
        ...{ expected: { type: 'number' }, tolerance: TOLERANCE },
      }),
      {
        description:
          'Shown after training, with what is expected for any seed: marking notes where it is not.',
      },
    ),
  },
  {
    name: NAME,
    measure: {
      description: "What each means stands in the teacher's kit.",
      enum: [...Object.keys(MEASURES), ...OF_RUNS],
    },
    claim: { description: 'null always holds.', oneOf: [{ type: 'null' }, CLAIM] },
    question: QUESTION,
  },
);
