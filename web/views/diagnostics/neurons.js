// SPDX-License-Identifier: MIT
// Cards of hidden units of the MLP: where in the held-out text a unit is most active, and
// which characters it raises and lowers.
import { css, html, nothing } from 'lit';
import { ZERO } from '../../draw/numbers.js';
import { visible } from '../../i18n/format.js';
import { mlpLayer, neuronCount } from '../../queries/registry.js';
import { barStyles, barTable } from '../shared/bars.js';
import { numberField, smallButton } from '../shared/controls.js';
import { outputsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { define, questions, View } from '../shared/view.js';

/** @typedef {import('../../../wasm/index.js').Neurons['neurons'][number]} Neuron */

class NeuronsView extends View {
  static queries = questions('neurons');
  static styles = styled(
    barStyles,
    css`
      .bar-table tbody th {
        font-family: var(--mono);
        white-space: pre-wrap;
      }
      .row {
        margin-block: 0.375rem;
      }
    `,
  );

  render() {
    const { t, format } = this;
    const { session, unit } = this.state;
    if (!session) return nothing;
    const n = neuronCount(session);
    const layer = format.integer(mlpLayer(session, this.state) + 1);
    // Of an encoder-decoder those of the answer are shown.
    const { attentions } = session.info.structure;
    const hasTwo = attentions.some(({ kind }) => kind === 'cross');
    const go = (/** @type {number} */ to) =>
      this.app.diagnostics.selectUnit(((to % n) + n) % n);
    return html`<div class="row">
        <span>${hasTwo ? t.heads.kinds.self(layer) : t.heads.layer(layer)}</span>
        ${numberField({
          id: 'unit',
          label: t.diagnostics.unit,
          value: (unit % n) + 1,
          min: 1,
          max: n,
          change: (number) => go(number - 1),
        })}
        ${smallButton('previous', t.nextToken.previous, () => go(unit - 1))}
        ${smallButton('next', t.nextToken.next, () => go(unit + 1))}
      </div>
      ${this.answered(this.answer('neurons'), ({ neurons }) => this.#card(neurons[0]))}
      <p class="look">${t.diagnostics.neuronsLook(this.units)}</p>`;
  }

  /** @param {Neuron} neuron */
  #card(neuron) {
    const { t, format } = this;
    const outputs = outputsOf(this.state.session).map(visible);
    const { contexts } = neuron;
    const quoted = (/** @type {Neuron['raises'][number]} */ { token }) =>
      t.units.quote(outputs[token]);
    const moved = (/** @type {'raises' | 'lowers'} */ way) =>
      neuron[way].filter(({ value }) => Math.abs(value) >= ZERO);
    const list = (/** @type {'raises' | 'lowers'} */ way) => {
      const all = moved(way).map((x) => `${quoted(x)} ${format.signed(x.value)}`);
      return all.length > 0 ? t.diagnostics[way](all.join(', ')) : nothing;
    };
    const spell = (/** @type {string} */ text) => [...text].map(visible).join('');
    // Of a unit that is never active there is no place where it is most so.
    const most = contexts.find(({ value }) => value > 0);
    return html`<p class="claim number" id="claim">
        ${t.diagnostics.neuronsClaim({
          unit: format.integer(neuron.neuron + 1),
          active: format.percent(neuron.active),
          units: this.units[1],
          character: spell(most?.character ?? ''),
          value: format.small(most?.value ?? 0),
          raises: moved('raises').slice(0, 1).map(quoted).join(''),
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
      <p class="number">${list('raises')}</p>
      <p class="number">${list('lowers')}</p>`;
  }
}

define('gf-neurons', NeuronsView);
