// SPDX-License-Identifier: MIT
// Activation patching on demand: one character is changed, and single activations of that
// run are put into the run of the line as it is. Where the answer moves, the change went.
import { css, html, nothing } from 'lit';
import { largest } from '../../draw/numbers.js';
import { csv } from '../../draw/series.js';
import { visible } from '../../i18n/format.js';
import { pinned } from '../../queries/registry.js';
import '../shared/cells.js';
import { outputsOf } from '../shared/outputs.js';
import { shared } from '../shared/style.js';
import { View, define, download, keys } from '../shared/view.js';

/** @typedef {import('../../state/inspection-types.js').PatchShown} PatchShown */

class Patching extends View {
  static watch = keys('patch', 'pin', 'look', 'line', 'scheme', 'session');

  static properties = {
    ...View.properties,
    to: { state: true },
    where: { state: true },
  };

  static styles = [
    shared,
    css`
      .row {
        margin-block: 0.375rem;
      }
    `,
  ];

  constructor() {
    super();
    /** Token put in; -1: not chosen yet. */
    this.to = -1;
    /** @type {'stream' | 'heads'} */ this.where = 'stream';
  }

  /** @override */
  render() {
    const { t } = this;
    const { look, patch, line, session } = this.state;
    const i = pinned(this.state);
    if (!look || !session) return nothing;
    if (session.info.form !== 'text') {
      return html`<p class="claim">${t.diagnostics.patchText}</p>`;
    }
    const at = i ?? Math.max(0, look.n - 3);
    const { vocabulary } = session.info;
    const now = vocabulary.indexOf(look.characters[at]);
    const others = vocabulary.map((_, n) => n).filter((n) => n !== now);
    const to = this.to >= 0 && this.to !== now ? this.to : others[0];
    return html`<p class="look">${t.diagnostics.patchLook}</p>
      <div class="row">
        <label
          >${t.diagnostics.change(String(at + 1), visible(look.characters[at] ?? ''))}
          <select
            id="to"
            @change=${(/** @type {Event} */ event) => {
              this.to = Number(/** @type {HTMLSelectElement} */ (event.target).value);
            }}
          >
            ${others.map(
              (n) =>
                html`<option value=${n} .selected=${n === to}>
                  ${visible(vocabulary[n])}
                </option>`,
            )}
          </select></label
        >
        <label
          >${t.diagnostics.where}
          <select
            id="where"
            @change=${(/** @type {Event} */ event) => {
              const { value } = /** @type {HTMLSelectElement} */ (event.target);
              this.where = value === 'heads' ? 'heads' : 'stream';
            }}
          >
            <option value="stream" .selected=${this.where === 'stream'}>
              ${t.diagnostics.stream}
            </option>
            <option value="heads" .selected=${this.where === 'heads'}>
              ${t.diagnostics.heads}
            </option>
          </select></label
        >
        <button
          class="small"
          id="go"
          @click=${() => this.app.hood.patch(at, vocabulary[to], this.where)}
        >
          ${t.diagnostics.go}
        </button>
      </div>
      ${patch && patch.line === line ? this.#result(patch) : nothing}`;
  }

  /** @param {PatchShown} patch */
  #result(patch) {
    const { t, format } = this;
    const { result, characters } = patch;
    if (result.obstacle) return this.cannot(result.obstacle);
    const { effect } = result;
    const rows = this.#rows(patch);
    const columns = characters.map(visible);
    const best = busiest(effect, patch.where === 'stream' ? 1 : 0);
    const [where, place] = [Math.floor(best / effect.columns), best % effect.columns];
    const most = largest(effect);
    const told = (/** @type {number} */ i, /** @type {number} */ j) =>
      t.diagnostics.patchCell(
        rows[i],
        `${j + 1} ${t.units.quote(columns[j])}`,
        format.signed(effect.data[i * effect.columns + j]),
      );
    const claim = t.diagnostics.patchClaim({
      step: format.integer(patch.step),
      place: format.integer(patch.changed + 1),
      from: columns[patch.changed],
      to: visible(patch.to),
      after: columns[result.position],
      answer: visible(outputsOf(this.state.session)[result.token] ?? ''),
      before: format.loss(result.logit),
      now: format.loss(result.logitChanged),
      best: rows[where],
      at: format.integer(place + 1),
      value: format.signed(effect.data[best]),
    });
    const end = format.small(most);
    return html`<p class="claim number" id="claim">${claim}</p>
      <gf-cells
        .numbers=${effect}
        .rows=${rows}
        .columns=${columns}
        .most=${most}
        .scheme=${this.state.scheme}
        .stops=${this.state.ramps.diverging}
        .label=${t.diagnostics.sections.patching}
        .describe=${told}
      ></gf-cells>
      <p class="look">${t.embeddings.scale(`−${end}`, `+${end}`)}</p>
      <button
        class="small"
        id="csv"
        @click=${() => {
          const table = /** @type {Record<string, (string | number)[]>} */ ({
            '': rows,
          });
          columns.forEach((name, j) => {
            table[`${j + 1} ${name}`] = rows.map(
              (_, r) => effect.data[r * effect.columns + j],
            );
          });
          download(csv(table), 'glassformer-patching.csv', 'text/csv');
        }}
      >
        ${t.embeddings.csv}
      </button>`;
  }

  /** @param {PatchShown} patch @returns {string[]} */
  #rows({ where, depths, result }) {
    const { t, format } = this;
    if (where === 'stream') {
      return depths.map(({ part, layer }) =>
        t.lens.parts[part](format.integer((layer ?? 0) + 1)),
      );
    }
    const H = Number(this.state.session?.info.config.n_head);
    return Array.from(
      { length: result.effect.rows },
      (_, k) => `${Math.floor(k / H) + 1}.${(k % H) + 1}`,
    );
  }
}

/**
 * Where most of the change passes. The stream carries all of it in its first row, at the
 * place changed, and in its last, at the answer: these say nothing.
 * @param {import('../../../wasm/engine/tables.js').Table} effect @param {number} skip rows at each end
 */
function busiest({ rows, columns, data }, skip) {
  const [from, to] = rows > 2 * skip ? [skip, rows - skip] : [0, rows];
  let best = from * columns;
  for (let k = best; k < to * columns; k++) {
    if (Math.abs(data[k]) > Math.abs(data[best])) best = k;
  }
  return best;
}

define('gf-patching', Patching);
