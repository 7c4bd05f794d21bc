// SPDX-License-Identifier: MIT
// What one head does to letters, apart from any text (Elhage et al. 2021): which one
// likes to look at which (QK), and what rises after one has been looked at (OV).
import { css, html } from 'lit';
import { largest } from '../../draw/numbers.js';
import { csv } from '../../draw/series.js';
import { visible } from '../../i18n/format.js';
import { chooseLetter, letterOf } from '../../state/selected-token.js';
import '../shared/cells.js';
import { outputsOf } from '../shared/outputs.js';
import { ordered, rowTable } from '../shared/row-table.js';
import { shared } from '../shared/style.js';
import { View, define, download, keys } from '../shared/view.js';

/** Strongest and weakest of a row that are written out. */
const SHOWN = 5;

class CircuitsView extends View {
  static watch = keys(
    'answers', 'pin', 'letter', 'look', 'layer', 'head', 'scheme', 'session',
  ); // prettier-ignore

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'circuits',
  ]);

  static properties = { ...View.properties, kind: { attribute: false } };

  static styles = [
    shared,
    css`
      .columns {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 2rem;
      }
      gf-cells {
        flex: 1 1 20rem;
        min-inline-size: 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {'qk' | 'ov'} */ this.kind = 'qk';
  }

  /** @override */
  render() {
    const { t, format } = this;
    const answer = this.answer('circuits');
    // An answer may still be about the head before.
    const { layer, head } = this.state;
    const mine = answer?.key.startsWith(`[[${layer},${head}]`);
    const name = `${format.integer(layer + 1)}.${format.integer(head + 1)}`;
    return html`<div class="row">
        <span>${t.embeddings.head(name)}</span>
        <button class="small" id="previous" @click=${() => this.app.nextHead(-1)}>
          ${t.head.previous}
        </button>
        <button class="small" id="next" @click=${() => this.app.nextHead(1)}>
          ${t.head.next}
        </button>
      </div>
      ${
        !answer || !mine
          ? html`<p class="quiet">${t.inside.waiting}</p>`
          : answer.value.obstacle
            ? this.cannot(answer.value.obstacle)
            : this.#body(answer.value, name, answer.step)
      }`;
  }

  /** @param {import('../../../wasm/client/analyses.js').Circuits} circuits @param {string} head @param {number} step */
  #body(circuits, head, step) {
    const { t, format } = this;
    const { session, scheme, ramps } = this.state;
    const table = circuits[this.kind];
    const rows = (session?.info.vocabulary ?? []).map(visible);
    const columns = this.kind === 'qk' ? rows : outputsOf(session).map(visible);
    const chosen = letterOf(this.state);
    const words = t.embeddings[this.kind];
    const most = largest(table);
    const told = (/** @type {number} */ i, /** @type {number} */ j) =>
      words.cell(rows[i], columns[j], format.signed(table.data[i * table.columns + j]));
    const end = format.small(most);
    return html`<p class="claim number" id="claim">
        ${this.#claim(circuits, head, step, chosen, rows, columns)}
      </p>
      <div class="columns">
        <gf-cells
          .numbers=${table}
          .rows=${rows}
          .columns=${columns}
          .most=${most}
          .scheme=${scheme}
          .stops=${ramps.diverging}
          .row=${chosen}
          .label=${words.label(head)}
          .describe=${told}
          @gf-pick=${(/** @type {CustomEvent<{ i: number }>} */ { detail }) =>
            chooseLetter(this.app, detail.i)}
        ></gf-cells>
        ${this.#table(table, rows, columns, Math.max(0, chosen))}
      </div>
      <p class="look">
        ${words.look} ${t.embeddings.scale(`−${end}`, `+${end}`)}
        ${t.embeddings.dropped}
      </p>
      <button class="small" id="csv" @click=${() => this.#save(table, rows, columns)}>
        ${t.embeddings.csv}
      </button>`;
  }

  /**
   * @param {import('../../../wasm/client/analyses.js').Circuits} circuits @param {string} head
   * @param {number} step @param {number} chosen @param {string[]} rows @param {string[]} columns
   */
  #claim(circuits, head, step, chosen, rows, columns) {
    const { t, format } = this;
    const { data, columns: V } = circuits[this.kind];
    const from = chosen < 0 ? 0 : chosen * V;
    const to = chosen < 0 ? data.length : from + V;
    let [first, last] = [from, from];
    for (let k = from; k < to; k++) {
      if (data[k] > data[first]) first = k;
      if (data[k] < data[last]) last = k;
    }
    const sentence = t.embeddings[this.kind].claim({
      head,
      step: format.integer(step),
      a: rows[Math.floor(first / V)],
      b: columns[first % V],
      value: format.signed(data[first]),
      c: rows[Math.floor(last / V)],
      d: columns[last % V],
      low: format.signed(data[last]),
    });
    const { copying } = circuits;
    const copies =
      this.kind === 'ov' && copying !== null
        ? t.embeddings.copying(format.signed(copying), copying > 0)
        : '';
    return `${sentence} ${copies}`;
  }

  /** @param {import('../../../wasm/engine/tables.js').Table} table @param {string[]} rows @param {string[]} columns @param {number} i */
  #table(table, rows, columns, i) {
    const { t, format } = this;
    const order = ordered(table, i, columns);
    const shown =
      order.length > 2 * SHOWN
        ? [...order.slice(0, SHOWN), ...order.slice(-SHOWN)]
        : order;
    return html`<div id="row">
      <h3 id="row-title">${t.embeddings.rowData(rows[i])}</h3>
      ${rowTable(shown, format)}
    </div>`;
  }

  /** @param {import('../../../wasm/engine/tables.js').Table} table @param {string[]} rows @param {string[]} columns */
  #save({ columns: V, data }, rows, columns) {
    const all = /** @type {Record<string, (string | number)[]>} */ ({ '': rows });
    columns.forEach((name, j) => {
      all[`${j + 1} ${name}`] = rows.map((_, i) => data[i * V + j]);
    });
    download(csv(all), `glassformer-${this.kind}.csv`, 'text/csv');
  }
}

define('gf-circuits', CircuitsView);
