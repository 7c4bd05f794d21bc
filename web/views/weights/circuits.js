// SPDX-License-Identifier: MIT
// The circuits of one head, apart from any text (Elhage et al. 2021): QK, which token attends
// to which, and OV, which logits rise after a token has been attended to.
import { css, html } from 'lit';
import '../../i18n/inspection.js';
import { largest, ZERO } from '../../draw/numbers.js';
import { visible } from '../../i18n/format.js';
import { headName, selectedToken } from '../../state/selectors.js';
import { cells } from '../shared/cells.js';
import { smallButton } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { endsOf, matrixButton, sortedRow, table } from '../shared/tables.js';
import { define, given, questions, View } from '../shared/view.js';

/** Largest and smallest entries of a row that are listed. */
const SHOWN = 5;

/** Of heads with random weights, 95% copy no more: measured at head sizes 4 to 64 and vocabularies of
 * 2 to 160 tokens, with tied and separate output layers, on 80 heads of each.
 * @param {number} rank of the circuit: numbers of a head, or tokens if these are fewer */
const chanceOf = (rank) => Math.min(1, 4 / rank);

class Circuits extends View {
  static queries = questions('circuits');
  static properties = given('app', 'kind');
  static styles = styled(css`
    .columns {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem 2rem;
    }
    gf-cells {
      flex: 1 1 20rem;
      min-inline-size: 0;
    }
  `);

  constructor() {
    super();
    /** @type {'qk' | 'ov'} */ this.kind = 'qk';
  }

  render() {
    const { t } = this;
    const answer = this.answer('circuits');
    // The newest answer may still be about another head.
    const { layer, head, activations } = this.state;
    if (activations?.L === 0) return html`<p class="claim">${t.badges.noHeads}</p>`;
    const isCurrent = answer?.key.startsWith(`[[${layer},${head}]`);
    const name = headName({ layer, head });
    return html`<div class="row">
        <span>${t.head.title(name)}</span>
        ${smallButton('previous', t.head.previous, () => this.app.selection.nextHead(-1))}
        ${smallButton('next', t.head.next, () => this.app.selection.nextHead(1))}
      </div>
      ${this.answered(isCurrent ? answer : null, (circuits, step) =>
        this.#body(circuits, name, step),
      )}`;
  }

  /** @param {import('../../../wasm/index.js').Circuits} circuits @param {string} head @param {number} step */
  #body(circuits, head, step) {
    const { t, format } = this;
    const { session } = this.state;
    const matrix = circuits[this.kind];
    const tokens = (session?.info.vocabulary ?? []).map(visible);
    const chosen = selectedToken(this.state);
    const words = t.embeddings[this.kind];
    const most = largest(matrix);
    return html`<p class="claim number" id="claim">
        ${this.#claim(circuits, head, step, tokens)}
      </p>
      <div class="columns">
        ${cells(this, {
          ...{ numbers: matrix, rows: tokens, columns: tokens, most, row: chosen },
          label: words.label(head),
          describe: (i, j, x) => words.cell(tokens[i], tokens[j], format.signed(x)),
          pick: ({ i }) => this.app.selection.selectToken(i),
        })}
        ${this.#row(matrix, tokens, Math.max(0, chosen))}
      </div>
      <p class="look">
        ${words.look(this.units)} ${endsOf(this, most)} ${t.embeddings.dropped}
      </p>
      ${matrixButton(t, this.kind, tokens, tokens, matrix)}`;
  }

  /** @param {import('../../../wasm/index.js').Circuits} circuits @param {string} head
   * @param {number} step @param {string[]} tokens */
  #claim(circuits, head, step, tokens) {
    const { t, format } = this;
    const { data, columns: V } = circuits[this.kind];
    let [first, last] = [0, 0];
    for (let k = 0; k < data.length; k++) {
      if (data[k] > data[first]) first = k;
      if (data[k] < data[last]) last = k;
    }
    const at = format.integer(step);
    if (Math.max(data[first], -data[last]) < ZERO)
      return t.embeddings.noCircuit(at, head);
    const sentence = t.embeddings[this.kind].claim({
      head,
      step: at,
      a: tokens[Math.floor(first / V)],
      b: tokens[first % V],
      value: format.signed(data[first]),
      c: tokens[Math.floor(last / V)],
      d: tokens[last % V],
      low: format.signed(data[last]),
    });
    const { copying } = circuits;
    if (this.kind === 'qk' || copying === null) return sentence;
    const { n_embd, n_head } = this.state.session?.info.config ?? {};
    const chance = chanceOf(Math.min(V, Number(n_embd) / Number(n_head)));
    const does =
      Math.abs(copying) <= chance ? 'neither' : copying > 0 ? 'raises' : 'lowers';
    return `${sentence} ${t.embeddings.copying(format.signed(copying), format.loss(chance), does)}`;
  }

  /** @param {import('../../../wasm/index.js').Table} matrix @param {string[]} tokens @param {number} i */
  #row(matrix, tokens, i) {
    const { t, format } = this;
    const listed = sortedRow(matrix, i, tokens)
      .filter((_, k) => k < SHOWN || k >= tokens.length - SHOWN)
      .map(([name, x]) => [name, format.signed(x)]);
    const label = t.embeddings.rowData(tokens[i]);
    return html`<div id="row">
      <h3>${label}</h3>
      ${table({ label, rows: listed })}
    </div>`;
  }
}

define('gf-circuits', Circuits);
