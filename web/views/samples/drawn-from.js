// SPDX-License-Identifier: MIT
// One token that the model wrote: its probability, the distribution it was drawn from, and the
// way to the place where the model can be seen predicting it.
import { css, html, nothing } from 'lit';
import { stages } from '../../draw/sampling.js';
import { shownStep } from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { barStyles, guesses } from '../shared/bars.js';
import { button, smallButton } from '../shared/controls.js';
import { outputsOf } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { folded } from '../shared/tables.js';
import { define, given, View } from '../shared/view.js';
import { distribution, distributionStyles } from './distribution.js';

/** @import { Written } from '../../state/types.js' */

export class DrawnFrom extends View {
  static properties = {
    ...given('app', 'prompt', 'tokens', 'n'),
    brief: { type: Boolean },
    editable: { type: Boolean },
  };
  static styles = styled(
    barStyles,
    distributionStyles,
    css`
      .row {
        gap: 0.375rem;
        margin-block: 0.375rem;
      }
      .row [id='close'] {
        margin-inline-start: auto;
      }
      .claim {
        min-block-size: 4.5em;
      }
      :host([brief]) .claim {
        font-size: 0.8125rem;
        min-block-size: 3em;
      }
      .look {
        min-block-size: 3em;
      }
    `,
  );

  constructor() {
    super();
    /** Before the tokens. */
    this.prompt = '';
    /** @type {readonly Written[]} */ this.tokens = [];
    /** Index of the token. */
    this.n = 0;
    /** Little room: no stages, fewer rows. */
    this.brief = false;
    /** The text can go on from here. */
    this.editable = false;
  }

  render() {
    const { t, brief, n, tokens } = this;
    const token = tokens[n];
    if (!token) return nothing;
    return html`<p class="claim number" id="claim" role="status">
        ${this.#claim(token)}
      </p>
      <div class="row" @keydown=${this.#onKey}>
        ${smallButton('earlier', t.nextToken.previous, () => this.#move(n - 1), n === 0)}
        ${smallButton('later', t.nextToken.next, () => this.#move(n + 1), n + 1 >= tokens.length)}
        ${
          this.state.session?.info.form === 'text'
            ? smallButton('inside', t.nextToken.inspect, () => this.#show(token))
            : nothing
        }
        ${
          this.editable
            ? smallButton('go-on', t.nextToken.goOn, () => this.app.writing.cut(n + 1))
            : nothing
        }
        ${button('×', () => this.#move(-1), { id: 'close', kind: 'small plain', label: t.nextToken.close })}
      </div>
      ${this.#probabilities(token)} ${brief ? nothing : this.#moved(token)}`;
  }

  /** @param {Written} token */
  #claim(token) {
    const { t, format, n, tokens, prompt } = this;
    const before = tokens[n - 1]?.text ?? [...prompt].at(-1) ?? '';
    return t.nextToken.claim({
      step: format.integer(token.step),
      before: visible(before),
      drawn: visible(token.text),
      chance: format.share(token.p),
    });
  }

  /** @param {Written} token */
  #probabilities({ logits, sampler, token }) {
    const { t, format, brief, units } = this;
    if (!logits) return html`<p class="quiet">${t.nextToken.gone(units)}</p>`;
    const names = outputsOf(this.state.session);
    const of = { t, format, units, names, logits, sampler };
    if (brief) return distribution({ ...of, drawn: token, brief });
    const columns = stages(logits, sampler).map((p, k) => ({
      p,
      label: t.nextToken.stages[k],
    }));
    return html`${distribution({ ...of, drawn: token })}
    ${folded(
      t.nextToken.everyStage,
      guesses({ ...of, columns, truth: token, label: t.nextToken.everyStage }),
    )}`;
  }

  /** @param {Written} token */
  #moved({ step }) {
    const { t, format } = this;
    const now = shownStep(this.state);
    return html`<p class="look">
      ${step === now ? t.nextToken.look(this.units) : t.nextToken.moved(format.integer(step), format.integer(now))}
    </p>`;
  }

  #move(/** @type {number} */ detail) {
    this.dispatchEvent(new CustomEvent('gf-choose', { detail }));
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const id = { ArrowLeft: 'earlier', ArrowRight: 'later', Escape: 'close' }[
      event.key
    ];
    if (!id) return;
    event.preventDefault();
    this.find(`#${id}`)?.click();
  }

  /** Its context becomes the text that is looked at, and the character before it is pinned: what
   * the model predicted there is this token. @param {Written} token */
  #show({ step, text }) {
    const { tokens, n, prompt, app } = this;
    const { session, snapshots } = this.state;
    const T = session?.info.blockSize ?? 1;
    // The weights that wrote it, where a snapshot has them.
    const isNow = step === session?.steps;
    if (isNow || snapshots.some((each) => each.step === step))
      app.snapshots.go(isNow ? null : step);
    const whole = [
      ...prompt,
      ...tokens.slice(0, n + 1).flatMap((each) => [...each.text]),
    ];
    const line = whole.slice(-T);
    app.selection.setLine(line.join(''));
    app.selection.select({
      pin: { i: Math.max(0, line.length - 1 - [...text].length), j: null },
    });
    app.selection.openPlace('stage');
  }
}

define('gf-drawn-from', DrawnFrom);
