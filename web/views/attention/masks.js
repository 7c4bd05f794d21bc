// SPDX-License-Identifier: MIT
// The selected head with its masks and without, on the same line: scores, −∞, softmax, and the
// softmax of all scores. Where a model is trained on padded sequences the line is padded too.
// Only in our own page and frame.
import { css, html, nothing } from 'lit';
import '../../i18n/diagnostics.js';
import { attentionAt } from '../../draw/attention.js';
import { largest } from '../../draw/numbers.js';
import { visible } from '../../i18n/format.js';
import { headName } from '../../state/selectors.js';
import { cells } from '../shared/cells.js';
import { styled } from '../shared/style.js';
import { toggled } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** @import { Table } from '../../../wasm/index.js' */
/** @typedef {{ scores: Table, masked: Table, unmasked: Table }} Tables */

/** The weight of cells that a test holds for, by row. @param {Table} table
 * @param {number} rows @param {(i: number, j: number) => boolean} isOne */
function weightOn({ columns, data }, rows, isOne) {
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (isOne(i, j)) sum += data[i * columns + j];
    }
  }
  return sum / rows;
}

class MaskMatrices extends View {
  static queries = questions('masks');
  static styles = styled(css`
    .four {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
      gap: 0.75rem 1.25rem;
      align-items: start;
    }
    figcaption {
      font-size: 0.8125rem;
      color: var(--ink-2);
      margin-block-end: 0.25rem;
    }
  `);

  render() {
    const { activations: look, layer, line } = this.state;
    if (!look || look.text !== line || !look.attentions[layer]) return this.waiting();
    return this.answered(this.answer('masks'), (masks) => this.#body(masks, look));
  }

  /** @param {Tables} masks @param {import('../../state/types.js').LineActivations} look */
  #body({ scores, masked, unmasked }, look) {
    const { t, format } = this;
    const { layer, head, session } = this.state;
    const { queries, keys: read, causal } = look.attentions[layer];
    const { rows, columns } = scores;
    // An answer about another head or line is on its way to be replaced.
    if (rows < queries.length || columns < read.length) return this.waiting();
    const pad = visible(
      session?.info.vocabulary[session.info.structure.pad_token] ?? '',
    );
    const fill = (/** @type {string[]} */ names, /** @type {number} */ n) =>
      Array.from({ length: n }, (_, i) => (i < names.length ? visible(names[i]) : pad));
    const [names, of] = [fill(queries, rows), fill(read, columns)];
    const isLater = (/** @type {number} */ i, /** @type {number} */ j) =>
      causal && j > i && j < read.length;
    const isPadding = (/** @type {number} */ _, /** @type {number} */ j) =>
      j >= read.length;
    const allowed = (/** @type {number} */ i, /** @type {number} */ j) =>
      !isPadding(i, j) && !(causal && j > i);
    const sum = (/** @type {typeof isLater} */ which) =>
      format.percent(weightOn(unmasked, queries.length, which));
    const most = largest(scores);
    const pictures = [
      { numbers: scores, most },
      { numbers: scores, most, allowed },
      { numbers: masked, most: 1, allowed, signed: false },
      { numbers: unmasked, most: 1, signed: false },
    ];
    const { masks: words } = t;
    const nPadding = columns - read.length;
    return html`<p class="claim number" id="claim">
        ${causal ? words.later({ head: headName({ layer, head }), share: sum(isLater), units: this.units[1] }) : nothing}
        ${
          nPadding > 0
            ? words.padding({
                n: format.integer(nPadding),
                share: sum(isPadding),
                change: format.small(this.#change(masked, look)),
              })
            : nothing
        }
        ${!causal && nPadding === 0 ? words.none(headName({ layer, head })) : nothing}
      </p>
      <div class="four">
        ${pictures.map(
          ({ signed = true, allowed: isSeen, ...picture }, n) =>
            html`<figure>
              <figcaption>${words.captions[n]}</figcaption>
              ${cells(this, {
                ...{ ...picture, signed, allowed: isSeen, rows: names, columns: of },
                ...{ least: 3, label: words.captions[n] },
                describe: (i, j, x) => {
                  const hidden = signed ? '−∞' : `0 (${words.hidden})`;
                  const value = isSeen && !isSeen(i, j) ? hidden : format.loss(x);
                  return words.cell({ reads: names[i], looked: of[j], value });
                },
              })}
            </figure>`,
        )}
      </div>
      <p class="look">${words.look} ${causal ? words.train : nothing}</p>`;
  }

  /** The largest change of a weight by padding. @param {Table} masked
   * @param {import('../../state/types.js').LineActivations} look */
  #change({ columns, data }, look) {
    const { layer, head } = this.state;
    const { queries, keys: read } = look.attentions[layer];
    let most = 0;
    for (let i = 0; i < queries.length; i++) {
      for (let j = 0; j < read.length; j++) {
        const weight = attentionAt(look, layer, head, i, j);
        most = Math.max(most, Math.abs(data[i * columns + j] - weight));
      }
    }
    return most;
  }
}

class Masks extends View.withState({ open: false }) {
  render() {
    const { t, app } = this;
    const { activations, layer, session } = this.state;
    const isAverage = session?.info.config.arch === 'averaging';
    if (!activations?.attentions[layer] || isAverage) return nothing;
    return html`<details
      id="masks"
      @toggle=${toggled((isOpen) => (this.open = isOpen))}
    >
      <summary>${t.masks.title}</summary>
      ${this.open ? html`<gf-mask-matrices .app=${app}></gf-mask-matrices>` : nothing}
    </details>`;
  }
}

define('gf-mask-matrices', MaskMatrices);
define('gf-masks', Masks);
