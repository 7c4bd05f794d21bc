// SPDX-License-Identifier: MIT
// One head, large: rows are queries, columns keys; masked cells are hatched.
import { css, html, nothing } from 'lit';
import {
  chance,
  isAllowed,
  lookedAt,
  readsAt,
  strongest,
} from '../../draw/attention.js';
import { drawLegend } from '../../draw/legend.js';
import { valueIn } from '../../draw/matrix.js';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { isSigned, MODES, scaleOf, selectedHead, writtenAs } from './head-modes.js';
import { ramp } from '../../draw/palette.js';
import {
  headName,
  isAblated,
  shownHeadReport,
  textUnit,
} from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { distance, layerName, rowClaim, withoutHead } from '../../i18n/descriptions.js';
import { patternOf } from '../../queries/head-history.js';
import { NOTCH } from '../shared/zoom.js';
import { hasStage } from '../../state/places.js';
import { renderView } from '../shared/render-view.js';
import './matrix.js';
import './ablation.js';
import { bar, barStyles, barTick } from '../shared/bars.js';
import { button, checkbox, select, smallButton } from '../shared/controls.js';
import { matrixColumns, saveCsv } from '../shared/save.js';
import { striped, styled } from '../shared/style.js';
import { headOf } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

const BARS = 8;
const LEGEND_PX = 220;

export class Head extends View {
  static queries = questions('pattern', 'earlier', 'importance');
  static styles = styled(
    barStyles,
    css`
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 23rem);
        gap: 1rem 2rem;
        margin-block-start: 0.5rem;
      }
      .value {
        font: 400 1.0625rem/1.4 var(--serif);
        min-block-size: 2.8em;
        border-inline-start: 3px solid var(--accent);
        padding-inline-start: 0.75rem;
      }
      .side > * + * {
        margin-block-start: 1rem;
      }
      .bars {
        inline-size: 100%;
      }
      .bars td:first-child {
        font: 400 0.9375rem/1.4 var(--mono);
        inline-size: 2rem;
      }
      .bars td:nth-child(3) {
        inline-size: 40%;
      }
      .acts {
        margin-block-start: 0.25rem;
      }
      .swatch {
        inline-size: 1.5rem;
        block-size: 0.875rem;
        border: 1px solid var(--line-strong);
        background: ${striped('hatch')};
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1.25rem;
        align-items: start;
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      .legend canvas {
        border: 0;
      }
      .legend span {
        display: inline-flex;
        gap: 0.5rem;
        align-items: center;
      }
      @media print {
        .columns {
          display: block;
        }
      }
      @container (max-width: 820px) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      :host([frame='fit']) .columns {
        grid-template-columns: minmax(0, 1fr) minmax(0, 15rem);
        column-gap: 1rem;
      }
      /* As high as the picture. */
      :host([frame='fit']) .side {
        block-size: 0;
        min-block-size: 100%;
        overflow: auto;
      }
      :host([frame='fit']) gf-ablation {
        display: none;
      }
      /* No room for both side by side: the picture first. */
      @container (max-width: 416px) {
        :host([frame='fit']) .columns {
          grid-template-columns: minmax(0, 1fr);
        }
        :host([frame='fit']) .side {
          block-size: auto;
          min-block-size: 0;
        }
      }
    `,
  );

  render() {
    const { t, format } = this;
    const { activations, layer, head } = this.state;
    // Counting pairs needs no attention.
    if (activations?.L === 0)
      return html`<section class="pane" part="heatmap">
        <h2>${t.head.heading}</h2>
        <p class="quiet">${t.badges.noHeads}</p>
      </section>`;
    const name = t.head.title(headName({ layer, head }));
    return html`<section class="pane" part="heatmap">
      <div class="row spread">
        <h2>
          ${name}
          ${activations ? html`<span class="quiet">${layerName(this, activations, layer)}, ${t.head.step(format.integer(activations.step))}</span>` : nothing}
        </h2>
        <div class="row">
          ${smallButton('previous', t.head.previous, () => this.app.selection.nextHead(-1))}
          ${smallButton('next', t.head.next, () => this.app.selection.nextHead(1))}
        </div>
      </div>
      <p class="claim number">
        ${activations ? `${this.#claim(activations)} ${withoutHead(this, this.state)}` : t.head.question(this.units)}
      </p>
      ${activations ? this.#acts() : nothing}
      ${
        activations
          ? html`<div class="columns">
                <div>
                  <gf-matrix .app=${this.app}></gf-matrix>
                </div>
                <div class="side">${this.#side(activations, name)}</div>
              </div>
              <gf-masks .app=${this.app}></gf-masks>
              <gf-ablation .app=${this.app}></gf-ablation>`
          : html`<p class="quiet">${t.heads.waiting}</p>`
      }
    </section>`;
  }

  /** What can be done with it. */
  #acts() {
    const { t, app } = this;
    const { ablated, layer, head, place, isolated } = this.state;
    const isOff = isAblated(ablated, layer, head);
    const words = isOff ? t.ablation.on : t.ablation.off;
    const flip = () => app.queries.toggleHead(layer, head);
    const show = () => {
      if (isolated?.layer !== layer || isolated.head !== head)
        app.selection.isolate(layer, head);
      app.selection.openPlace('stage');
    };
    return html`<div class="row acts">
      ${button(words, flip, { id: 'switch', kind: '', pressed: isOff })}
      ${hasStage(place) ? nothing : smallButton('show', t.head.onStage, show)}
    </div>`;
  }

  /** The row the sentences are about. @param {import('../../state/types.js').LineActivations} look */
  #row(look) {
    const { hover, pin } = this.state;
    const last = look.attentions[this.state.layer].queries.length - 1;
    return Math.min(hover?.i ?? pin?.i ?? last, last);
  }

  /** @param {import('../../state/types.js').LineActivations} look */
  #claim(look) {
    const { layer, head } = this.state;
    const i = this.#row(look);
    const most = strongest(look, layer, head, i)[0];
    const report = shownHeadReport(this.state)?.heads[layer * look.H + head];
    const unit = textUnit(this.state.session);
    const mark = report && patternOf(report);
    return rowClaim(this, look, layer, head, i, most, unit, mark);
  }

  /** @param {import('../../state/types.js').LineActivations} look @param {string} name */
  #side(look, name) {
    const { t } = this;
    const { sqrtScale, pin } = this.state;
    return html`
      <p class="value number" id="value">${this.#valueLine(look)}</p>
      ${renderView('head-scores', this.app)} ${this.#bars(look)}
      <div class="legend">
        <canvas id="legend" aria-hidden="true"></canvas>
        ${
          look.attentions[this.state.layer].causal
            ? html`<span><i class="swatch"></i>${t.head.notAllowed}</span>`
            : nothing
        }
      </div>
      ${this.#modes()}
      <div class="row">
        ${checkbox({
          id: 'stretch',
          label: t.head.stretch,
          checked: sqrtScale,
          change: (on) => this.app.selection.select({ sqrtScale: on }),
        })}
        ${checkbox({
          id: 'transpose',
          label: t.head.transpose,
          checked: this.state.showing.transposed,
          change: (transposed) => this.app.selection.show({ transposed }),
        })}
      </div>
      <div class="row">
        ${smallButton('zoom-in', t.head.zoomIn, () => this.#zoomBy(NOTCH))}
        ${smallButton('zoom-out', t.head.zoomOut, () => this.#zoomBy(1 / NOTCH))}
        ${smallButton('unpin', t.head.unpin, () => this.app.selection.unpin(), !pin)}
        ${smallButton('csv', t.head.csv, () => this.#saveCsv(look, name))}
      </div>
      <p class="look">
        ${t.head.modeHelp[this.state.showing.mode]} ${t.head.question(this.units)}
        ${look.attentions[this.state.layer].causal ? t.head.look(this.units) : nothing}
      </p>
    `;
  }

  /** @param {import('../../state/types.js').LineActivations} look */
  #valueLine(look) {
    const { t, format } = this;
    const { hover, pin, layer } = this.state;
    const at = hover && hover.j !== null ? hover : pin;
    const values = selectedHead(this.state);
    const hint = matchMedia('(pointer: coarse)').matches
      ? t.head.hintTouch
      : t.head.hint;
    if (!at || at.j === null) return hint;
    const { i, j } = at;
    const { queries, keys } = look.attentions[layer];
    if (i >= queries.length || j >= keys.length) return hint;
    const words = {
      row: format.integer(i + 1),
      reads: visible(queries[i]),
      looked: visible(keys[j]),
      back: distance(this, look, layer, i, j),
    };
    if (!isAllowed(look, layer, i, j)) return t.head.masked(words);
    if (!values) return t.shared.waiting;
    const value = valueIn(values, i, j);
    const { mode } = values;
    if (mode !== 'weights') {
      const said = writtenAs(format, values, value);
      return t.head.modeCell({ ...words, what: t.head.modes[mode], said });
    }
    return t.head.value({
      ...words,
      value: format.loss(value),
      times: format.times(value / chance(look, layer, i)),
    });
  }

  /** What the cells show. */
  #modes() {
    const { t, format } = this;
    const { showing, snapshots } = this.state;
    const steps = snapshots.map(({ step }) => step);
    const none = steps.length === 0;
    return html`<div class="row">
        ${select({
          id: 'mode',
          label: t.head.show,
          value: showing.mode,
          options: MODES.map((mode) => [
            mode,
            t.head.modes[mode],
            mode === 'change' && none,
          ]),
          change: (mode) => this.app.selection.show({ mode }),
        })}
        ${
          showing.mode === 'change' && !none
            ? select({
                id: 'since',
                label: t.head.since,
                value: showing.since,
                options: steps.map((step) => [step, format.integer(step)]),
                change: (since) => this.app.selection.show({ since }),
              })
            : nothing
        }
      </div>
      ${none ? html`<p class="look">${t.head.noEarlier}</p>` : nothing}`;
  }

  /** The row's strongest cells, as a table whose bars start at zero. */
  #bars(/** @type {import('../../state/types.js').LineActivations} */ look) {
    const { t, format } = this;
    const { layer, head } = this.state;
    const i = this.#row(look);
    const all = strongest(look, layer, head, i);
    const shown = all.slice(0, BARS);
    const { looked, back, share } = t.head.columns;
    const rest = all.slice(BARS).reduce((sum, { value }) => sum + value, 0);
    return html`<div>
      <h3 id="bars-title">
        ${t.head.bars(visible(readsAt(look, layer, i)))}
        <span class="quiet number"
          >(${t.head.rowLabel(format.integer(i + 1), visible(readsAt(look, layer, i)))})</span
        >
      </h3>
      <table
        class="bars"
        part="table"
        id="row-table"
        tabindex="-1"
        aria-labelledby="bars-title"
      >
        ${headOf([looked, back, '', share], true)}
        <tbody>
          ${shown.map(
            ({ j, value }) =>
              html`<tr>
                <td>${visible(lookedAt(look, layer, j))}</td>
                <td class="quiet">${distance(this, look, layer, i, j)}</td>
                <td>${bar(value, barTick(chance(look, layer, i)))}</td>
                <td>${format.loss(value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${
        all.length > BARS
          ? html`<p class="look number">
              ${t.head.others(format.integer(all.length - BARS), format.chance(rest))}
            </p>`
          : nothing
      }
    </div>`;
  }

  /** @param {number} factor */
  #zoomBy(factor) {
    const matrix = /** @type {import('./matrix.js').Matrix} */ (this.find('gf-matrix'));
    matrix.zoomBy(factor);
  }

  /** @param {import('../../state/types.js').LineActivations} look @param {string} name */
  #saveCsv(look, name) {
    const { layer } = this.state;
    const { queries, keys } = look.attentions[layer];
    const values = selectedHead(this.state);
    if (!values) return;
    const cell = (/** @type {number} */ i, /** @type {number} */ j) =>
      isAllowed(look, layer, i, j) ? valueIn(values, i, j) : null;
    const columns = matrixColumns(
      queries.map(visible),
      keys.map(visible),
      cell,
      this.t.head.reads,
    );
    saveCsv(name.replace(/\W+/g, '-').toLowerCase(), columns);
  }

  updated() {
    const canvas = /** @type {HTMLCanvasElement | null} */ (this.find('#legend'));
    if (!canvas) return;
    const { scheme, ramps, sqrtScale, showing, lang } = this.state;
    const ink = inksOf(this, scheme);
    const { mode } = showing;
    const signed = isSigned(mode);
    const top = selectedHead(this.state)?.top ?? 1;
    if (!isNew(canvas, devicePixelRatio, ink, ramps, lang, sqrtScale, mode, top))
      return;
    const ctx = prepare(canvas, LEGEND_PX, 30);
    if (!ctx) return;
    const marks = signed ? [-top, 0, top] : [0, 0.25, 0.5, 1];
    drawLegend(
      ctx,
      LEGEND_PX,
      ramp(ramps[signed ? 'diverging' : 'attention']),
      scaleOf({ signed, top }, sqrtScale),
      marks.map((at) => ({ at, label: this.format.small(at) })),
      { quiet: ink('ink-3'), font: ink('sans') },
    );
  }
}

define('gf-head', Head);
