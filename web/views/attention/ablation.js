// SPDX-License-Identifier: MIT
// Ablation of a head: switch it off and read the loss, the characters that suffer most and what
// the model writes without it. The switch holds for training too.
import { css, html, nothing } from 'lit';
import { isNew } from '../../draw/canvas.js';
import { ZERO } from '../../draw/numbers.js';
import { headName, headNames, isAblated } from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** Characters listed, and how many before each are shown. */
const HARDEST = 5;
const BEFORE = 6;

/**
 * Characters of the line by how much worse they are guessed with the head off.
 * @param {import('../../../wasm/index.js').Table | undefined} rows [on, off][n]
 * @param {string[]} characters
 */
export function hardest(rows, characters) {
  if (!rows) return [];
  const { columns, data } = rows;
  return Array.from({ length: columns }, (_, i) => ({
    i: i + 1,
    on: data[i],
    off: data[columns + i],
    change: data[columns + i] - data[i],
    before: characters.slice(Math.max(0, i + 1 - BEFORE), i + 1).join(''),
    character: characters[i + 1],
  }))
    .filter(({ change, character }) => character !== undefined && change >= ZERO)
    .sort((a, b) => b.change - a.change)
    .slice(0, HARDEST);
}

/** Length of the common beginning, of whole characters. @param {string} a @param {string} b */
export function agreement(a, b) {
  let n = 0;
  for (const character of a) {
    if (!b.startsWith(character, n)) break;
    n += character.length;
  }
  return n;
}

export class Ablation extends View {
  static styles = styled(css`
    .panel {
      border-block-start: 1px solid var(--line);
      margin-block-start: 1rem;
      padding-block-start: 0.875rem;
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 0.75rem;
    }
    .claim {
      min-block-size: 0;
    }
    .samples {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
      gap: 0.75rem 2rem;
    }
    .sample span {
      white-space: pre-wrap;
    }
    .sample {
      font: 400 1rem/1.5 var(--serif);
      overflow-wrap: anywhere;
      border-inline-start: 2px solid var(--line);
      padding-inline-start: 0.75rem;
      min-block-size: 6em;
    }
    .sample.without {
      border-color: var(--warn);
    }
    .same {
      color: var(--ink-3);
    }
    .context {
      font-family: var(--mono);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .context b {
      color: var(--warn);
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    .still {
      color: var(--warn);
      font-weight: 600;
      font-size: 0.875rem;
    }
  `);

  render() {
    const { t } = this;
    const { session, layer, head, ablated, ablation } = this.state;
    if (!session) return nothing;
    const now = isAblated(ablated, layer, head);
    return html`<div class="panel">
      <div class="row">
        ${
          ablated.length > 0
            ? html`<span class="still">${t.ablation.still(headNames(ablated))}</span> ${
                  ablated.length > 1 || !now
                    ? button(t.ablation.allOn, () => this.app.queries.allOn(), {
                        id: 'all-on',
                      })
                    : nothing
                }`
            : html`<span class="quiet">${t.ablation.hint}</span>`
        }
      </div>
      <div>${ablation ? this.#result(ablation) : nothing}</div>
    </div>`;
  }

  updated() {
    const { ablation } = this.state;
    if (ablation && isNew(this, ablation)) this.app.announce(this.#claim(ablation));
  }

  /** @param {import('../../state/types.js').AblationShown} ablation */
  #claim({ layer, head, step, result, characters }) {
    const { t, format } = this;
    // From the digits shown, so that the numbers agree.
    const [from, to] = [result.loss, result.lossOff].map((x) => Math.round(x * 100));
    const delta = (to - from) / 100;
    const words = {
      head: headName({ layer, head }),
      from: format.loss(from / 100),
      to: format.loss(to / 100),
      step: format.integer(step),
      change: format.loss(Math.abs(delta)),
      // Below that it would say 1.0.
      times: delta < 0.05 ? '' : format.times(Math.exp(delta)),
    };
    const how = delta === 0 ? 'same' : delta > 0 ? 'worse' : 'better';
    const named = hardest(result.rows, characters).map(({ before, character }) =>
      t.units.quote(before + visible(character)),
    );
    const list = named.length > 0 ? t.ablation.hardest(named.join(', ')) : '';
    return `${t.ablation.claim[how](words)} ${list}`;
  }

  /** @param {import('../../state/types.js').AblationShown} ablation */
  #result(ablation) {
    const { t } = this;
    const { result, characters } = ablation;
    const hit = hardest(result.rows, characters);
    return html`<p class="claim number" id="claim">${this.#claim(ablation)}</p>
      ${hit.length > 0 ? this.#table(hit) : nothing}
      ${
        result.sample !== undefined
          ? this.#samples(result.sample, result.sampleOff ?? '')
          : nothing
      }
      <p class="look">${t.ablation.look(this.units)}</p>`;
  }

  /** @param {ReturnType<typeof hardest>} hit */
  #table(hit) {
    const { t, format } = this;
    const c = t.ablation.columns;
    const rows = hit.map(({ before, character, on, off, change }) => [
      html`<span class="context"
        >${[...before].map(visible).join('')}<b>${visible(character)}</b></span
      >`,
      format.loss(on),
      format.loss(off),
      format.signed(change),
    ]);
    const head = [this.units[0], c.on, c.off, c.change];
    return scrolling(
      t.ablation.table(this.units),
      table({ id: 'hardest', head, rows }),
    );
  }

  /** @param {string} on @param {string} off */
  #samples(on, off) {
    const { t } = this;
    const n = agreement(on, off);
    /** @param {string} title @param {string} text */
    const half = (title, text, without = '') =>
      html`<div>
        <h3>${title}</h3>
        <div class="sample ${without}" dir="auto">
          <span class="same">${text.slice(0, n)}</span><span>${text.slice(n)}</span>
        </div>
      </div>`;
    return html`<div class="samples">
      ${half(t.ablation.with, on)} ${half(t.ablation.without, off, 'without')}
    </div>`;
  }
}

define('gf-ablation', Ablation);
