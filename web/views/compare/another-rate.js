// SPDX-License-Identifier: MIT
// A second run with other learning rates, beside the curve of the first. Only in our own page.
import { css, html, nothing } from 'lit';
import { runToolsWords } from '../../i18n/run-tools.js';
import { settingValue, writtenValue } from '../../run/settings.js';
import { hasTrained } from '../../state/selectors.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** @import { Session, Settings } from '../../state/types.js' */

/** What all rates are multiplied by. */
const FACTORS = [0.1, 1 / 3, 3, 10];
/** Of a rate that is a third. */
const DIGITS = 3;
const RATES = ['learning_rate', 'min_learning_rate', 'muon_learning_rate'];

/** The rates of a run times a factor; null where the engine refuses one of them.
 * @param {import('../../state/types.js').SettingRow[]} schema @param {Settings} config
 * @param {number} factor @returns {Settings | null} */
export function ratesTimes(schema, config, factor) {
  /** @type {Settings} */
  const rates = {};
  for (const row of schema.filter(({ key }) => RATES.includes(key))) {
    const value = Number(settingValue(schema, config, row.key)) * factor;
    if (value > Number(row.max)) return null;
    rates[row.key] = Number(value.toPrecision(DIGITS));
  }
  return rates;
}

class AnotherRate extends View {
  static followsHistory = true;
  static styles = styled(css`
    :host {
      margin-block: 0.75rem;
    }
    p {
      margin-block: 0.125rem 0.375rem;
    }
  `);

  render() {
    const { state, format } = this;
    const words = runToolsWords.in(state.lang).rate;
    const { session } = state;
    if (session?.isFineTuned || state.trainedAblated) return nothing;
    if (!session || !hasTrained(state))
      return html`<h3>${words.title}</h3>
        <p class="look">${words.first}</p>`;
    const rate = Number(session.info.config.learning_rate);
    return html`<h3>${words.title}</h3>
      <p class="look number">
        ${words.look(writtenValue(rate, format), format.integer(session.steps))}
      </p>
      <div class="row">${FACTORS.map((factor) => this.#button(factor, rate))}</div>`;
  }

  /** @param {number} factor @param {number} rate */
  #button(factor, rate) {
    const { format, state, app } = this;
    const words = runToolsWords.in(state.lang).rate;
    const { config } = /** @type {Session} */ (state.session).info;
    const rates = ratesTimes(state.schema, config, factor);
    const isMore = factor > 1;
    const times = isMore
      ? words.times(format.integer(factor))
      : words.by(format.integer(1 / factor));
    const label = words.train(format.small(rate * factor));
    return html`<button
      class="small"
      data-factor=${isMore ? factor : `1/${Math.round(1 / factor)}`}
      title=${label}
      aria-label=${`${times}: ${label}`}
      ?disabled=${!rates}
      @click=${() => rates && void app.comparedRuns.runTwin(rates)}
    >
      ${times}
    </button>`;
  }
}

define('gf-another-rate', AnotherRate);
