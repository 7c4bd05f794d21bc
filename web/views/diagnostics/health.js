// SPDX-License-Identifier: MIT
// Dead units, the size of the residual stream by depth, gains of the norms, the largest score.
import { html } from 'lit';
import { barStyles, barTable } from '../shared/bars.js';
import { depthName, partName } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { define, questions, View } from '../shared/view.js';

/** @import { Health } from '../../../wasm/index.js' */

/** What is not finite is no zero. @param {number | null | undefined} x */
const known = (x) => x ?? NaN;

class HealthView extends View {
  static queries = questions('health');
  static styles = styled(barStyles);

  render() {
    return this.answered(this.answer('health'), (health) => this.#body(health));
  }

  /** @param {Health} health */
  #body(health) {
    const { t, format } = this;
    const h = t.diagnostics.health;
    /** Nothing where the model has none. @param {string} part @param {string} name
     * @param {Parameters<typeof barTable>[2]} rows @param {number} [most] */
    const bars = (part, name, rows, most) =>
      rows.length === 0 ? '' : barTable(name, [part, name], rows, most);
    return html`<p class="claim number" id="claim">${this.#claim(health)}</p>
      ${bars(
        h.part,
        h.quiet,
        health.hidden.map(({ name, quiet }) => ({
          name: partName(name),
          value: quiet,
          words: format.percent(quiet),
        })),
        1,
      )}
      ${bars(
        h.part,
        h.size,
        health.stream.map((row) => ({
          name: depthName(this, row),
          value: row.size ?? 0,
          words: format.small(known(row.size)),
        })),
      )}
      ${bars(
        h.attention,
        h.score,
        health.score.map((score, l) => ({
          name: format.integer(l + 1),
          value: score ?? 0,
          words: format.small(known(score)),
        })),
      )}
      ${bars(
        h.norm,
        h.gain,
        health.gains.map(({ name, mean, least, most }) => ({
          name: partName(name),
          value: mean,
          words: `${format.loss(mean)} (${format.loss(least)} … ${format.loss(most)})`,
        })),
      )}
      <p class="look">${h.look}</p>`;
  }

  /** @param {Health} health */
  #claim({ step, hidden, stream, score }) {
    const { t, format } = this;
    const quietest = hidden.toSorted((a, b) => b.quiet - a.quiet)[0];
    const parts = [];
    if (quietest)
      parts.push(t.diagnostics.health.asleep(format.percent(quietest.quiet)));
    if (stream.length > 1) {
      const [from, to] = [stream[0], stream[stream.length - 1]].map(({ size }) =>
        format.small(known(size)),
      );
      parts.push(t.diagnostics.health.grows(from, to));
    }
    if (score.length > 0)
      parts.push(
        t.diagnostics.health.largest(format.small(Math.max(...score.map(known)))),
      );
    const at = t.diagnostics.health.at(format.integer(step));
    return parts.length > 0
      ? `${at}: ${parts.join('; ')}.`
      : `${at}. ${t.badges.noHeads}`;
  }
}

define('gf-health', HealthView);
