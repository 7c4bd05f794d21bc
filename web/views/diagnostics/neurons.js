// SPDX-License-Identifier: MIT
// Cards of hidden units of the feed-forward part: where in the held-out text one is most
// active, and which characters it pushes.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { unitsOf } from '../../queries/registry.js';
import { barTable } from '../shared/bar-table.js';
import { outputsOf } from '../shared/outputs.js';
import { shared } from '../shared/style.js';
import { View, define, keys } from '../shared/view.js';

/** @typedef {import('../../../wasm/client/analyses.js').Neurons['neurons'][number]} Neuron */

class NeuronsView extends View {
  static watch = keys('answers', 'unit', 'layer', 'session');

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'neurons',
  ]);

  static styles = [
    shared,
    barTable.styles,
    css`
      .bar-table tbody th {
        font-family: var(--mono);
        white-space: pre-wrap;
      }
      .row {
        margin-block: 0.375rem;
      }
    `,
  ];

  /** @override */
  render() {
    const { t, format } = this;
    const { session, layer, unit } = this.state;
    const answer = this.answer('neurons');
    if (!session) return nothing;
    const n = unitsOf(session);
    const go = (/** @type {number} */ to) =>
      this.app.store.set({ unit: ((to % n) + n) % n });
    return html`<div class="row">
        <span>${t.diagnostics.layer(format.integer(layer + 1))}</span>
        <label
          >${t.diagnostics.unit}
          <input
            type="number"
            id="unit"
            min="1"
            max=${n}
            .value=${String((unit % n) + 1)}
            @change=${(/** @type {Event} */ event) => {
              const field = /** @type {HTMLInputElement} */ (event.target);
              const x = Math.round(Number(field.value)) - 1;
              if (x >= 0 && x < n) go(x);
              field.value = String((this.state.unit % n) + 1);
            }}
        /></label>
        <button class="small" id="previous" @click=${() => go(unit - 1)}>
          ${t.nextToken.earlier}
        </button>
        <button class="small" id="next" @click=${() => go(unit + 1)}>
          ${t.nextToken.later}
        </button>
      </div>
      ${
        !answer
          ? html`<p class="quiet">${t.inside.waiting}</p>`
          : answer.value.obstacle
            ? this.cannot(answer.value.obstacle)
            : this.#card(answer.value.neurons[0])
      }
      <p class="look">${t.diagnostics.neuronsLook}</p>`;
  }

  /** @param {Neuron} neuron */
  #card(neuron) {
    const { t, format } = this;
    const outputs = outputsOf(this.state.session).map(visible);
    const list = (/** @type {Neuron['raises']} */ all) =>
      all
        .map(
          ({ token, value }) =>
            `${t.units.quote(outputs[token])} ${format.signed(value)}`,
        )
        .join(', ');
    const { contexts } = neuron;
    const spell = (/** @type {string} */ text) => [...text].map(visible).join('');
    return html`<p class="claim number" id="claim">
        ${t.diagnostics.neuronsClaim({
          unit: format.integer(neuron.neuron + 1),
          active: format.percent(neuron.active),
          character: spell(contexts[0]?.character ?? ''),
          value: format.small(contexts[0]?.value ?? 0),
          raises: t.units.quote(outputs[neuron.raises[0]?.token]),
        })}
      </p>
      ${barTable(
        t.diagnostics.contexts,
        [t.diagnostics.contexts, t.diagnostics.activation],
        contexts.map(({ before, character, value }) => ({
          name: `${spell(before)}[${spell(character)}]`,
          value,
          words: format.small(value),
        })),
      )}
      <p class="number">${t.diagnostics.raises(list(neuron.raises))}</p>
      <p class="number">${t.diagnostics.lowers(list(neuron.lowers))}</p>`;
  }
}

define('gf-neurons', NeuronsView);
