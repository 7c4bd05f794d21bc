// SPDX-License-Identifier: MIT
// Profile of a training step: measured time of each operation, forward and backward.
import { html, nothing } from 'lit';
import { barStyles, barTable } from '../shared/bars.js';
import { smallButton } from '../shared/controls.js';
import { partName } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { csvButton } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** @import { Profile } from '../../../wasm/index.js' */

class Profiler extends View {
  static styles = styled(barStyles);

  render() {
    const { t } = this;
    const { profile, session } = this.state;
    return html`<p class="look">${t.diagnostics.timesLook}</p>
      ${smallButton('measure', t.diagnostics.measure, () => this.app.diagnostics.measureTimes(), !session)}
      ${profile ? this.#table(profile) : nothing}`;
  }

  /** @param {Profile} times */
  #table({ step, stepMs, ops, otherMs }) {
    const { t, format } = this;
    const ms = (/** @type {number} */ x) => `${format.small(x)} ms`;
    const rows = ops.map(({ name, kind, forwardMs, backwardMs, flops }) => {
      const all = forwardMs + backwardMs;
      const rate =
        flops > 0 && all > 0 ? `, ${format.small(flops / all / 1e6)} GFLOP/s` : '';
      return {
        kind,
        name: partName(name),
        value: all,
        words: `${ms(forwardMs)} + ${ms(backwardMs)}${rate}`,
      };
    });
    const slowest = rows.reduce((a, b) => (b.value > a.value ? b : a));
    /** @type {Record<string, number>} */
    const kinds = {};
    for (const { kind, value } of rows) kinds[kind] = (kinds[kind] ?? 0) + value;
    const [kind, whole] = Object.entries(kinds).sort((a, b) => b[1] - a[1])[0];
    return html`<p class="claim number" id="claim">
        ${t.diagnostics.timesClaim({
          step: format.integer(step + 1),
          ms: ms(stepMs),
          kind,
          share: format.percent(whole / stepMs),
          name: slowest.name,
          slowest: ms(slowest.value),
        })}
      </p>
      ${barTable(
        t.diagnostics.sections.profiler,
        [t.diagnostics.operation, t.diagnostics.forwardBackward],
        [...rows, { name: t.diagnostics.rest, value: otherMs, words: ms(otherMs) }],
      )}
      ${csvButton(t, 'times', () => [
        ['operation', ops.map(({ name }) => name)],
        ['kind', ops.map(({ kind }) => kind)],
        ['forward ms', ops.map(({ forwardMs }) => forwardMs)],
        ['backward ms', ops.map(({ backwardMs }) => backwardMs)],
        ['flops', ops.map(({ flops }) => flops)],
      ])}`;
  }
}

define('gf-profiler', Profiler);
