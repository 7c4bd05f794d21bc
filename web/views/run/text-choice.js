// SPDX-License-Identifier: MIT
// The text: its lines, of which one stands on the stage, or a field for the reader's own and the
// others there are.
import { css, html, nothing } from 'lit';
import { heldOutChars, lineSplit } from '../../run/splits.js';
import { SOURCES, borderOf } from '../../run/texts.js';
import { inField } from '../../app/draft.js';
import { button, fileField, smallButton } from '../shared/controls.js';
import { headed, styled } from '../shared/style.js';
import { toTop } from '../shared/to-top.js';
import { define, View } from '../shared/view.js';

/** Lines in the list on each side of the one shown; more are added while scrolling. */
const NEARBY = 60;
/** Pixels from an end of the list where more are added. */
const NEAR_END = 200;
/** Lines that Page Up and Page Down move by. */
const PAGE = 10;
const isBlank = (/** @type {string | undefined} */ line) => !line?.trim();

export class TextChoice extends View.withState({
  /** First line in the list and the one after the last. @type {number[]} */
  range: [0, 0],
}) {
  static styles = styled(
    headed,
    css`
      :host {
        display: flex;
        flex-direction: column;
        flex: 1 1 0;
        min-block-size: 0;
        container-type: normal;
      }
      /* Where it stands says what it is. */
      :host([frame='panel']) h2 {
        display: none;
      }
      .about {
        font-size: 0.75rem;
        line-height: 1.0625rem;
        color: var(--ink-3);
        min-block-size: 2.125rem;
        overflow-wrap: anywhere;
      }
      .lines {
        position: relative;
        flex: 1 1 0;
        min-block-size: 6rem;
        overflow: auto;
        margin-block-start: 0.5rem;
        padding-block: 1.25rem;
        scrollbar-width: thin;
        font: 400 0.875rem/1.3125rem var(--serif);
        mask: linear-gradient(
          transparent,
          #000 24px,
          #000 calc(100% - 24px),
          transparent
        );
      }
      .lines p {
        padding-inline: 0.75rem 0.25rem;
        border-inline-start: 3px solid transparent;
        min-block-size: 1.3125rem;
        overflow-wrap: anywhere;
        color: var(--ink-2);
        cursor: pointer;
      }
      .lines p[data-blank] {
        cursor: default;
      }
      .lines p:not([data-blank]):hover {
        background: var(--sunk);
      }
      .lines .held {
        border-inline-start: 3px dotted var(--line-strong);
      }
      .lines [aria-selected='true'] {
        border-inline-start: 3px solid var(--accent);
        border-start-end-radius: 4px;
        border-end-end-radius: 4px;
        background: var(--accent-soft);
        color: var(--ink);
      }
      form {
        display: flex;
        flex-direction: column;
        flex: 1 1 0;
        min-block-size: 0;
        gap: 0.5rem;
        margin-block-start: 0.5rem;
        overflow: auto;
      }
      textarea {
        flex: 1 0 7rem;
        resize: none;
        font: 400 0.875rem/1.25rem var(--serif);
      }
      form .row {
        gap: 0.375rem;
      }
      form > :not(textarea) {
        flex: none;
      }
      summary {
        font-size: 0.8125rem;
      }
      details {
        flex: none;
        margin-block-start: 0.375rem;
      }
      details button {
        display: block;
        inline-size: 100%;
        margin-block-start: 0.375rem;
        text-align: start;
      }
      details small {
        display: block;
        font-size: 0.75rem;
        font-weight: 400;
        color: var(--ink-3);
      }
      .problem {
        font-size: 0.8125rem;
        line-height: 1.125rem;
      }
      @media (pointer: coarse) {
        .lines p:not([data-blank]) {
          padding-block: 0.6875rem;
        }
      }
    `,
  );

  /** @type {unknown} */ listed = null;
  /** @type {string[]} */ lines = [];
  current = -1;
  heldOut = Infinity;
  /** The session it was found for. @type {unknown} */ measured = null;

  willUpdate() {
    const { text, session, line } = this.state;
    const source = session?.info.examples.length ? session.info.examples : text?.text;
    if (source !== this.listed) {
      this.listed = source;
      this.lines =
        typeof source === 'string' ? source.split('\n') : [...(source ?? [])];
      this.current = -1;
      this.range = [0, NEARBY];
    }
    if (session !== this.measured) {
      this.measured = session;
      this.heldOut = this.#heldOutFrom();
    }
    const at = this.#find(line);
    if (at === this.current) return;
    this.current = at;
    this.range = [Math.max(0, at - NEARBY), Math.max(0, at) + NEARBY];
  }

  /** The line shown; of equal ones the first that was trained on, or the last, which is the
   * likeliest to be held out. @param {string} line */
  #find(line) {
    const { lines, current } = this;
    const words = line.trim();
    const begins = (/** @type {string | undefined} */ each) =>
      each !== undefined && line !== '' && each.trim().startsWith(words);
    if (begins(lines[current])) return current;
    const find = lineSplit(this.state) === 'train' ? 'findIndex' : 'findLastIndex';
    const whole = lines[find]((each) => begins(each) && each.trim() === words);
    return whole < 0 ? lines[find](begins) : whole;
  }

  render() {
    const { t } = this;
    const { draft, readonly } = this.state;
    const isOpen = draft !== null;
    return html`<header>
        <h2 id="title">${t.setup.text}</h2>
        ${
          readonly
            ? nothing
            : button(
                isOpen ? t.corpus.keep : t.corpus.useOwn,
                () => (isOpen ? this.app.draft.edit(null) : void this.open()),
                { id: 'own', kind: 'plain small' },
              )
        }
      </header>
      <p class="about number">${this.#about()}</p>
      ${isOpen ? this.#field(draft) : this.#list()}
      ${readonly ? nothing : this.#others()}`;
  }

  #about() {
    const { t, format } = this;
    const { text, session, fetching, textProblem } = this.state;
    if (textProblem)
      return html`<span class="problem" role="alert" id="text-problem"
        >${textProblem.text} ${textProblem.hint ?? ''}</span
      >`;
    if (fetching)
      return t.corpus.fetching(
        t.corpus.names[fetching.id],
        format.bytes(fetching.received),
        format.bytes(fetching.total ?? 0),
      );
    if (!text) return t.setup.preparing;
    if (text.id !== 'task' || !session)
      return t.setup.textSummary(
        text.name,
        format.integer(text.characters),
        format.integer(text.distinct),
      );
    const { nVal, examples } = session.info;
    return nVal > 0
      ? t.setup.task(text.name, format.integer(examples.length))
      : text.name;
  }

  // ---- lines -----------------------------------------------------------------------------

  #list() {
    const { lines, current } = this;
    const [from, to] = this.range;
    const { heldOut } = this;
    return html`<div
      class="lines"
      id="lines"
      dir="auto"
      tabindex="0"
      role="listbox"
      aria-label=${this.t.corpus.lines}
      aria-activedescendant=${current >= from && current < to ? `line-${current}` : nothing}
      @keydown=${this.#onKey}
      @scroll=${this.#onScroll}
    >
      ${lines.slice(from, to).map((line, k) => {
        const n = from + k;
        const isHeld = n >= heldOut ? 'held' : '';
        return isBlank(line)
          ? html`<p class=${isHeld} data-blank role="presentation"></p>`
          : html`<p
              id="line-${n}"
              class=${isHeld}
              role="option"
              aria-selected=${n === current}
              @click=${() => this.#choose(n)}
            >
              ${line}
            </p>`;
      })}
    </div>`;
  }

  /** The first line that is wholly held out from training. */
  #heldOutFrom() {
    const { text, session } = this.state;
    if (!text || !session || session.info.form !== 'text' || text.id === 'task')
      return Infinity;
    const start = borderOf(text.text, heldOutChars(session));
    let at = 0;
    const first = this.lines.findIndex((line) => {
      const begins = at;
      at += line.length + 1;
      return begins >= start;
    });
    return first < 0 ? Infinity : first;
  }

  /** @param {number} n */
  #choose(n) {
    const line = this.lines[n];
    if (isBlank(line)) return;
    this.current = n;
    if (n < this.range[0] || n >= this.range[1])
      this.range = [Math.max(0, n - NEARBY), n + NEARBY];
    this.app.selection.setLine(line.trim());
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { lines, current } = this;
    const last = lines.length - 1;
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: Math.min(last, current + PAGE),
      PageUp: Math.max(0, current - PAGE),
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const isBack = to < current || event.key === 'End';
    let n = to;
    while (isBlank(lines[n]) && n >= 0 && n <= last) n += isBack ? -1 : 1;
    if (n >= 0 && n <= last) this.#choose(n);
  }

  /** @param {Event} event */
  #onScroll({ target }) {
    const { scrollTop, scrollHeight, clientHeight } = /** @type {HTMLElement} */ (
      target
    );
    const [from, to] = this.range;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (scrollTop < NEAR_END && from > 0) this.range = [Math.max(0, from - NEARBY), to];
    else if (isAtEnd && to < this.lines.length) this.range = [from, to + NEARBY];
  }

  /** Keeps the line in sight, and what is in sight in its place when lines come before it.
   * @param {Map<string, unknown>} changed */
  updated(changed) {
    const list = this.find('#lines');
    const line = this.find(`#line-${this.current}`);
    if (!list || !line) return;
    const before = /** @type {[number, number] | undefined} */ (changed.get('range'));
    const first = before && this.find(`#line-${before[0]}`);
    if (this.shownLine !== this.current) {
      this.shownLine = this.current;
      const { offsetTop, offsetHeight } = line;
      const isInSight =
        offsetTop >= list.scrollTop &&
        offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
      if (!isInSight)
        list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
    } else if (first && this.range[0] < before[0]) list.scrollTop += first.offsetTop;
  }

  /** The line that was last brought into sight. */
  shownLine = -1;

  // ---- the reader's own ------------------------------------------------------------------

  async open() {
    this.app.draft.reopen();
    // It may be out of sight.
    await this.catchUp();
    this.find('#own-text')?.focus();
  }

  /** What becomes of the text is seen on the stage, which a phone has above.
   * @param {Promise<boolean>} used */
  async #use(used) {
    const { host } = /** @type {ShadowRoot} */ (this.getRootNode());
    if (await used) toTop(host);
  }

  /** @param {string} id one of SOURCES */
  async choose(id) {
    if (await this.app.texts.useSource(id)) this.app.draft.edit(null);
  }

  /** @param {string} draft */
  #field(draft) {
    const { t, app } = this;
    return html`<form
      @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        void this.#use(app.draft.use());
      }}
    >
      ${draftField(this, draft)}
      <div class="row">
        <button
          class="primary small"
          id="use"
          type="submit"
          ?disabled=${draft.trim() === ''}
        >
          ${t.corpus.use}
        </button>
        ${button(t.corpus.openFile, () => this.find('#file')?.click(), { id: 'open-file' })}
        ${fileField({ id: 'file', accept: '.txt,.md,text/*', take: ([file]) => void this.#use(app.draft.takeFile(file)) })}
      </div>
      <p class="about">${draftNote(this, draft)}</p>
    </form>`;
  }

  /** Two of them use the network. */
  #others() {
    const { names, notes, others } = this.t.corpus;
    return html`<details id="others">
      <summary>${others}</summary>
      ${SOURCES.filter(({ id }) => id !== this.state.text?.id).map(
        ({ id }) =>
          html`<button
            class="small"
            data-source=${id}
            @click=${() => void this.choose(id)}
          >
            ${names[id]}<small>${notes[id]}</small>
          </button>`,
      )}
    </details>`;
  }
}

/** The field of the reader's own text. @param {TextChoice} view @param {string} draft */
function draftField({ app, t }, draft) {
  const { text, isCut } = inField(draft);
  return html`<textarea
    id="own-text"
    dir="auto"
    spellcheck="false"
    aria-label=${t.corpus.pasteLabel}
    placeholder=${t.corpus.paste}
    ?readonly=${isCut}
    .value=${text}
    @input=${(/** @type {any} */ { target }) => app.draft.edit(target.value)}
    @paste=${(/** @type {ClipboardEvent} */ event) => app.draft.paste(event)}
    @keydown=${(/** @type {KeyboardEvent} */ { key }) => {
      if (key === 'Escape' && draft === '') app.draft.edit(null);
    }}
  ></textarea>`;
}

/** What is said below it. @param {TextChoice} view @param {string} draft */
function draftNote({ app, t, format }, draft) {
  const { isCut } = inField(draft);
  if (!isCut) return t.corpus.privacy;
  return html`${t.corpus.cut(format.integer([...draft].length))}
  ${smallButton('clear', t.corpus.clear, () => app.draft.edit(''))}`;
}

define('gf-text-choice', TextChoice);
