// SPDX-License-Identifier: MIT
// The distribution one token of a sample was drawn from: the model's own when it wrote, and
// after temperature, top-k and top-p, in order.
import { css, html, nothing } from 'lit';
import { likeliest, stages } from '../../draw/sampling.js';
import { shownStep } from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { barStyles, guesses } from '../shared/bars.js';
import { numberField, smallButton } from '../shared/controls.js';
import { outputsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { scrolling } from '../shared/tables.js';
import { define, keys, View } from '../shared/view.js';

/** Settings that change the distribution: least, most, step. */
const CONTROLS = /** @type {const} */ ([
  ['temperature', 0.05, 2, 0.05],
  ['topK', 0, 1000, 1],
  ['topP', 0.05, 1, 0.05],
]);

export class DrawnFrom extends View {
  static watch = keys('sampler', 'progress', 'phase');
  static properties = {
    ...View.properties,
    sample: { attribute: false },
    n: { attribute: false },
  };
  static styles = styled(
    barStyles,
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
  );

  constructor() {
    super();
    /** @type {import('../../state/types.js').Sample} */ this.sample;
    /** Token of the sample. */
    this.n = 0;
  }

  render() {
    const { t, format, n, sample } = this;
    const names = outputsOf(this.state.session);
    const truth = sample.tokens[n];
    const columns = stages(sample.logits[n], this.state.sampler).map((p, k) => ({
      p,
      label: t.nextToken.stages[k],
    }));
    const [{ p }] = columns;
    const before = sample.pieces[n - 1] ?? [...sample.prompt].at(-1) ?? '';
    const best = likeliest(p)[0];
    const label = t.nextToken.claim({
      step: format.integer(sample.step),
      before: visible(before),
      best: visible(names[best] ?? ''),
      share: format.share(p[best]),
      drawn: visible(sample.pieces[n]),
      chance: format.share(p[truth]),
    });
    const move = (/** @type {number} */ by) => () => {
      const to = Math.max(0, Math.min(sample.pieces.length - 1, n + by));
      this.dispatchEvent(new CustomEvent('gf-move', { detail: to }));
    };
    return html`<p class="claim number" id="claim">${label}</p>
      <div class="row" @keydown=${this.#onKey}>
        ${smallButton('earlier', t.nextToken.previous, move(-1), n === 0)}
        ${smallButton('later', t.nextToken.next, move(1), n + 1 >= sample.pieces.length)}
        ${
          this.state.session?.info.form === 'text'
            ? smallButton('inside', t.nextToken.inspect, () => this.#lookInside())
            : nothing
        }
      </div>
      ${
        sample.step === shownStep(this.state)
          ? nothing
          : html`<p class="look">
              ${t.nextToken.moved(format.integer(sample.step), format.integer(shownStep(this.state)))}
            </p>`
      }
      <div class="row">
        ${CONTROLS.map(([key, min, max, step]) =>
          numberField({
            ...{ id: key, label: t.write[key], min, max, step },
            value: this.state.sampler[key],
            change: (value) => this.app.selection.setSampler({ [key]: value }),
          }),
        )}
      </div>
      ${scrolling(
        t.nextToken.title,
        guesses({ t, format, names, columns, truth, label: t.nextToken.title }),
      )}
      <p class="look">${t.nextToken.look}</p>`;
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const id = { ArrowLeft: 'earlier', ArrowRight: 'later' }[event.key];
    if (!id) return;
    event.preventDefault();
    this.find(`#${id}`)?.click();
  }

  /** Its context becomes the text that is analysed; the character before it is pinned. */
  #lookInside() {
    const { sample, n, app } = this;
    const { session, snapshots } = this.state;
    const T = session?.info.blockSize ?? 1;
    // The weights that wrote it, where a snapshot has them.
    const isNow = sample.step === session?.steps;
    if (isNow || snapshots.some(({ step }) => step === sample.step)) {
      app.snapshots.go(isNow ? null : sample.step);
    }
    const whole = [
      ...sample.prompt,
      ...sample.pieces.slice(0, n + 1).flatMap((p) => [...p]),
    ];
    const line = whole.slice(-T);
    app.selection.setLine(line.join(''));
    app.selection.select({
      pin: { i: Math.max(0, line.length - 1 - [...sample.pieces[n]].length), j: null },
    });
    const { host } = /** @type {ShadowRoot} */ (this.getRootNode());
    const page = /** @type {ParentNode} */ (host?.getRootNode());
    page?.querySelector('gf-text')?.scrollIntoView({ block: 'nearest' });
  }
}

define('gf-drawn-from', DrawnFrom);
