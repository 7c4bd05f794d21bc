// SPDX-License-Identifier: MIT
// One head, large: a table whose rows are queries i and whose columns are keys j; transposed, the
// other way round. The cell under the pointer, or with the focus, is previewed; a press pins it.
import { css, html, nothing } from 'lit';
import { chance, isAllowed, lookedAt, readsAt } from '../../draw/attention.js';
import { isNew } from '../../draw/canvas.js';
import { valueIn } from '../../draw/matrix.js';
import { headName } from '../../state/selectors.js';
import { scaleOf, selectedHead, writtenAs } from './head-modes.js';
import { TouchPreview } from '../shared/touch.js';
import { visible } from '../../i18n/format.js';
import { distance, short } from '../../i18n/descriptions.js';
import { cells } from '../shared/cells.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** @import { LineActivations as Look } from '../../state/types.js' */
/** @import { Strided } from '../../draw/matrix.js' */
/** @typedef {{ i: number, j: number }} Cell */

/** Cells are no smaller: a larger table scrolls. */
const LEAST_PX = 4;

export class Matrix extends View {
  static styles = styled(css`
    .axes {
      display: flex;
      justify-content: space-between;
      font-size: 0.8125rem;
      color: var(--ink-3);
      max-inline-size: 40rem;
    }
    gf-cells {
      --most: 48rem;
    }
  `);

  touch = new TouchPreview(this);
  /** The same as long as the head and how it is shown are.
   * @type {{ numbers: Strided, scale: (value: number) => number,
   *   allowed: (r: number, c: number) => boolean } | undefined} */
  picture = undefined;

  /** The place in the picture of a cell of the head, and back.
   * @template {number | null} N @param {{ i: N, j: N }} cell */
  #swap = ({ i, j }) => (this.state.showing.transposed ? { i: j, j: i } : { i, j });

  render() {
    const { t, state } = this;
    const { activations, layer, head, hover, pin, showing } = state;
    const attention = activations?.attentions[layer];
    // A model without heads: the parent is about to remove this element.
    if (!attention) return nothing;
    const { queries, keys } = attention;
    const axes = [t.head.reads, t.head.lookedAt];
    const names = [queries, keys].map((of) => of.map((token) => short(visible(token))));
    if (showing.transposed) for (const pair of [axes, names]) pair.reverse();
    const title = t.head.title(headName({ layer, head }));
    const { i, j } = pin ?? { i: queries.length - 1, j: keys.length - 1 };
    return html`
      <div class="axes" aria-hidden="true">
        <span>↓ ${axes[0]}</span><span>${axes[1]} →</span>
      </div>
      <div @pointerdown=${this.touch.start} @keydown=${this.#onKey}>
        ${cells(this, {
          ...this.#picture(activations),
          signed: selectedHead(this.state)?.signed ?? false,
          rows: names[0],
          columns: names[1],
          label: t.head.grid(title),
          least: LEAST_PX,
          isSaid: false,
          place: this.#swap({ i, j: Math.min(j ?? i, keys.length - 1) }),
          bands: [
            ...(pin ? [this.#swap(pin)] : []),
            ...(hover ? [{ ...this.#swap(hover), isHover: true }] : []),
          ],
          // The last key allowed ends the row of a causal head.
          end: attention.causal && !showing.transposed ? (r) => r : undefined,
          // Of what is drawn: the state may have another model by the time it is said.
          describe: (r, c) => this.#cellLabel(state, this.#swap({ i: r, j: c })),
          pick: (place) => this.#onPick(this.#swap(place)),
          point: (place) =>
            this.app.selection.select({ hover: place && this.#swap(place) }),
        })}
      </div>
    `;
  }

  /** @param {Look} look */
  #picture(look) {
    const { layer, showing, sqrtScale } = this.state;
    const head = selectedHead(this.state);
    const isSame = !isNew(this, look, layer, head, sqrtScale, showing.transposed);
    if (isSame && this.picture) return this.picture;
    const { queries, keys } = look.attentions[layer];
    const [rows, columns] = [queries.length, keys.length];
    /** @type {Strided} */
    const own = head ?? { rows, columns, data: new Float32Array() };
    const { rowStride = columns } = own;
    const numbers = showing.transposed
      ? { ...own, rows: columns, columns: rows, rowStride: 1, columnStride: rowStride }
      : own;
    return (this.picture = {
      numbers,
      scale: scaleOf(head ?? { signed: false, top: 1 }, sqrtScale),
      allowed: (r, c) => {
        const { i, j } = this.#swap({ i: r, j: c });
        return isAllowed(look, layer, i, j);
      },
    });
  }

  /** @param {View['state']} state with activations @param {Cell} at */
  #cellLabel(state, { i, j }) {
    const { t, format } = this;
    const { layer, showing } = state;
    const look = /** @type {Look} */ (state.activations);
    const words = {
      reads: visible(readsAt(look, layer, i)),
      looked: visible(lookedAt(look, layer, j)),
    };
    if (!isAllowed(look, layer, i, j)) return t.head.cellMasked(words);
    const back = distance(this, look, layer, i, j);
    const values = selectedHead(state);
    const value = values ? valueIn(values, i, j) : Number.NaN;
    if (showing.mode !== 'weights') {
      const said = values ? writtenAs(format, values, value) : t.shared.waiting;
      return t.head.modeCell({
        ...words,
        back,
        what: t.head.modes[showing.mode],
        said,
      });
    }
    return t.head.cell({
      ...words,
      back,
      share: format.percent(value),
      times: format.times(value / chance(look, layer, i)),
    });
  }

  /** A second time unpins. @param {Cell} cell */
  #onPick(cell) {
    if (this.touch.takes(cell)) return;
    const { pin } = this.state;
    const again = pin?.i === cell.i && pin.j === cell.j;
    this.app.selection.select({ pin: again ? null : cell });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
    event.preventDefault();
    this.app.selection.nextLayer(event.key === 'PageDown' ? 1 : -1);
  }

  /** @param {number} factor */
  zoomBy(factor) {
    const table = /** @type {import('../shared/cells.js').Cells} */ (
      this.find('gf-cells')
    );
    table.zoom.by(factor);
  }
}

define('gf-matrix', Matrix);
