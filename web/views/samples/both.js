// SPDX-License-Identifier: MIT
// What the model writes without some heads, and below it what it wrote with all of them: the same
// beginning and seed. Words that the latter does not have are marked, copies of the training text
// underlined.
import { css, html, nothing } from 'lit';
import { memo } from '../../state/memo.js';
import { styled } from '../shared/style.js';
import { define, given, View } from '../shared/view.js';
import { moreOfText } from '../more-file.js';
import { tokensOf } from './tokens.js';
import { copiedStyles } from './written-text.js';

/** @import { Sample } from '../../state/types.js' */
/** @import { Token } from './written-text.js' */

const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;

/** The tokens of a text without some heads: the same as long as the sample.
 * @type {(sample: Sample) => Token[]} */
export const markedTokens = memo((sample) => {
  const { text, full } = sample;
  const known = new Set(full?.text.match(WORD));
  /** UTF-16 units of words that are new. */
  const fresh = new Set();
  for (const { 0: word, index } of full ? text.matchAll(WORD) : [])
    if (!known.has(word)) for (let k = 0; k < word.length; k++) fresh.add(index + k);
  let end = 0;
  return tokensOf(sample).map((token) => ({
    ...token,
    isNew: fresh.has((end += token.text.length) - 1),
  }));
});

class BothSamples extends View {
  static properties = given('app', 'sample');
  static styles = styled(
    copiedStyles,
    css`
      :host {
        grid-column: 1 / -1;
        container-type: normal;
        display: grid;
        gap: 0.375rem 1.5rem;
      }
      div {
        display: flex;
        flex-direction: column;
        min-block-size: 0;
      }
      gf-written-text {
        display: block;
        flex: 1 1 auto;
        min-block-size: 6rem;
        /* Spaces at the end of a line hang over its edge. */
        --hanging: 0.625rem;
        --written: 1rem/1.5;
      }
      p {
        font-size: 0.75rem;
        color: var(--ink-2);
      }
      #full {
        color: var(--ink-2);
        --written: 0.9375rem/1.4;
      }
      /* Beside the stage each has half of what there is. */
      :host([frame='column']) {
        flex: 1 1 22rem;
        min-block-size: 0;
        grid-template-rows: minmax(0, 1fr) minmax(0, 1fr);
      }
      :host([frame='column']) gf-written-text {
        flex-basis: 0;
        min-block-size: 0;
      }
      @container (min-width: 640px) {
        :host(:not([frame='column'])) {
          grid-template-columns: 1fr 1fr;
        }
      }
    `,
  );

  constructor() {
    super();
    /** @type {Sample | null} */ this.sample = null;
  }

  render() {
    const { sample, t, state } = this;
    if (!sample?.full) return nothing;
    const { full } = sample;
    const [now, before] = [markedTokens(sample), tokensOf(full)];
    const copies = (/** @type {Token[]} */ tokens) =>
      moreOfText(this)?.copiesIn(this, tokens);
    const [own, old] = [copies(now), copies(before)];
    return html`<div>
        <gf-written-text
          id="new"
          typing
          ?still=${state.reducedMotion || state.printing}
          .label=${`${t.samples.title}. ${t.nextToken.hint(this.units)}`}
          .prompt=${sample.prompt}
          .tokens=${now}
          .copied=${own?.tokens ?? null}
          @gf-choose=${this.#onChoose}
        ></gf-written-text>
      </div>
      <div>
        <p>
          ${t.samples.full}${old ? html`, <u class="copied" title=${old.title}>${old.words}</u>` : nothing}
        </p>
        <gf-written-text
          id="full"
          still
          .label=${t.samples.full}
          .prompt=${full.prompt}
          .tokens=${before}
          .copied=${old?.tokens ?? null}
        ></gf-written-text>
      </div>`;
  }

  /** @param {CustomEvent<number>} event */
  #onChoose({ detail }) {
    this.dispatchEvent(new CustomEvent('gf-choose', { detail }));
  }
}

define('gf-both-samples', BothSamples);
