// SPDX-License-Identifier: MIT
// The reliability diagram and the expected calibration error of the most probable token (Guo,
// Pleiss, Sun and Weinberger 2017, On Calibration of Modern Neural Networks, section 2), on windows
// of a text that the model was not trained on. Only in our own page and frame.
import { html, nothing } from 'lit';
import { softmax } from '../../draw/sampling.js';
import { lines } from '../shared/lines.js';
import { probed } from '../../queries/budget.js';
import { addQueries } from '../../queries/registry.js';
import { isHeldOut, newText } from '../../run/splits.js';
import { say } from '../shared/say.js';
import { styled } from '../shared/style.js';
import { table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** @import { ModelView } from '../../state/types.js' */
/** @import { Column } from '../../draw/series.js' */
/** @typedef {{ confidence: number, isRight: boolean }} Prediction */
/** @typedef {ReturnType<typeof calibrationOf>['bins']} Bins */

const BINS = 10;
/** Words that a window may have cut. */
const PARTIAL = /^\S+|\S+$/g;
/** Standard errors that a difference must have to be one. */
const CLEAR = 2;

/** The most probable token at each position but the last, and whether it came.
 * @param {import('../../../wasm/index.js').ActivationCache} window @returns {Prediction[]} */
function predictionsIn({ logits, tokens }) {
  if (!logits) return [];
  const V = logits.length / tokens.length;
  return Array.from({ length: tokens.length - 1 }, (_, i) => {
    const row = logits.subarray(i * V, (i + 1) * V);
    const most = row.indexOf(Math.max(...row));
    return { confidence: softmax(row)[most], isRight: most === tokens[i + 1] };
  });
}

/** Means of empty bins are not. @param {number} x */
const known = (x) => (Number.isNaN(x) ? null : x);

/** @param {number[]} x */
const mean = (x) => x.reduce((sum, each) => sum + each, 0) / x.length;

/** @param {Prediction[]} all */
export function calibrationOf(all) {
  const gaps = all.map(({ confidence, isRight }) => confidence - Number(isRight));
  const gap = mean(gaps);
  // Of predictions that are all wrong the spread is next to none: then that of probabilities that
  // can be taken as they are.
  const variance = Math.max(
    mean(gaps.map((x) => (x - gap) ** 2)),
    mean(all.map(({ confidence: p }) => p * (1 - p))),
  );
  const standardError = Math.sqrt(variance / gaps.length);
  // Those of an empty bin are NaN.
  const bins = Array.from({ length: BINS }, (_, k) => {
    const own = all.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === k,
    );
    return {
      n: own.length,
      confidence: mean(own.map(({ confidence }) => confidence)),
      right: mean(own.map(({ isRight }) => Number(isRight))),
    };
  });
  const error = bins.reduce(
    (sum, { n, confidence, right }) =>
      n ? sum + (n / all.length) * Math.abs(confidence - right) : sum,
    0,
  );
  return {
    n: all.length,
    confidence: mean(all.map(({ confidence }) => confidence)),
    right: mean(all.map(({ isRight }) => Number(isRight))),
    verdict: /** @type {'over' | 'under' | 'even'} */ (
      Math.abs(gap) <= CLEAR * standardError ? 'even' : gap > 0 ? 'over' : 'under'
    ),
    bins,
    error,
  };
}

/** Windows spread over a text, each of so many characters and so of no more tokens.
 * @param {string} text @param {number} n @param {number} size */
function windowsOf(text, n, size) {
  const characters = [...text];
  const last = Math.max(0, characters.length - size);
  const starts = Array.from({ length: n }, (_, k) =>
    Math.round((k * last) / Math.max(1, n - 1)),
  );
  return [...new Set(starts)].map((at) => characters.slice(at, at + size).join(''));
}

/** Nothing of a window that holds what the model does not know.
 * @param {ModelView} session @param {string} text @returns {Promise<Prediction[]>} */
async function predictionsOn(session, text) {
  try {
    return predictionsIn(await session.runWithCache({ text }));
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === 'bad-text') return [];
    throw error;
  }
}

addQueries({
  'calibration:windows': {
    intervalMs: 3000,
    sequences: (_, state) => probed(state).sequences,
    dependsOn: (state) => (newText(state).length > 1 ? [state.text?.id] : null),
    ask: async (session, state) => {
      const { sequences } = probed(state);
      const { block_size, tokenizer } = session.info.config;
      /** @type {Prediction[]} */
      const all = [];
      for (const text of windowsOf(newText(state), sequences, Number(block_size))) {
        const whole = tokenizer === 'words' ? text.replace(PARTIAL, '') : text;
        all.push(...(await predictionsOn(session, whole)));
      }
      return calibrationOf(all);
    },
  },
});

class Calibration extends View {
  static queries = questions('calibration:windows');
  static styles = styled();

  render() {
    const why = (/** @type {string} */ key, data = {}) =>
      html`<p class="claim">${say(this, key, data)}</p>`;
    const n = this.format.integer(this.state.session?.info.blockSize ?? 0);
    return html`<section class="pane">
      <h2 class="title">${say(this, 'title')}</h2>
      ${
        newText(this.state).length > 1
          ? this.answered(this.answer('calibration:windows'), (found, step) =>
              found.n > 0 ? this.#body(found, step) : why('short', { n }),
            )
          : why('unknown')
      }
    </section>`;
  }

  /** @param {ReturnType<typeof calibrationOf>} found @param {number} step */
  #body({ n, confidence, right, verdict, bins, error }, step) {
    const { format, units } = this;
    const claim = say(this, 'claim', {
      step: format.integer(step),
      n: format.integer(n),
      text: say(this, isHeldOut(this.state) ? 'heldOut' : 'other'),
      unit: units[0],
      confidence: format.percent(confidence),
      right: format.percent(right),
      verdict: say(this, verdict),
    });
    const file = this.#columns(bins);
    return html`<p class="claim number" id="claim">
        ${claim} ${say(this, 'error', { error: format.percent(error) })}
      </p>
      ${lines(this, {
        ...{ id: 'calibration', label: claim, table: this.#table(bins, file), file },
        x: bins.map((_, k) => (100 * (k + 0.5)) / BINS),
        lines: [
          { y: bins.map(({ right }) => known(right)), strong: true },
          { y: bins.map((_, k) => (k + 0.5) / BINS) },
        ],
        axes: [say(this, 'probability'), say(this, 'share')],
      })}
      <p class="look">${say(this, 'look')}</p>`;
  }

  /** @param {Bins} bins @returns {Column[]} */
  #columns(bins) {
    const { format } = this;
    const name = (/** @type {number} */ k) =>
      `${format.percent(k / BINS)} … ${format.percent((k + 1) / BINS)}`;
    return [
      [say(this, 'bin'), bins.map((_, k) => name(k))],
      [say(this, 'predictions'), bins.map(({ n }) => n)],
      [say(this, 'mean'), bins.map(({ confidence }) => known(confidence))],
      [say(this, 'share'), bins.map(({ right }) => known(right))],
    ];
  }

  /** @param {Bins} bins @param {Column[]} columns */
  #table(bins, columns) {
    const { format } = this;
    const [[, names]] = columns;
    return table({
      head: columns.map(([name]) => name),
      rows: bins.map(({ n, confidence, right }, k) => [
        names[k],
        format.integer(n),
        ...[confidence, right].map((x) => (n ? format.percent(x) : nothing)),
      ]),
    });
  }
}

define('gf-calibration', Calibration);
