// SPDX-License-Identifier: MIT
// A prompt and what the model wrote after it: pale where it was unsure, underlined where it is a
// copy, coloured where it has a word that another text has not; typed or at once. Each token is
// chosen by a click or arrow keys. A function of its properties.
import { css, html } from 'lit';
import { pointIn, scaleOf } from '../../draw/pointer.js';
import { HostWidth } from '../shared/host-width.js';
import { styled } from '../shared/style.js';
import { define } from '../shared/view.js';
import { StyledElement, given } from '../shared/styled-element.js';

/** Below this probability a token is pale. */
const UNSURE = 0.2;
/** Characters typed at a time, and how long until the next: as fast on every display. Each time
 * costs a paint, for which training waits where all cores are in use. */
const TYPED = 8;
const TYPED_MS = 67;
/** A reader at the end of the text stays there as it grows, CSS pixels. */
const END_PX = 48;

/** More letters are never waited for. */
const LONGEST_WORD = 40;

export const copiedStyles = css`
  .copied {
    text-decoration: underline 1.5px var(--accent);
    text-underline-offset: 0.2em;
  }
`;

/** @typedef {{ text: string, p: number, isNew?: boolean }} Token */

export class WrittenText extends StyledElement {
  static properties = {
    ...given('prompt', 'tokens', 'copied', 'chosen', 'label'),
    typing: { type: Boolean },
    still: { type: Boolean },
  };
  static styles = styled(
    copiedStyles,
    css`
      :host {
        min-block-size: 0;
      }
      .scroll {
        position: relative;
        block-size: 100%;
        max-block-size: none;
        overflow: hidden auto;
      }
      p {
        font: 400 var(--written, 1rem/1.5) var(--serif);
        overflow-wrap: anywhere;
        padding-inline-end: var(--hanging, 0);
        cursor: text;
      }
      /* In spans only: the line breaks of the template around them are not the text's. */
      .given,
      .model {
        white-space: pre-wrap;
      }
      .given {
        color: var(--accent);
      }
      .pale {
        color: var(--ink-3);
      }
      .new {
        color: var(--held);
      }
      /* The caret is a shadow of the last run: a box that moves would shift the layout. */
      .typed .model span:last-child {
        box-shadow: 2px 0 var(--accent);
      }
      /* The rest of a word that is being typed: it stands in its line from the first letter. */
      .coming::after {
        content: attr(data-rest);
        visibility: hidden;
      }
      .chosen {
        position: absolute;
        pointer-events: none;
        outline: 2px solid var(--ink);
        border-radius: 1px;
      }
      @media (prefers-contrast: more), (forced-colors: active) {
        .pale:not(.copied) {
          text-decoration: underline dotted 1px;
        }
        .new {
          text-decoration: underline 1px;
        }
      }
      @media print {
        .typed .model span:last-child {
          box-shadow: none;
        }
      }
    `,
  );

  /** Runs of equal tone, each with one node of text.
   * @type {{ span: HTMLElement, node: Text, from: number, kind: string }[]} */
  #runs = [];
  /** Tokens in the page. @type {readonly Token[]} */
  #drawn = [];
  /** How they are drawn. @type {string[]} */
  #kinds = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  constructor() {
    super();
    // The chosen token stands elsewhere at another width.
    new HostWidth(this);
    this.prompt = '';
    /** @type {readonly Token[]} */ this.tokens = [];
    /** Which of them are copied; null: not known. @type {readonly boolean[] | null} */
    this.copied = null;
    /** Index of a token; -1: none. */
    this.chosen = -1;
    this.label = '';
    /** A new text is typed. */
    this.typing = false;
    /** Nothing moves. */
    this.still = false;
  }

  render() {
    return html`<div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${this.label}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
    >
      <p class="text ${this.typing ? 'typed' : ''}" dir="auto">
        <span class="given">${this.prompt}</span><span class="model"></span
        ><span class="coming"></span>
      </p>
      <div class="chosen" hidden></div>
    </div>`;
  }

  updated() {
    const { tokens } = this;
    const scroll = /** @type {HTMLElement} */ (this.find('.scroll'));
    const isAtEnd =
      scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - END_PX;
    const before = this.#drawn;
    let common = 0;
    while (common < before.length && before[common] === tokens[common]) common++;
    let same = 0;
    while (same < common && this.#kinds[same] === this.#kindOf(same)) same++;
    this.#truncate(same);
    clearTimeout(this.#timer);
    // What stood there already is not typed again.
    this.#append(common);
    if (this.typing && !this.still && common < tokens.length) this.#type();
    else this.#append(tokens.length);
    const isLonger = common > 0 && common < tokens.length;
    if (isAtEnd && !this.typing && isLonger) scroll.scrollTop = scroll.scrollHeight;
    this.#outline();
  }

  /** @param {number} n tokens that stay */
  #truncate(n) {
    while (this.#runs.length > 0) {
      const { span, node, from } = this.#runs[this.#runs.length - 1];
      if (from < n) {
        node.data = textOf(this.#drawn.slice(from, n));
        break;
      }
      span.remove();
      this.#runs.pop();
    }
    this.#drawn = this.#drawn.slice(0, n);
    this.#kinds.length = n;
  }

  /** The class of a token. @param {number} n */
  #kindOf(n) {
    const { p, isNew } = this.tokens[n];
    const tone = isNew ? 'new ' : p < UNSURE ? 'pale ' : '';
    return `${tone}${this.copied?.[n] ? 'copied' : ''}`.trim();
  }

  /** @param {number} n tokens to be in the page */
  #append(n) {
    const model = this.find('.model');
    for (let k = this.#drawn.length; k < n; k++) {
      const { text } = this.tokens[k];
      const kind = this.#kindOf(k);
      this.#kinds[k] = kind;
      const last = this.#runs.at(-1);
      if (last?.kind === kind) last.node.appendData(text);
      else {
        const node = document.createTextNode(text);
        const span = document.createElement('span');
        if (kind) span.className = kind;
        span.dataset.from = String(k);
        span.append(node);
        model?.append(span);
        this.#runs.push({ span, node, from: k, kind });
      }
    }
    this.#drawn = this.tokens.slice(0, n);
    const coming = /** @type {HTMLElement} */ (this.find('.coming'));
    coming.dataset.rest = restOfWord(textOf(this.tokens.slice(n, n + LONGEST_WORD)));
  }

  #type() {
    this.#timer = setTimeout(() => {
      let n = this.#drawn.length;
      for (let typed = 0; typed < TYPED && n < this.tokens.length; n++)
        typed += Math.max(1, this.tokens[n].text.length);
      this.#append(n);
      if (n < this.tokens.length) this.#type();
    }, TYPED_MS);
  }

  // ----------------------------------------------------------------- one token

  /** Where a token stands. @param {number} n @returns {Range | null} */
  #rangeOf(n) {
    const run = this.#runs.findLast(({ from }) => from <= n);
    if (!run || n >= this.#drawn.length) return null;
    const { node } = run;
    const start = textOf(this.#drawn.slice(run.from, n)).length;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, Math.min(node.length, start + this.#drawn[n].text.length));
    return range;
  }

  #outline() {
    const box = this.find('.chosen');
    const scroll = box?.parentElement;
    if (!box || !scroll) return;
    const rect = this.#rangeOf(this.chosen)?.getClientRects()[0];
    box.hidden = this.chosen < 0 || !rect;
    if (!rect) return;
    const at = pointIn({ clientX: rect.left, clientY: rect.top }, scroll);
    const scale = scaleOf(scroll);
    box.style.left = `${at.x}px`;
    box.style.top = `${at.y + scroll.scrollTop}px`;
    box.style.width = `${rect.width / scale.x}px`;
    box.style.height = `${rect.height / scale.y}px`;
  }

  /** @param {number} n */
  #choose(n) {
    this.dispatchEvent(new CustomEvent('gf-choose', { detail: n }));
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const run = this.#runs.findIndex(({ span }) => span === target);
    if (run < 0) return;
    const end = this.#runs[run + 1]?.from ?? this.#drawn.length;
    for (let n = this.#runs[run].from; n < end; n++) {
      const rects = [...(this.#rangeOf(n)?.getClientRects() ?? [])];
      const isHit = rects.some(
        ({ left, right, top, bottom }) =>
          event.clientX >= left &&
          event.clientX < right &&
          event.clientY >= top &&
          event.clientY < bottom,
      );
      if (isHit) return this.#choose(n);
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const last = this.#drawn.length - 1;
    const to = {
      ArrowRight: Math.min(last, this.chosen + 1),
      ArrowLeft: this.chosen < 0 ? last : Math.max(0, this.chosen - 1),
      Escape: -1,
    }[event.key];
    if (to === undefined || last < 0 || (to < 0 && this.chosen < 0)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(to);
  }
}

/** @param {readonly Token[]} tokens */
const textOf = (tokens) => tokens.map(({ text }) => text).join('');

/** @param {string} text */
const restOfWord = (text) => /^\S*/.exec(text)?.[0] ?? '';

define('gf-written-text', WrittenText);
