// SPDX-License-Identifier: MIT
// Cosine similarity of the position embeddings, pair by pair.
import { html } from 'lit';
import '../../i18n/inspection.js';
import { cells } from '../shared/cells.js';
import { lines } from '../shared/lines.js';
import { matrixButton, sortedRow, table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** There are many positions: cells may be this small. */
const LEAST_PX = 3;
/** Most similar positions listed. */
const SHOWN = 10;

/** @import { Table } from '../../../wasm/index.js' */

class PositionMap extends View {
  static queries = questions('positions');
  render() {
    return this.answered(this.answer('positions'), (answer) => this.#body(answer));
  }

  /** @param {{ cosine: Table, table: Table }} answer */
  #body({ cosine, table }) {
    const { t, format } = this;
    const { pin, activations, session } = this.state;
    const isFormula = session?.info.config.positions === 'sinusoidal';
    const T = cosine.rows;
    const names = Array.from({ length: T }, (_, i) => String(i + 1));
    const row = Math.min(pin?.i ?? -1, T - 1);
    return html`<p class="claim number" id="claim">${this.#claim(cosine, row)}</p>
      ${cells(this, {
        ...{ numbers: cosine, rows: names, columns: names, least: LEAST_PX, row },
        label: t.embeddings.tabs[0],
        describe: (i, j, x) =>
          t.embeddings.placeCell(names[i], names[j], format.signed(x)),
        pick: ({ i }) => {
          if (activations && i < activations.n)
            this.app.selection.select({ pin: { i, j: null } });
        },
      })}
      <p class="look">
        ${t.embeddings.placeLook[isFormula ? 'sinusoidal' : 'learned']}
        ${t.embeddings.scale('−1', '+1')}
      </p>
      ${matrixButton(t, 'positions', names, names, cosine)}
      ${this.#table(cosine, names, Math.max(0, row))} ${this.#curves(table, isFormula)}`;
  }

  /** The first pair of columns, and one further on.
   * @param {Table} table @param {boolean} isFormula */
  #curves({ rows, columns, data }, isFormula) {
    const { t } = this;
    const later = 2 * Math.floor(columns / 8);
    const shown = [...new Set([0, 1, later, later + 1])].filter((c) => c < columns);
    const names = shown.map((c) => String(c + 1));
    const x = Array.from({ length: rows }, (_, i) => i + 1);
    const label = t.embeddings.curves({ columns: names.join(', ') });
    return html`<h3>${label}</h3>
      ${lines(this, {
        ...{ id: 'curves', x, axes: [t.embeddings.place, label], label },
        lines: shown.map((c, n) => ({
          ...{ name: names[n], strong: n === 0 },
          y: x.map((_, i) => data[i * columns + c]),
        })),
      })}
      <p class="look">
        ${t.embeddings.curvesLook[isFormula ? 'sinusoidal' : 'learned']}
      </p>`;
  }

  /** @param {Table} cosine @param {number} row */
  #claim({ rows: T, data }, row) {
    const { t, format } = this;
    // A single position is similar to no other.
    if (T < 2) return '';
    const i = row < 0 ? Math.floor(T / 2) : row;
    let best = i === 0 ? 1 : 0;
    for (let j = 0; j < T; j++) {
      if (j !== i && data[i * T + j] > data[i * T + best]) best = j;
    }
    // Mean similarity of neighbours, and of positions half the window apart.
    const mean = (/** @type {number} */ by) => {
      let sum = 0;
      for (let k = 0; k + by < T; k++) sum += data[k * T + k + by] / (T - by);
      return format.signed(sum);
    };
    const far = Math.floor(T / 2);
    return t.embeddings.placeClaim({
      place: format.integer(i + 1),
      other: format.integer(best + 1),
      value: format.signed(data[i * T + best]),
      near: mean(1),
      // Of two or three positions these are the neighbours again.
      far: T < 4 ? '' : mean(far),
      by: format.integer(far),
    });
  }

  /** @param {Table} cosine @param {string[]} names @param {number} i */
  #table(cosine, names, i) {
    const { t, format } = this;
    const label = t.embeddings.rowData(names[i]);
    const rows = sortedRow(cosine, i, names)
      .slice(0, SHOWN)
      .map(([name, x]) => [name, format.signed(x)]);
    return html`<details>
      <summary>${label}</summary>
      ${table({ label, rows })}
    </details>`;
  }
}

define('gf-position-map', PositionMap);
