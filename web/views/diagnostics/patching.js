// SPDX-License-Identifier: MIT
// Activation patching on demand: one character of the line is changed, and single activations
// of that run are put into the run of the unchanged line. Where the answer moves, the change
// passed.
import { css, html, nothing } from 'lit';
import { largest, ZERO } from '../../draw/numbers.js';
import { likeliest } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { headName, pinnedIndex } from '../../state/selectors.js';
import { cells } from '../shared/cells.js';
import { select, smallButton } from '../shared/controls.js';
import { depthName, outputsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { endsOf, matrixButton } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** @import { LineActivations, PatchShown } from '../../state/types.js' */

/** Tokens offered in place of another: of a larger vocabulary those that the model expects there
 * most. */
const OFFERED = 300;

/** @param {LineActivations} activations @param {number} at @returns {number[]} token ids */
function offered({ logits, n, tokens }, at) {
  const V = logits.length / n;
  const before = Math.max(0, at - 1);
  const all =
    V > OFFERED
      ? likeliest(logits.subarray(before * V, (before + 1) * V), OFFERED)
      : Array.from({ length: V }, (_, token) => token);
  return all.filter((token) => token !== tokens[at]);
}

class Patching extends View.withState({
  /** Token put in place of the character; -1: not chosen yet. */
  to: -1,
  /** @type {'stream' | 'heads'} */ where: 'stream',
}) {
  static styles = styled(css`
    .row {
      margin-block: 0.375rem;
    }
  `);

  render() {
    const { t } = this;
    const { activations, patch, line, session } = this.state;
    const i = pinnedIndex(this.state);
    if (!activations || !session) return nothing;
    if (session.info.form !== 'text') {
      return html`<p class="claim">${t.diagnostics.patchText}</p>`;
    }
    const at = i ?? Math.max(0, activations.n - 3);
    const { vocabulary } = session.info;
    const others = offered(activations, at);
    const to = others.includes(this.to) ? this.to : others[0];
    return html`<p class="look">${t.diagnostics.patchLook(this.units)}</p>
      <div class="row">
        ${select({
          id: 'to',
          label: t.diagnostics.change(
            String(at + 1),
            visible(activations.characters[at] ?? ''),
          ),
          value: to,
          options: others.map((n) => [n, visible(vocabulary[n])]),
          change: (token) => (this.to = token),
        })}
        ${select({
          id: 'where',
          label: t.diagnostics.where,
          value: this.where,
          options: [
            ['stream', t.diagnostics.stream],
            ['heads', t.diagnostics.heads],
          ],
          change: (where) => (this.where = where),
        })}
        ${smallButton('go', t.diagnostics.go, () =>
          this.app.diagnostics.patch(at, vocabulary[to], this.where),
        )}
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
    const spot =
      patch.where === 'heads' ? t.attribution.parts.head(rows[where]) : rows[where];
    const claim = t.diagnostics.patchClaim({
      step: format.integer(patch.step),
      place: format.integer(patch.changed + 1),
      from: columns[patch.changed],
      to: visible(patch.to),
      after: columns[result.position],
      answer: visible(outputsOf(this.state.session)[result.token] ?? ''),
      before: format.loss(result.logit),
      now: format.loss(result.logitChanged),
      best: Math.abs(effect.data[best] ?? 0) < ZERO ? '' : spot,
      at: format.integer(place + 1),
      value: format.signed(effect.data[best]),
    });
    return html`<p class="claim number" id="claim">${claim}</p>
      ${cells(this, {
        ...{ numbers: effect, rows, columns, most },
        label: t.diagnostics.sections.patching,
        describe: (i, j, x) => {
          const place = `${j + 1} ${t.units.quote(columns[j])}`;
          return t.diagnostics.patchCell(rows[i], place, format.signed(x));
        },
      })}
      <p class="look">${endsOf(this, most)}</p>
      ${matrixButton(t, 'patching', rows, columns, effect)}`;
  }

  /** @param {PatchShown} patch @returns {string[]} */
  #rows({ where, depths, result }) {
    if (where === 'stream') return depths.map((depth) => depthName(this, depth));
    const H = this.state.session?.info.structure.heads ?? 1;
    return Array.from({ length: result.effect.rows }, (_, k) =>
      headName({ layer: Math.floor(k / H), head: k % H }),
    );
  }
}

/**
 * The entry with the largest effect. The first and the last row of the residual stream carry
 * the whole change, at the place changed and at the answer, and are skipped.
 * @param {import('../../../wasm/index.js').Table} effect @param {number} skip rows at each end
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
