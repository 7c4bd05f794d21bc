// SPDX-License-Identifier: MIT
// Update ratio: size of the optimizer's steps relative to the weights, and the gradient norm
// with the limit at which it is clipped.
import { css, html, nothing } from 'lit';
import { isNew } from '../../draw/canvas.js';
import { lines } from '../shared/lines.js';
import { styled } from '../shared/style.js';
import { chosenTensor, tensorSelect } from './tensor-select.js';
import { table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** Steps are about a thousandth of the weights in a healthy run (Karpathy 2022). */
const GUIDE = -3;
/** Tensors further than this from the guide are counted. */
const FAR = 1;
const MAX_POINTS = 600;
const NORM_MS = 1000;

class Updates extends View {
  static followsHistory = true;
  static queries = questions('health');
  static styles = styled(css`
    h3 {
      margin-block-start: 1rem;
    }
  `);

  /** @type {unknown} */ #ratiosDrawn = nothing;
  /** @type {unknown} */ #normDrawn = nothing;
  #normMs = -Infinity;

  render() {
    const { diagnosticHistory, weight, scheme, session, lang, phase } = this.state;
    if (isNew(this, diagnosticHistory.health, weight, scheme, session, lang))
      this.#ratiosDrawn = this.#ratios();
    // Every step changes the whole line; once a second is enough during training.
    const ms = performance.now();
    if (phase !== 'running' || ms - this.#normMs >= NORM_MS) {
      this.#normMs = ms;
      this.#normDrawn = this.#norm();
    }
    return html`${this.#ratiosDrawn}${this.#normDrawn}`;
  }

  #ratios() {
    const { t, format } = this;
    const history = this.state.diagnosticHistory.health;
    const last = history.at(-1);
    if (!last) return this.waiting();
    const { parameters } = last.value;
    const n = chosenTensor(this.state, parameters);
    const claim = this.#claim(last, n);
    const all = parameters.map(({ name }, k) => ({
      name,
      y: history.map(({ value }) => value.parameters[k]?.update ?? null),
      strong: k === n,
    }));
    const rows = parameters.map(({ name, update, std }) => [
      name,
      update === null ? '–' : format.signed(update),
      format.small(std),
    ]);
    return html`<p class="claim number" id="claim">${claim}</p>
      ${tensorSelect(this.app, parameters)}
      ${lines(this, {
        id: 'ratios',
        x: history.map(({ step }) => step),
        lines: all,
        label: claim,
        guides: [{ y: GUIDE, label: t.diagnostics.guide }],
        axes: [t.loss.axisStep, t.diagnostics.ratioAxis],
        table: table({ id: 'table', head: t.diagnostics.updateColumns, rows }),
      })}
      <p class="look">${t.diagnostics.updatesLook}</p>`;
  }

  /** @param {import('../../state/types.js').DiagnosticHistory['health'][number]} last @param {number} n */
  #claim({ step, value }, n) {
    const { t, format } = this;
    const { name, update } = value.parameters[n];
    if (update === null) return t.diagnostics.noStep(name);
    const known = value.parameters.filter((p) => p.update !== null);
    const far = known.filter((p) => Math.abs(Number(p.update) - GUIDE) > FAR);
    return t.diagnostics.updatesClaim({
      step: format.integer(step),
      name,
      update: format.signed(update),
      one: format.small(100 * 10 ** update),
      far: format.integer(far.length),
      n: format.integer(known.length),
    });
  }

  #norm() {
    const { t, format } = this;
    const { session } = this.state;
    const history = session?.history;
    if (!session || !history || history.step.length === 0) return '';
    const clip = Number(session.info.config.grad_clip);
    const { step, gradNorm } = history;
    const stride = Math.ceil(step.length / MAX_POINTS);
    // The largest of each group, so that clipped steps stay visible.
    const x = step.filter((_, n) => n % stride === 0);
    const y = x.map((_, n) =>
      Math.max(...gradNorm.slice(n * stride, (n + 1) * stride)),
    );
    const over = gradNorm.filter((norm) => clip > 0 && norm > clip).length;
    const claim = t.diagnostics.normClaim({
      step: format.integer(step[step.length - 1]),
      norm: format.small(gradNorm[gradNorm.length - 1]),
      clip: clip > 0 ? format.small(clip) : '',
      share: format.percent(over / gradNorm.length),
    });
    return html`<h3>${t.diagnostics.norm}</h3>
      <p class="claim number" id="norm-claim">${claim}</p>
      ${lines(this, {
        ...{ id: 'norm', x, lines: [{ y, strong: true }], label: claim },
        guides: clip > 0 ? [{ y: clip, label: t.diagnostics.clip }] : [],
        axes: [t.loss.axisStep, t.diagnostics.norm],
      })}
      <p class="look">${t.diagnostics.normLook}</p>`;
  }
}

define('gf-updates', Updates);
