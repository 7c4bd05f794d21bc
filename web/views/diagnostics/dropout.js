// SPDX-License-Identifier: MIT
// Dropout: the mask that the next step applies to an activation, and the loss of a sequence in
// training and in evaluation.
import { html, nothing } from 'lit';
import { cells } from '../shared/cells.js';
import { select } from '../shared/controls.js';
import { partName } from '../shared/outputs.js';
import { define, questions, View } from '../shared/view.js';

/** @import { Dropout } from '../../../wasm/index.js' */

class DropoutView extends View {
  static queries = questions('dropout');

  render() {
    return this.answered(this.answer('dropout'), (answer) => this.#body(answer));
  }

  /** @param {Dropout} answer */
  #body({ step, sites, mask, loss, lossEvaluated }) {
    const { t, format } = this;
    const { dropoutAt } = this.state;
    const site = sites[dropoutAt.site];
    if (sites.length === 0) return html`<p class="claim">${t.dropout.none}</p>`;
    if (!mask || !site) return this.waiting();
    const { data } = mask;
    const dropped = data.reduce((n, x) => n + Number(x === 0), 0);
    const factor = format.small(1 / (1 - site.p));
    const numbers = (/** @type {number} */ n) =>
      Array.from({ length: n }, (_, i) => format.integer(i + 1));
    const name = `${partName(site.name)}${site.heads > 1 ? `, ${t.dropout.head} ${dropoutAt.head + 1}` : ''}`;
    return html`<div class="row">${this.#selects(sites, site)}</div>
      <p class="claim number" id="claim">
        ${t.dropout.claim({
          name,
          factor,
          step: format.integer(step + 1),
          n: format.integer(data.length),
          dropped: format.integer(dropped),
          share: format.percent(dropped / data.length),
          p: format.small(site.p),
        })}
      </p>
      <p class="claim number" id="modes">
        ${t.dropout.modes({
          train: format.loss(loss ?? NaN),
          evaluated: format.loss(lossEvaluated ?? NaN),
        })}
      </p>
      ${cells(this, {
        ...{ numbers: mask, rows: numbers(mask.rows), columns: numbers(mask.columns) },
        ...{ most: 1 / (1 - site.p), signed: false, least: 3, largest: 12 },
        label: t.dropout.mask(name),
        describe: (i, j, x) =>
          t.dropout.cell({
            ...{ factor, row: format.integer(i + 1), column: format.integer(j + 1) },
            isAttention: site.heads > 0 ? 'yes' : '',
            isKept: x > 0 ? 'yes' : '',
          }),
      })}
      <p class="look">${t.dropout.look}</p>`;
  }

  /** @param {Dropout['sites']} sites @param {Dropout['sites'][number]} site */
  #selects(sites, site) {
    const { t, app } = this;
    const { dropoutAt } = this.state;
    return html`${select({
      id: 'site',
      label: t.dropout.site,
      value: dropoutAt.site,
      options: sites.map(({ name }, n) => [n, partName(name)]),
      change: (n) => app.diagnostics.selectMask(n),
    })}
    ${
      site.heads > 1
        ? select({
            id: 'head',
            label: t.dropout.head,
            value: dropoutAt.head,
            options: Array.from({ length: site.heads }, (_, h) => [h, String(h + 1)]),
            change: (h) => app.diagnostics.selectMask(dropoutAt.site, h),
          })
        : nothing
    }`;
  }
}

define('gf-dropout', DropoutView);
