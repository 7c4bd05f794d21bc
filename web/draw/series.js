// SPDX-License-Identifier: MIT
// A run's history as the columns of charts and files.

/**
 * @typedef {object} History
 * @property {ArrayLike<number>} step
 * @property {ArrayLike<number>} loss
 * @property {ArrayLike<number>} valStep
 * @property {ArrayLike<number>} valLoss
 */

/** About as many as a chart has pixels. */
export const MAX_POINTS = 1200;
/** Weight of one step in the smoothed training loss. */
const SMOOTHING = 0.06;

/**
 * The exponential moving average of the batch losses, with Adam's bias correction (Kingma & Ba
 * 2015, section 3). In a thinned history each entry stands for all steps since the previous.
 * @param {ArrayLike<number>} loss @param {ArrayLike<number>} step
 * @returns {Float64Array}
 */
export function smooth(loss, step) {
  const out = new Float64Array(loss.length);
  let mean = 0;
  let weight = 0;
  for (let n = 0; n < loss.length; n++) {
    const share = 1 - (1 - SMOOTHING) ** (step[n] - (step[n - 1] ?? 0));
    mean += share * (loss[n] - mean);
    weight += share * (1 - weight);
    out[n] = mean / weight;
  }
  return out;
}

/**
 * One row for each step with a measurement: step, training, smoothed training and validation
 * loss; null where one was not measured. Training points are thinned, validation points never.
 * @param {History} history
 * @returns {[number[], (number | null)[], (number | null)[], (number | null)[]]}
 */
export function columns({ step, loss, valStep, valLoss }) {
  const mean = smooth(loss, step);
  const stride = Math.ceil(step.length / MAX_POINTS) || 1;
  /** @type {[number, number | null, number | null, number | null][]} */
  const rows = [];
  let v = 0;
  const addUntil = (/** @type {number} */ end) => {
    for (; v < valStep.length && valStep[v] < end; v++)
      rows.push([valStep[v], null, null, valLoss[v]]);
  };
  for (let n = 0; n < step.length; n++) {
    addUntil(step[n]);
    const measured = valStep[v] === step[n];
    if (measured || n % stride === 0 || n === step.length - 1)
      rows.push([step[n], loss[n], mean[n], measured ? valLoss[v] : null]);
    if (measured) v++;
  }
  addUntil(Infinity);
  const column = (/** @type {1 | 2 | 3} */ n) => rows.map((row) => row[n]);
  return [rows.map(([x]) => x), column(1), column(2), column(3)];
}

/** Name and values. @typedef {[string, ArrayLike<number | string | null>]} Column */

/** @param {Column[]} table @returns {string} comma separated, with a heading line */
export function csv(table) {
  const rows = Math.max(0, ...table.map(([, values]) => values.length));
  const lines = [table.map(([name]) => quote(name)).join(',')];
  for (let n = 0; n < rows; n++) {
    lines.push(table.map(([, values]) => quote(values[n] ?? '')).join(','));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * A run's history as such a table.
 * @param {Partial<Record<string, number[]>>} history
 * @param {Record<string, string>} names of the columns, in the reader's language
 * @param {string} unit of the losses, as the reader's language calls it
 * @param {number} [nats] in one of that unit
 */
export function historyCsv(history, names, unit, nats = 1) {
  const { step = [], valStep = [] } = history;
  const all = [...new Set([...valStep, ...step])].sort((a, b) => a - b);
  const column = (/** @type {number[]} */ at, /** @type {string} */ key, one = 1) => {
    const known = new Map(at.map((s, n) => [s, history[key]?.[n]]));
    return all.map((s) => {
      const x = known.get(s);
      return x === undefined ? null : x / one;
    });
  };
  return csv([
    [names.step, all],
    [`${names.train} (${unit})`, column(step, 'loss', nats)],
    [`${names.val} (${unit})`, column(valStep, 'valLoss', nats)],
    [names.accuracy, column(valStep, 'valAccuracy')],
    [names.rate, column(step, 'learningRate')],
    [names.norm, column(step, 'gradNorm')],
  ]);
}

/** RFC 4180: quotes around fields with a comma, a quote or a line end. */
const quote = (/** @type {number | string} */ field) => {
  const text = String(field);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
