// SPDX-License-Identifier: MIT
// Heads beside each other: how sharply and how far each looks, at which kinds of
// characters, which of a layer agree, what all layers together look at, and what the
// model could say after each depth. Scores are over held-out text, with chance.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { short } from '../../i18n/descriptions.js';
import { barTable } from '../shared/bar-table.js';
import '../shared/cells.js';
import { shared } from '../shared/style.js';
import { View, define, keys } from '../shared/view.js';

/** @typedef {import('../../../wasm/client/analyses.js').HeadReport & {
 *   agreement?: import('../../../wasm/engine/tables.js').Table,
 *   rollout?: import('../../../wasm/engine/tables.js').Table }} Together */

class TogetherView extends View {
  static watch = keys('answers', 'look', 'layer', 'head', 'scheme', 'session', 'past');

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'headComparison',
  ]);

  static styles = [
    shared,
    barTable.styles,
    css`
      h3 {
        margin-block-start: 1rem;
      }
      td {
        white-space: nowrap;
      }
    `,
  ];

  /** @override */
  render() {
    const { t, format } = this;
    if (this.state.look?.L === 0) return html`<p class="claim">${t.badges.noHeads}</p>`;
    const answer = this.answer('headComparison');
    if (!answer) return html`<p class="quiet">${t.inside.waiting}</p>`;
    const told = /** @type {Together} */ (answer.value);
    const { first = 0, second = 0, gain } = told.repeat ?? told.lines ?? {};
    const step = format.integer(told.step);
    const loss = (/** @type {number} */ x) => format.loss(x);
    return html`${
      gain === undefined
        ? nothing
        : html`<p class="claim number" id="claim">
            ${t.diagnostics.repeated({ step, first: loss(first), second: loss(second), gain: gain > 0 ? loss(gain) : '' })}
          </p>`
    }
    ${this.#scores(told)} ${this.#classes(told)} ${this.#lens(told)}
    ${this.#agreement(told)} ${this.#rollout(told)}`;
  }

  /** Each score, and in brackets what an even spread gives. @param {Together} told */
  #scores({ heads }) {
    const { t, format } = this;
    const all = /** @type {'focus'[]} */ (['focus', 'choices', 'distance', 'spread', 'top', 'first', 'stripe', 'line']); // prettier-ignore
    // The last two are of models that can copy, and of texts that do: else they are null.
    const names = all.filter((name) => heads[0].scores[name] !== null);
    return html`<div
        class="scroll"
        tabindex="0"
        role="region"
        aria-label=${t.diagnostics.sections.together}
      >
        <table part="table" id="together-scores">
          <thead>
            <tr>
              <th scope="col">${t.badges.columns.head}</th>
              ${names.map((name) => html`<th scope="col">${t.diagnostics.scores[name] ?? t.badges.patterns[name]('')}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${heads.map(
              ({ layer, head, scores, chance }) =>
                html`<tr>
                  <th scope="row">${layer + 1}.${head + 1}</th>
                  ${names.map((name) => html`<td>${format.loss(scores[name])} (${format.loss(chance[name])})</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="look">${t.diagnostics.scoresLook}</p>`;
  }

  /** @param {Together} told */
  #classes({ heads, classes }) {
    const { t, format } = this;
    const { layer, head } = this.state;
    const chosen = heads.find((h) => h.layer === layer && h.head === head);
    if (!chosen?.classes) return nothing;
    const title = t.diagnostics.classes(`${layer + 1}.${head + 1}`);
    return html`<h3>${title}</h3>
      <table part="table" id="classes" aria-label=${title}>
        <tbody>
          ${classes.map(
            (name, n) =>
              html`<tr>
                <th scope="row">${t.embeddings.kinds[name] ?? name}</th>
                <td>${format.signed(chosen.classes[n])}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="look">${t.diagnostics.classesLook}</p>`;
  }

  /** @param {Together} told */
  #lens({ lens }) {
    const { t, format } = this;
    if (!lens) return nothing;
    const { depths, loss, uniform } = lens;
    const rows = depths.map(({ part, layer = 0 }, n) => ({
      name: t.lens.parts[part](format.integer(layer + 1)),
      value: loss[n],
      words: format.loss(loss[n]),
    }));
    const nothingKnown = { name: t.loss.lines.uniform, value: uniform, words: format.loss(uniform) }; // prettier-ignore
    return html`<h3>${t.diagnostics.lens}</h3>
      <div id="lens-loss">
        ${barTable(t.diagnostics.lens, [t.diagnostics.health.part, t.diagnostics.nats], [...rows, nothingKnown])}
      </div>
      <p class="look">${t.diagnostics.lensLook}</p>`;
  }

  /** @param {Together} told */
  #agreement({ agreement }) {
    const { t, format } = this;
    const { layer, ramps, scheme } = this.state;
    if (!agreement || agreement.columns < 2) return nothing;
    const H = agreement.columns;
    const data = agreement.data.subarray(layer * H * H, (layer + 1) * H * H);
    const names = Array.from({ length: H }, (_, h) => `${layer + 1}.${h + 1}`);
    const title = t.diagnostics.agreement(format.integer(layer + 1));
    return html`<h3>${title}</h3>
      <gf-cells
        id="agreement"
        .numbers=${{ rows: H, columns: H, data }}
        .rows=${names}
        .columns=${names}
        .most=${Math.LN2}
        .least=${32}
        .scheme=${scheme}
        .stops=${ramps.diverging}
        .label=${title}
        .describe=${(/** @type {number} */ g, /** @type {number} */ h) =>
          t.diagnostics.differ({
            a: names[g],
            b: names[h],
            x: format.small(data[g * H + h]),
          })}
      ></gf-cells>
      <p class="look">${t.diagnostics.agreementLook}</p>`;
  }

  /** @param {Together} told */
  #rollout({ rollout }) {
    const { t, format } = this;
    const { look, ramps, scheme } = this.state;
    // Of another line: the next answer is on its way.
    if (!rollout || !look || rollout.rows !== look.n) return nothing;
    const { rows, columns, data } = rollout;
    const names = look.characters.map((c) => short(visible(c)));
    return html`<h3>${t.diagnostics.rollout}</h3>
      <gf-cells
        id="rollout"
        .numbers=${{ rows, columns, data: data.map((x) => 2 * x - 1) }}
        .rows=${names}
        .columns=${names}
        .scheme=${scheme}
        .stops=${ramps.attention}
        .label=${t.diagnostics.rollout}
        .describe=${(/** @type {number} */ i, /** @type {number} */ j) =>
          t.diagnostics.reaches({
            i: format.integer(i + 1),
            a: names[i],
            j: format.integer(j + 1),
            b: names[j],
            x: format.percent(data[i * columns + j]),
          })}
      ></gf-cells>
      <p class="look">${t.diagnostics.rolloutLook}</p>`;
  }
}

define('gf-head-comparison', TogetherView);
