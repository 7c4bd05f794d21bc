// SPDX-License-Identifier: MIT
// A page to write on: the reader's prompt, what the model writes after it, and the probabilities
// of what comes next, which move with the settings of the sampler. Works during training.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { writeFirst } from '../../run/first-text.js';
import { questionPart } from '../../run/prompts.js';
import { button, checkbox, numberField, slider } from '../shared/controls.js';
import { moreOfText } from '../more-file.js';
import { outputsOf } from '../shared/outputs.js';
import { copyText, download } from '../shared/save.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { distribution, distributionStyles } from './distribution.js';
import './drawn-from.js';
import './written-text.js';

/** @import { SamplerSettings } from '../../state/types.js' */

const MAX_CHARS = 5000;
const MAX_SEED = 2 ** 31;
/** Places of the slider of top-k, which goes by factors. */
const TOP_K_PLACES = 100;

/** @param {number} topK 0: all @param {number} V @returns {number} 0 … TOP_K_PLACES */
export const placeOfTopK = (topK, V) =>
  topK === 0 || topK >= V
    ? TOP_K_PLACES
    : Math.round((TOP_K_PLACES * Math.log(topK)) / Math.log(V));

/** @param {number} place @param {number} V @returns {number} 0: all */
export function topKAt(place, V) {
  const k = Math.round(V ** (place / TOP_K_PLACES));
  return k >= V ? 0 : k;
}

export class Write extends View.withState({
  message: '',
  /** Index of a token; -1: none. */
  chosen: -1,
}) {
  static styles = styled(
    distributionStyles,
    css`
      .desk {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(18rem, 24rem);
        gap: 1rem 2rem;
      }
      .page,
      .side {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
      }
      textarea {
        min-block-size: 3.75rem;
        font-size: 1.1875rem;
      }
      gf-written-text {
        flex: 1 1 auto;
        block-size: clamp(14rem, 52vh, 40rem);
        padding: 0.75rem 1rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--pane);
        --written: 1.1875rem/1.65;
      }
      .tools {
        gap: 0.375rem;
        margin-block-start: 0.5rem;
      }
      .status {
        min-block-size: 1.5em;
        font-size: 0.8125rem;
      }
      .control {
        display: grid;
        grid-template-columns: minmax(4.5rem, 7.5rem) minmax(2rem, 1fr) 5rem;
        align-items: center;
        column-gap: 0.625rem;
      }
      .control input[type='number'] {
        inline-size: 5rem;
      }
      .control .hint {
        grid-column: 1 / -1;
      }
      .hint {
        font-size: 0.75rem;
        color: var(--ink-3);
      }
      .more {
        column-gap: 1.25rem;
      }
      .more input[type='number'] {
        inline-size: 6em;
      }
      .comes {
        border-block-start: 1px solid var(--line);
        padding-block-start: 0.5rem;
        min-block-size: 24rem;
      }
      @container (max-width: 760px) {
        .desk {
          grid-template-columns: minmax(0, 1fr);
        }
        gf-written-text {
          block-size: 14rem;
        }
      }
    `,
  );

  want() {
    const ends = [this.app.writing.watch(), writeFirst(this.app)];
    return () => ends.forEach((end) => end());
  }

  render() {
    const { t } = this;
    const form = this.state.session?.info.form;
    return html`<section class="pane" part="sample">
      <h2 class="title">${this.#asks ? t.write.ask : t.write.title}</h2>
      ${
        form === 'tagging'
          ? html`<p class="quiet">${t.write.onlyLabels}</p>`
          : html`<div class="desk">
              <div class="page">${this.#page()}</div>
              <div class="side">${this.#sampler()}${this.#comes()}</div>
            </div>`
      }
    </section>`;
  }

  /** A model of pairs answers questions and ends by itself. */
  get #asks() {
    return (this.state.session?.info.form ?? 'text') !== 'text';
  }

  get #tokens() {
    return this.state.completion?.tokens ?? [];
  }

  // -------------------------------------------------------------------- the page

  #page() {
    const { t } = this;
    const { sampler, completion, session, line, reducedMotion } = this.state;
    const tokens = this.#tokens;
    const copies = moreOfText(this)?.copiesIn(this, tokens);
    return html`<form @submit=${this.#submit}>
        <label for="prompt"
          >${this.#asks ? t.write.question : t.write.prompt}
          <span class="hint"
            >${this.#asks ? t.write.askHint(questionPart(line)) : t.write.promptHint}</span
          ></label
        >
        <textarea
          id="prompt"
          rows="2"
          dir="auto"
          spellcheck="false"
          .value=${sampler.prompt}
          @input=${(/** @type {Event} */ event) => {
            this.chosen = -1;
            this.app.selection.setSampler({
              prompt: /** @type {HTMLTextAreaElement} */ (event.target).value,
            });
          }}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              this.#write('play');
          }}
        ></textarea>
        <div class="row tools">
          ${
            completion?.busy
              ? button(t.write.stop, () => this.app.writing.stop(), { id: 'stop', kind: 'primary' }) // oxfmt-ignore
              : html`<button
                  type="submit"
                  class="primary"
                  id="write"
                  ?disabled=${!session}
                >
                  ${this.#asks ? t.write.answer : tokens.length > 0 ? t.stage.writeOn : t.write.go}
                </button>`
          }
          ${this.#tool('one', t.write.one(this.units), () => this.#write('one'), !session)}
          ${this.#tool('undo', t.write.undo, () => this.#undo(), !this.app.writing.canUndo)}
          ${this.#tool('copy', t.write.copy, () => this.#copy(), tokens.length === 0)}
          ${this.#tool('save', t.write.save, () => this.#save(), tokens.length === 0)}
        </div>
      </form>
      <gf-written-text
        id="draft"
        .label=${`${t.write.output}. ${t.nextToken.hint(this.units)}`}
        .prompt=${(completion?.prompt ?? '') + (this.#asks && tokens.length > 0 ? ' → ' : '')}
        .tokens=${tokens}
        .copied=${copies?.tokens ?? null}
        .chosen=${this.chosen}
        ?still=${reducedMotion}
        @gf-choose=${this.#onChoose}
      ></gf-written-text>
      <p class="status ${this.message ? 'problem' : 'quiet'}" role="status">
        ${this.message || (tokens.length > 0 ? [t.samples.pale, copies?.title].filter(Boolean).join('. ') : t.write.claim(this.units))}
      </p>`;
  }

  /** @param {string} id @param {string} words @param {() => unknown} act @param {boolean} disabled */
  #tool(id, words, act, disabled) {
    return button(words, act, { id, kind: '', disabled });
  }

  #submit(/** @type {Event} */ event) {
    event.preventDefault();
    this.#write('play');
  }

  /** Whether the prompt can be read; says what cannot. */
  #isReadable() {
    const unknown = this.app.selection.unknownInPrompt();
    this.message =
      unknown.length > 0 ? this.t.write.unknown(unknown.map(visible).join(' ')) : '';
    return unknown.length === 0;
  }

  /** @param {'play' | 'one'} what */
  #write(what) {
    this.chosen = -1;
    if (this.#isReadable()) void this.app.writing[what]();
  }

  #undo() {
    this.chosen = -1;
    this.message = '';
    this.app.writing.undo();
    this.requestUpdate();
  }

  async #copy() {
    const { completion } = this.state;
    if (!completion) return;
    const isCopied = await copyText(completion.prompt + completion.text);
    if (isCopied) this.app.announce(this.t.write.copied);
    this.message = isCopied ? '' : this.t.write.notCopied;
  }

  #save() {
    const { completion } = this.state;
    if (completion)
      download(completion.prompt + completion.text, 'glassformer.txt', 'text/plain');
  }

  /** @param {CustomEvent<number>} event */
  #onChoose({ detail }) {
    this.chosen = detail;
  }

  // ----------------------------------------------------------------- the sampler

  #sampler() {
    const { t } = this;
    const { sampler, session } = this.state;
    const V = outputsOf(session).length || 2;
    return html`${this.#ranged('temperature', 0.05, 2, 0.05)}
      ${this.#ranged('topK', 0, TOP_K_PLACES, 1, {
        value: placeOfTopK(sampler.topK, V),
        words: sampler.topK === 0 ? t.write.all : String(sampler.topK),
        change: (place) => this.app.selection.setSampler({ topK: topKAt(place, V) }),
        most: V,
      })}
      ${this.#ranged('topP', 0.05, 1, 0.05)}
      <div class="row more">
        ${checkbox({
          id: 'greedy',
          label: t.write.greedy,
          checked: sampler.greedy,
          change: (greedy) => this.app.selection.setSampler({ greedy }),
        })}
        <label>${t.write.seed} ${this.#field('seed', 0, MAX_SEED, 1)}</label>
        ${
          this.#asks
            ? nothing
            : html`<label
                >${t.write.chars(this.units)}
                ${this.#field('chars', 1, MAX_CHARS, 1)}</label
              >`
        }
      </div>`;
  }

  /**
   * A slider with its number field.
   * @param {'temperature' | 'topP' | 'topK'} key @param {number} min @param {number} max
   * @param {number} step
   * @param {{ value?: number, words?: string, change?: (x: number) => void, most?: number }} [own]
   *   where the slider has a scale of its own
   */
  #ranged(key, min, max, step, own = {}) {
    const { t } = this;
    const { sampler } = this.state;
    return html`<div class="control">
      <label for=${key}>${t.write[key]}</label>
      ${slider({
        ...{ id: `${key}-slider`, label: t.write[key], min, max, step },
        value: own.value ?? sampler[key],
        words: own.words,
        disabled: sampler.greedy,
        change: own.change ?? ((x) => this.app.selection.setSampler({ [key]: x })),
      })}
      ${this.#field(key, own.most ? 0 : min, own.most ?? max, own.most ? 1 : 'any')}
      <span class="hint" id="${key}-hint">${t.write[`${key}Hint`](this.units)}</span>
    </div>`;
  }

  /** @param {Exclude<keyof SamplerSettings, 'prompt' | 'greedy'>} key
   * @param {number} min @param {number} max @param {number | 'any'} step */
  #field(key, min, max, step) {
    const { sampler } = this.state;
    const isCut = key !== 'chars' && key !== 'seed';
    return numberField({
      ...{ id: key, min, max, step },
      value: sampler[key],
      describedBy: isCut ? `${key}-hint` : undefined,
      disabled: sampler.greedy && isCut,
      change: (value) => this.app.selection.setSampler({ [key]: value }),
    });
  }

  // ------------------------------------------------------------------ what comes

  /** The next token, or the one chosen. */
  #comes() {
    const { t, format, chosen, units } = this;
    const { completion, sampler, session } = this.state;
    const tokens = this.#tokens;
    const next = completion?.next;
    if (tokens[chosen]) {
      return html`<div class="comes">
        <h3 class="number">
          ${t.write.nth(units, format.integer(chosen + 1), format.integer(tokens.length))}
        </h3>
        <gf-drawn-from
          ?editable=${!this.#asks}
          .app=${this.app}
          .prompt=${completion?.prompt ?? ''}
          .tokens=${tokens}
          .n=${chosen}
          @gf-choose=${this.#onChoose}
        ></gf-drawn-from>
      </div>`;
    }
    return html`<div class="comes" id="next">
      <h3>${t.nextToken.title(units)}</h3>
      ${
        next?.logits
          ? distribution({
              ...{ t, format, units, names: outputsOf(session), logits: next.logits },
              sampler,
            })
          : nothing
      }
    </div>`;
  }
}

define('gf-write', Write);
