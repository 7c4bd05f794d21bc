// SPDX-License-Identifier: MIT
// The lessons of the page, in order. Models are small and seeds fixed, so that every reader gets
// the same numbers within seconds.
import guess from './built-in/guess.json' with { type: 'json' };
import data from './built-in/data.json' with { type: 'json' };
import bigram from './built-in/bigram.json' with { type: 'json' };
import averaging from './built-in/averaging.json' with { type: 'json' };
import queries from './built-in/queries.json' with { type: 'json' };
import mask from './built-in/mask.json' with { type: 'json' };
import slip from './built-in/slip.json' with { type: 'json' };
import heads from './built-in/heads.json' with { type: 'json' };
import block from './built-in/block.json' with { type: 'json' };
import positions from './built-in/positions.json' with { type: 'json' };
import answer from './built-in/answer.json' with { type: 'json' };
import cross from './built-in/cross.json' with { type: 'json' };
import induction from './built-in/induction.json' with { type: 'json' };
import modern from './built-in/modern.json' with { type: 'json' };
import real from './built-in/real.json' with { type: 'json' };

/** @import { Lesson } from './lesson.js' */

export const LESSONS = /** @type {Lesson[]} */ (
  /** @type {unknown[]} */ ([
    guess,
    data,
    bigram,
    averaging,
    queries,
    mask,
    slip,
    heads,
    block,
    positions,
    answer,
    cross,
    induction,
    modern,
    real,
  ])
);
