// SPDX-License-Identifier: MIT
// What one character of a sample was drawn from: the model's own shares when it wrote,
// and what temperature, top-k and top-p would make of them, in order.
import { css, html, nothing } from 'lit';
import { likeliest, stages } from '../../draw/sampling.js';
import { stepShown } from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { guesses } from '../shared/guesses.js';
import { outputsOf } from '../shared/outputs.js';
import { shared } from '../shared/style.js';
import { View, define, keys } from '../shared/view.js';

/** The settings that change shares, with their bounds. */
const CONTROLS = /** @type {const} */ ([
  ['temperature', 0.05, 2, 0.05],
  ['topK', 0, 1000, 1],
  ['topP', 0.05, 1, 0.05],
]);

export class Drawn extends View {
  static watch = keys('sampler', 'session', 'past', 'progress', 'phase');

  static properties = {
    ...View.properties,
    rung: { attribute: false },
    n: { attribute: false },
  };

  static styles = [
    shared,
    guesses.styles,
    css`
      :host {
        margin-block: 0.5rem;
        border-inline-start: 3px solid var(--accent);
        padding-inline-start: 0.75rem;
      }
      .row {
        margin-block: 0.375rem;
      }
      input[type='number'] {
        inline-size: 5em;
      }
      .scroll {
        max-block-size: none;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('../../state/types.js').Rung} */ this.rung;
    /** Token of the sample. */
    this.n = 0;
  }

  /** @override */
  render() {
    const { t, format, n, rung } = this;
    const names = outputsOf(this.state.session);
    const truth = rung.tokens[n];
    const columns = stages(rung.logits[n], this.state.sampler).map((p, k) => ({
      p,
      label: t.nextToken.stages[k],
    }));
    const [said] = columns;
    const before = rung.pieces[n - 1] ?? [...rung.prompt].at(-1) ?? '';
    const best = likeliest(said.p)[0];
    const label = t.nextToken.claim({
      step: format.integer(rung.step),
      before: visible(before),
      best: visible(names[best] ?? ''),
      share: format.share(said.p[best]),
      drawn: visible(rung.pieces[n]),
      chance: format.share(said.p[truth]),
    });
    const move = (/** @type {number} */ by) => () => {
      const to = Math.max(0, Math.min(rung.pieces.length - 1, n + by));
      this.dispatchEvent(new CustomEvent('gf-move', { detail: to }));
    };
    return html`<p class="claim number" id="claim">${label}</p>
      <div class="row" @keydown=${this.#onKey}>
        <button class="small" id="earlier" ?disabled=${n === 0} @click=${move(-1)}>
          ${t.nextToken.earlier}
        </button>
        <button
          class="small"
          id="later"
          ?disabled=${n + 1 >= rung.pieces.length}
          @click=${move(1)}
        >
          ${t.nextToken.later}
        </button>
        ${
          this.state.session?.info.form === 'text'
            ? html`<button class="small" id="inside" @click=${this.#lookInside}>
                ${t.nextToken.inside}
              </button>`
            : nothing
        }
      </div>
      ${
        rung.step === stepShown(this.state)
          ? nothing
          : html`<p class="look">
              ${t.nextToken.moved(format.integer(rung.step), format.integer(stepShown(this.state)))}
            </p>`
      }
      <div class="row">
        ${CONTROLS.map(([key, min, max, step]) => this.#control(key, min, max, step))}
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${t.nextToken.title}>
        ${guesses({ t, format, names, columns, truth, label: t.nextToken.title })}
      </div>
      <p class="look">${t.nextToken.look}</p>`;
  }

  /** @param {'temperature' | 'topK' | 'topP'} key @param {number} min @param {number} max @param {number} step */
  #control(key, min, max, step) {
    return html`<label
      >${this.t.write[key]}
      <input
        type="number"
        id=${key}
        min=${min}
        max=${max}
        step=${step}
        .value=${String(this.state.sampler[key])}
        @change=${(/** @type {Event} */ event) => {
          const field = /** @type {HTMLInputElement} */ (event.target);
          const x = field.value === '' ? NaN : Number(field.value);
          const held = Math.min(max, Math.max(min, key === 'topK' ? Math.round(x) : x));
          if (Number.isFinite(x)) this.app.setSampler({ [key]: held });
          field.value = String(this.state.sampler[key]);
        }}
    /></label>`;
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const id = { ArrowLeft: 'earlier', ArrowRight: 'later' }[event.key];
    if (!id) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (this.renderRoot.querySelector(`#${id}`)).click();
  }

  /** Its context becomes the line looked at, and the character before it is pinned. */
  #lookInside() {
    const { rung, n, app } = this;
    const { session, snapshots } = this.state;
    const T = session?.info.blockSize ?? 1;
    // As it was when it wrote, where a copy was kept.
    const isNow = rung.step === session?.steps;
    if (isNow || snapshots.some(({ step }) => step === rung.step)) {
      app.time.go(isNow ? null : rung.step);
    }
    const whole = [
      ...rung.prompt,
      ...rung.pieces.slice(0, n + 1).flatMap((p) => [...p]),
    ];
    const line = whole.slice(-T);
    app.setLine(line.join(''));
    app.select({
      pin: { i: Math.max(0, line.length - 1 - [...rung.pieces[n]].length), j: null },
    });
    const { host } = /** @type {ShadowRoot} */ (this.getRootNode());
    const page = /** @type {ParentNode} */ (host?.getRootNode());
    page?.querySelector('gf-text')?.scrollIntoView({ block: 'nearest' });
  }
}

define('gf-drawn-from', Drawn);
