// SPDX-License-Identifier: MIT
// How alike the vectors of two places are: the cosine of the angle between them.
import { html } from 'lit';
import { csv } from '../../draw/series.js';
import '../shared/cells.js';
import { ordered, rowTable } from '../shared/row-table.js';
import { shared } from '../shared/style.js';
import { View, define, download, keys } from '../shared/view.js';

/** Places are many and their names repeat: cells may be this small. */
const LEAST_PX = 3;
/** Most alike places that are written out. */
const SHOWN = 10;

class PositionMap extends View {
  static watch = keys('answers', 'pin', 'scheme', 'session');

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'positions',
  ]);

  static styles = [shared];

  /** @override */
  render() {
    const { t, format } = this;
    const { scheme, ramps, pin, look } = this.state;
    const value = this.answer('positions')?.value;
    if (!value) return html`<p class="quiet">${t.inside.waiting}</p>`;
    if (value.obstacle) return this.cannot(value.obstacle);
    const { cosine } = value;
    const T = cosine.rows;
    const names = Array.from({ length: T }, (_, i) => String(i + 1));
    const row = Math.min(pin?.i ?? -1, T - 1);
    const told = (/** @type {number} */ i, /** @type {number} */ j) =>
      t.embeddings.placeCell(names[i], names[j], format.signed(cosine.data[i * T + j]));
    return html`<p class="claim number" id="claim">${this.#claim(cosine, row)}</p>
      <gf-cells
        .numbers=${cosine}
        .rows=${names}
        .columns=${names}
        .least=${LEAST_PX}
        .scheme=${scheme}
        .stops=${ramps.diverging}
        .row=${row}
        .label=${t.embeddings.tabs[1]}
        .describe=${told}
        @gf-pick=${(
          /** @type {CustomEvent<{ i: number, j: number }>} */ { detail },
        ) => {
          if (look && detail.i < look.n) {
            this.app.select({ pin: { i: detail.i, j: null } });
          }
        }}
      ></gf-cells>
      <p class="look">${t.embeddings.placeLook} ${t.embeddings.scale('−1', '+1')}</p>
      <button class="small" id="csv" @click=${() => this.#save(cosine, names)}>
        ${t.embeddings.csv}
      </button>
      ${this.#table(cosine, names, Math.max(0, row))}`;
  }

  /** @param {import('../../../wasm/engine/tables.js').Table} cosine @param {number} row */
  #claim({ rows: T, data }, row) {
    const { t, format } = this;
    const i = row < 0 ? Math.floor(T / 2) : row;
    let best = i === 0 ? 1 : 0;
    for (let j = 0; j < T; j++) {
      if (j !== i && data[i * T + j] > data[i * T + best]) best = j;
    }
    // How far the likeness reaches: neighbours against places half the window away.
    const mean = (/** @type {number} */ by) => {
      let sum = 0;
      for (let k = 0; k + by < T; k++) sum += data[k * T + k + by] / (T - by);
      return format.signed(sum);
    };
    const far = Math.max(1, Math.floor(T / 2));
    return t.embeddings.placeClaim({
      place: format.integer(i + 1),
      other: format.integer(best + 1),
      value: format.signed(data[i * T + best]),
      near: mean(1),
      far: mean(far),
      by: format.integer(far),
    });
  }

  /** @param {import('../../../wasm/engine/tables.js').Table} cosine @param {string[]} names @param {number} i */
  #table(cosine, names, i) {
    const { t, format } = this;
    return html`<details>
      <summary id="row-title">${t.embeddings.rowData(names[i])}</summary>
      ${rowTable(ordered(cosine, i, names).slice(0, SHOWN), format)}
    </details>`;
  }

  /** @param {import('../../../wasm/engine/tables.js').Table} cosine @param {string[]} names */
  #save({ rows: T, data }, names) {
    const all = Object.fromEntries(
      names.map((name, j) => [name, names.map((_, i) => data[i * T + j])]),
    );
    download(csv(all), 'glassformer-positions.csv', 'text/csv');
  }
}

define('gf-position-map', PositionMap);
