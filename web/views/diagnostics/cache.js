// SPDX-License-Identifier: MIT
// What a KV cache saves, measured on the reader's machine with the model as it is.
import { css, html, nothing } from 'lit';
import { timeCache } from '../../queries/cache-timing.js';
import { questionPart } from '../../run/prompts.js';
import { barStyles, barTable } from '../shared/bars.js';
import { smallButton } from '../shared/controls.js';
import { unitsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** @import { CacheTiming } from '../../queries/cache-timing.js' */

class CacheView extends View.withState({
  /** @type {{ session: unknown, timing: CacheTiming } | null} */
  measured: null,
  busy: false,
}) {
  static styles = styled(
    barStyles,
    css`
      .written {
        font: 400 0.8125rem/1.5 var(--mono);
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
    `,
  );

  async #measure() {
    const { state, busy } = this;
    const { session, line } = state;
    if (!session || busy) return;
    this.busy = true;
    try {
      // The beginning of a line of text; of a pair the whole question.
      const isText = session.info.form === 'text';
      const prompt = isText ? [...line].slice(0, 1).join('') : questionPart(line);
      const timing = await timeCache(session, prompt);
      this.measured = { timing, session };
    } catch (error) {
      if (this.state.session === session) this.app.report(error);
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { t, measured, busy } = this;
    const { session } = this.state;
    const config = session?.info.config;
    if (!session || !config) return this.waiting();
    if (session.info.form === 'tagging')
      return html`<p class="claim">${t.write.onlyLabels}</p>`;
    if (config.causal === false)
      return html`<p class="claim">${t.cache.onlyCausal}</p>`;
    return html`<p class="look">${t.cache.question}</p>
      ${smallButton('measure', t.cache.measure, () => void this.#measure(), busy)}
      ${measured?.session === session ? this.#result(measured.timing) : nothing}`;
  }

  /** @param {CacheTiming} timing */
  #result({ n, cached, full, text, isSame }) {
    const { t, format } = this;
    const ms = (/** @type {number} */ x) => format.small(x);
    const [unit, units] = unitsOf(this);
    const [method, time] = t.cache.columns(unit);
    return html`<p class="claim number" id="claim">
        ${t.cache.claim({
          n: format.integer(n),
          units,
          cached: ms(cached),
          full: ms(full),
          times: format.times(full / cached),
        })}
        ${isSame ? t.cache.same : t.cache.differ}
      </p>
      ${barTable(
        t.diagnostics.sections.cache,
        [method, time],
        [cached, full].map((value, i) => ({
          name: t.cache.rows[i],
          value,
          words: `${ms(value)} ms`,
        })),
      )}
      <p class="look">${t.cache.written}</p>
      <p class="written" id="written" dir="auto">${text}</p>
      <p class="look">${t.cache.look}</p>`;
  }
}

define('gf-cache', CacheView);
