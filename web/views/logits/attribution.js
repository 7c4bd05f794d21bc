// SPDX-License-Identifier: MIT
// Direct logit attribution (Elhage et al. 2021): each part's contribution to the logit of one
// token. The contributions are exact and sum to the logit.
import { css, html, nothing } from 'lit';
import '../../i18n/inspection.js';
import { ZERO } from '../../draw/numbers.js';
import { visible } from '../../i18n/format.js';
import { headName, pinnedIndex } from '../../state/selectors.js';
import { outputsOf } from '../shared/outputs.js';
import { button, checkbox } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** @import { Attribution } from '../../../wasm/index.js' */

/** Heads with a line of their own; the rest share one. */
const MAX_HEADS = 16;

/**
 * Lines of the table, in the order of the model. Biases are one line.
 * @param {Attribution['shares']} shares
 */
export function lines(shares) {
  const heads = shares.filter(({ part }) => part === 'head');
  const strong = new Set(
    heads.toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share)).slice(0, MAX_HEADS),
  );
  let biases = 0;
  let others = 0;
  const kept = shares.filter((line) => {
    if (/bias|constant/.test(line.part)) biases += line.share;
    else if (line.part !== 'head' || strong.has(line)) return true;
    else others += line.share;
    return false;
  });
  const rest = heads.length > MAX_HEADS ? [{ part: 'others', share: others }] : [];
  return [...kept, ...rest, { part: 'biases', share: biases }];
}

class AttributionView extends View {
  static queries = questions('attribution');
  static styles = styled(css`
    table {
      inline-size: 100%;
      max-inline-size: 46rem;
    }
    td:nth-child(2) {
      inline-size: 52%;
    }
    th[scope='row'] {
      font-weight: 400;
      white-space: nowrap;
      padding-block: 0;
      block-size: 1.75rem;
    }
    th button.small {
      padding: 0;
    }
    tr.chosen th button {
      color: var(--ink);
      font-weight: 600;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 0.875rem;
    }
    .plus {
      fill: var(--positive);
    }
    .minus {
      fill: var(--negative);
    }
    .axis {
      fill: var(--ink-3);
    }
    td:last-child,
    th:last-child {
      text-align: end;
      padding-inline-end: 0;
    }
    .sum {
      font: 400 1.0625rem/1.4 var(--serif);
      margin-block: 0.5rem;
    }
  `);

  render() {
    const { t } = this;
    const i = pinnedIndex(this.state);
    if (i === null && this.parentElement?.querySelector('gf-lens')) return nothing;
    return html`<section class="pane" part="table">
      <h2 class="title">${t.attribution.title}</h2>
      ${
        i === null
          ? this.pinFirst()
          : this.answered(this.answer('attribution'), (result) => this.#body(result))
      }
    </section>`;
  }

  /** @param {Attribution} result */
  #body(result) {
    const { t, format } = this;
    const shown = lines(result.shares);
    const isCapped = Number(this.state.session?.info.config.logit_softcap) > 0;
    const most = Math.max(...shown.map(({ share }) => Math.abs(share)), 1e-6);
    return html`<p class="claim number" id="claim">${this.#claim(result, shown)}</p>
      ${checkbox({
        id: 'rival',
        label: t.attribution.against,
        checked: this.state.attributionBaseline === 'strongest',
        change: (on) =>
          this.app.queries.setAttributionBaseline(on ? 'strongest' : 'nothing'),
      })}
      ${table({
        id: 'shares',
        head: [t.attribution.columns.part, '', t.attribution.columns.share],
        isHidden: true,
        rows: shown.map((line) => [
          this.#part(line),
          signedBar(line.share / most),
          format.signed(line.share),
        ]),
        kinds: shown.map((line) => (this.#isSelected(line) ? 'chosen' : '')),
      })}
      <p class="sum number" id="sum">
        ${t.attribution.sum(format.loss(result.sum), format.loss(result.logit))}${isCapped ? t.attribution.beforeCap : ''}
      </p>
      <p class="look">${t.attribution.look}</p>`;
  }

  /** A head can be chosen. @param {ReturnType<typeof lines>[number]} line */
  #part(line) {
    const name = this.#name(line);
    if (line.part !== 'head') return name;
    const choose = () => this.app.selection.select(placeOf(line));
    return button(name, choose, { kind: 'plain small' });
  }

  /** @param {ReturnType<typeof lines>[number]} line */
  #isSelected(line) {
    const { layer, head } = placeOf(line);
    return (
      line.part === 'head' && layer === this.state.layer && head === this.state.head
    );
  }

  /** @param {ReturnType<typeof lines>[number]} line */
  #name(line) {
    const { layer, head } = placeOf(line);
    const number = line.part === 'head' ? headName({ layer, head }) : `${layer + 1}`;
    return this.t.attribution.parts[line.part]?.(number) ?? line.part;
  }

  /** @param {Attribution} result @param {ReturnType<typeof lines>} shown */
  #claim(result, shown) {
    const { t, format } = this;
    const { activations, session } = this.state;
    const outputs = outputsOf(session);
    const [top, second] = shown.toSorted(
      (a, b) => Math.abs(b.share) - Math.abs(a.share),
    );
    const words = {
      from: visible(activations?.characters[result.position] ?? ''),
      answer: visible(outputs[result.token] ?? ''),
      rival: result.rival >= 0 ? visible(outputs[result.rival] ?? '') : '',
      top: this.#name(top),
      share: format.signed(top.share),
      second: second && Math.abs(second.share) >= ZERO ? this.#name(second) : '',
      next: format.signed(second?.share ?? 0),
    };
    return t.attribution.claim(words);
  }
}

/** The layer of a head is its attention.
 * @param {{ part: string, layer?: number, attention?: number, head?: number }} line */
const placeOf = ({ part, layer = 0, attention = layer, head = 0 }) => ({
  layer: part === 'head' ? attention : layer,
  head,
});

/** From the middle, to the right if positive, to the left if negative. @param {number} x -1 … 1 */
function signedBar(x) {
  const width = Math.abs(x) * 50;
  return html`<svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
    <rect class="axis" x="49.8" width="0.4" height="14"></rect>
    <rect
      class=${x < 0 ? 'minus' : 'plus'}
      x=${x < 0 ? 50 - width : 50}
      y="2"
      width=${width}
      height="10"
    ></rect>
  </svg>`;
}

define('gf-attribution', AttributionView);
