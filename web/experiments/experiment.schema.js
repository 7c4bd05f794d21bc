// SPDX-License-Identifier: MIT
// The published form of an experiment.
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

const CURVES = {
  steps: { enum: ['linear', 'logarithmic'], description: 'The axis. Default: linear.' },
  training: {
    type: 'boolean',
    description: 'Training losses too, dashed: what is memorised first shows so.',
  },
};

/** At most so many values, and lines. */
const SOME = { minItems: 1, maxItems: 16 };

export default fileSchema(
  'experiment',
  'An experiment of Glassformer: several runs, one question',
  {
    id: {
      ...NAME,
      description: 'Results are kept under it, and the address names it.',
    },
    title: words('A few words.'),
    question: words('What the runs answer, as a question.'),
    vary: defined('values', "What is compared, along the chart's axis."),
    seeds: list(whole(0, { maximum: Number.MAX_SAFE_INTEGER }), {
      ...{ minItems: 1, maxItems: 8, uniqueItems: true },
      description:
        'One run for each, of every value. Without several the spread is not known.',
    }),
  },
  {
    conclusion: words('What to remember of it, shown when all runs are done.'),
    preset: {
      type: 'string',
      description: 'The settings and the text that all runs have.',
    },
    settings: defined('settings', "On top of the preset's, for all runs."),
    text: {
      type: 'string',
      minLength: 1,
      description: "To train on; default: the preset's.",
    },
    lines: object({ label: words(), options: defined('options') }, undefined, {
      description: 'A second thing that is compared, as the lines of the chart.',
    }),
    curves: object({}, CURVES, {
      description: 'How the loss of every run is drawn by step.',
    }),
    tokens: whole(1, {
      maximum: 1_000_000_000,
      description:
        'Tokens that each run trains on, instead of max_steps: steps are tokens / (batch_size x block_size), rounded.',
    }),
    measure: {
      enum: ['loss', 'exact'],
      description:
        'Of the held-out part after the last step: the mean loss in nats (lower is better), or the share of answers that are right as a whole. Default: loss.',
    },
  },
  {
    value: VALUE,
    settings: table(SETTING, defined('value'), {
      description: "As glassformer help settings lists them; seed is the file's own.",
    }),
    factors: table(
      SETTING,
      { type: 'number' },
      { description: 'Settings that are this many times the value.' },
    ),
    setting: { type: 'string', pattern: SETTING },
    option: object(
      { label: words() },
      {
        settings: defined('settings'),
        setting: defined(
          'setting',
          "Of a line: the setting that takes the axis's value here.",
        ),
        times: defined('factors', 'Of a line with a setting of its own.'),
      },
    ),
    options: list(defined('option'), SOME),
    values: object(
      { label: words() },
      {
        setting: defined('setting'),
        values: list(defined('value'), { ...SOME, uniqueItems: true }),
        times: defined('factors'),
        options: defined('options'),
      },
      { oneOf: [{ required: ['setting', 'values'] }, { required: ['options'] }] },
    ),
  },
);
