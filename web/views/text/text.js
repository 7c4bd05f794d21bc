// SPDX-License-Identifier: MIT
// One line of text in equal cells. Shade and bar show the surprise of each token, the attention
// of the selected head, the saliency of a prediction, or the effect of an ablation. Models that
// answer have two lines; taggers show their labels above the cells.
import { html, nothing } from 'lit';
import { links } from '../../draw/attention.js';
import { inksOf, isNew } from '../../draw/canvas.js';
import { TouchPreview } from '../shared/touch.js';
import { asLoss, visible } from '../../i18n/format.js';
import { headName, nextToken, textUnit } from '../../state/selectors.js';
import { attends, rowClaim } from '../../i18n/descriptions.js';
import { heldOutChars } from '../../run/splits.js';
import { heldOutStart } from '../../run/texts.js';
import { leftOut, outputsOf } from '../shared/outputs.js';
import { shadeOf, sourceOf } from './shade.js';
import { textStyles } from './style.js';
import { adoptShades } from '../shared/shades.js';
import { HostWidth } from '../shared/host-width.js';
import { moved } from '../shared/grid.js';
import { styled } from '../shared/style.js';
import { define, questions, View } from '../shared/view.js';
import { button } from '../shared/controls.js';
import { meanBits, predictionAt } from '../stage/caption.js';

/** @import { Line } from './shade.js' */
/** Of a token: what a tagger says, and what is right where the line has it.
 * @typedef {ReturnType<typeof predictionAt>} Label */
/** @import { LineActivations as Look } from '../../state/types.js' */

/** Arcs are drawn for the strongest keys up to this share of the row. */
const MASS = 0.9;

class TextLine extends View.withState({ message: '' }) {
  static queries = questions('saliency');
  static styles = styled(...textStyles);

  touch = new TouchPreview(this);
  /** Where the held-out text begins in the line, UTF-16 units. */
  held = Infinity;
  /** There are arcs on the canvas. */
  arcs = false;
  // Cells wrap differently at another width.
  hostWidth = new HostWidth(this);

  render() {
    const { t } = this;
    const { activations, line, session, showing, text } = this.state;
    if (session && isNew(this, session, text, line)) {
      this.held = session.info.examples.includes(line)
        ? 0
        : heldOutStart(text?.text ?? '', line, heldOutChars(session));
    }
    const main = activations?.characters ?? [...line];
    const source = activations && sourceOf(activations);
    const labels = this.#labels;
    return html`<section class="pane">
      <div class="row spread">
        <h2 class="title">${t.text.title}</h2>
        ${this.#modes()}
      </div>
      <p class="claim number">${this.#claim(labels)}</p>
      <div
        class="stage"
        @keydown=${this.#onKey}
        @focusout=${() => this.app.selection.select({ hover: null })}
        @pointerdown=${this.touch.start}
        @pointerleave=${this.touch.leave}
      >
        ${source ? this.#line('source', source, t.text.question) : nothing}
        ${this.#line('main', main, source ? t.text.answer : '', labels)}
        <canvas class="arcs" aria-hidden="true"></canvas>
      </div>
      ${this.#controls()}
      <p class="look">
        ${t.text.shades[showing.shade].look(this.units)}
        ${this.held < line.length ? t.text.validation : nothing}
      </p>
    </section>`;
  }

  /** Of a tagger; other models have none. @returns {Label[]} */
  get #labels() {
    const { activations, session } = this.state;
    if (!activations || !session?.info.labels.length) return [];
    return activations.characters.map((_, i) =>
      predictionAt(this.state, activations, i),
    );
  }

  #modes() {
    const { t } = this;
    const { showing, session } = this.state;
    const tagging = session?.info.form === 'tagging';
    const modes = /** @type {const} */ ([
      'surprise',
      'attention',
      'saliency',
      'ablation',
    ]);
    // A tagger predicts no next token.
    const offered = modes.filter(
      (mode) => !tagging || mode === 'attention' || mode === 'saliency',
    );
    return html`<div class="modes" role="group" aria-label=${t.text.mode}>
      ${offered.map(
        (mode) =>
          html`<button
            class="small"
            data-mode=${mode}
            aria-pressed=${showing.shade === mode}
            @click=${() => this.app.selection.show({ shade: mode })}
          >
            ${t.text.shades[mode].name}
          </button>`,
      )}
    </div>`;
  }

  /** @param {Line} line @param {string[]} characters @param {string} name
   * @param {Label[]} [labels] */
  #line(line, characters, name, labels = []) {
    let at = 0;
    return html`<div class="line ${labels.length > 0 ? 'tagged' : ''}">
      ${name ? html`<h3 id="of-${line}">${name}</h3>` : nothing}
      <div
        class="cells"
        role="toolbar"
        data-line=${line}
        aria-label=${name || this.t.text.title}
        dir="auto"
      >
        ${characters.map((c, i) => {
          const held = at >= this.held;
          at += c.length;
          return this.#cell(line, c, i, held, labels[i]);
        })}
      </div>
    </div>`;
  }

  /** @param {Label[]} labels */
  #claim(labels) {
    const { t, format } = this;
    const { activations, showing } = this.state;
    if (!activations || activations.n < 2) return t.text.pickOne(this.units);
    if (showing.shade === 'attention')
      return activations.L === 0 ? t.badges.noHeads : this.#attentionClaim(activations);
    if (showing.shade === 'saliency') return this.#saliencyClaim(activations);
    if (showing.shade === 'ablation') return this.#ablationClaim();
    if (labels.length > 0) {
      const known = labels.filter(({ truth }) => truth !== null);
      const right = known.filter(({ truth, guess }) => truth === guess).length;
      return known.length > 0
        ? t.text.correctLabels(format.integer(right), format.integer(known.length))
        : t.text.labels;
    }
    if (this.#query !== null && this.#hasQueries('main'))
      return this.#characterClaim(activations, this.#query);
    const bits = asLoss(meanBits(this.state, activations));
    return t.text.claim(format.loss(bits), format.perplexity(2 ** bits), this.units[0]);
  }

  /** @param {Look} look */
  #attentionClaim(look) {
    const { t } = this;
    const { layer, head } = this.state;
    const i = this.#query;
    if (i === null) return t.text.pickOne(this.units);
    const { kept, others, rest } = links(look, layer, head, i, MASS);
    const unit = textUnit(this.state.session);
    const said = rowClaim(this, look, layer, head, i, kept[0], unit);
    return said + this.#more(others, rest);
  }

  /** The keys that have no arcs. @param {number} others @param {number} rest */
  #more(others, rest) {
    const { t, format } = this;
    const words = t.text.more(format.integer(others), format.percent(rest));
    return others > 0 ? ` (${words})` : '';
  }

  /** One token: its surprise and its arcs. @param {Look} look @param {number} i */
  #characterClaim(look, i) {
    const { t, format } = this;
    const { layer, head } = this.state;
    const { kept, others, rest } = links(look, layer, head, i, MASS);
    const reads = visible(look.characters[i]);
    const name = t.head.title(headName({ layer, head }));
    const how = attends(this, look, layer, i, kept[0]);
    const where = t.head.claimReading({ reads, how });
    const cell = t.text.cell(reads, this.units, format.integer(i + 1));
    const { says } = shadeOf(this.state, this, 'main', i, i);
    return `${cell}: ${says}. ${name}: ${where}${this.#more(others, rest)}`;
  }

  /** @param {Look} look */
  #saliencyClaim(look) {
    const { t } = this;
    const { pin, session, answers } = this.state;
    const saliency = answers.saliency?.value;
    if (!pin || pin.i >= look.n) return t.text.pinForSaliency(this.units);
    if (!saliency) return t.shared.waiting;
    const next = nextToken(this.state);
    const answer = outputsOf(session)[next < 0 ? saliency.token : next] ?? '';
    const from = look.characters[pin.i];
    return t.text.salient(visible(answer), visible(from));
  }

  #ablationClaim() {
    const { t } = this;
    const { ablation, line } = this.state;
    if (!ablation || ablation.line !== line) return t.text.ablateFirst(this.units);
    const { layer, head } = ablation;
    return t.text.ablated(this.units, headName({ layer, head }));
  }

  /** The query of all shades: hovered, else pinned. */
  get #query() {
    const { hover, pin, activations, layer } = this.state;
    const i = hover?.i ?? pin?.i ?? null;
    if (i === null || !activations || activations.L === 0) return null;
    return i < activations.attentions[layer].queries.length ? i : null;
  }

  /** Whether the queries of the layer are of this line. @param {Line} line */
  #hasQueries(line) {
    const { activations, layer } = this.state;
    return !activations?.L || activations.attentions[layer].queryStream === line;
  }

  /**
   * @param {Line} line @param {string} character @param {number} i
   * @param {boolean} held out of training
   * @param {Label} [label]
   */
  #cell(line, character, i, held, label) {
    const { t, format } = this;
    const { pin } = this.state;
    const { tone, says } = shadeOf(this.state, this, line, i, this.#query);
    const pinned = (this.#hasQueries(line) ? pin?.i : pin?.j) === i;
    const tabbed = pin && this.#hasQueries(line) ? pinned : i === 0;
    const seen = visible(character);
    const wrong = Boolean(label?.truth) && label?.truth !== label?.guess;
    const name = [
      t.text.cell(seen, this.units, format.integer(i + 1)),
      held ? t.loss.val : '',
      label ? t.text.label(label.guess, wrong ? String(label.truth) : '') : '',
      says,
    ];
    const kinds = [
      /\s/.test(character) ? 'blank' : '',
      held ? 'held' : '',
      [...character].length > 1 ? 'long' : '',
    ];
    return html`<button
      class="cell ${tone} ${kinds.join(' ')}"
      data-i=${i}
      tabindex=${tabbed ? 0 : -1}
      aria-pressed=${pinned}
      aria-label=${name.filter(Boolean).join(', ')}
      @click=${() => this.#pin(line, i)}
      @pointerenter=${(/** @type {PointerEvent} */ event) =>
        event.pointerType === 'touch' || this.#hover(line, i)}
      @focus=${(/** @type {Event} */ { target }) =>
        /** @type {HTMLElement} */ (target).matches(':focus-visible') &&
        this.#hover(line, i)}
    >
      ${
        label
          ? html`<i class=${wrong ? 'wrong' : ''} data-label=${label.guess}
              >${wrong ? html`<u data-label=${label.truth}></u>` : nothing}</i
            >`
          : nothing
      }
      <span><b>${seen}</b></span>
    </button>`;
  }

  /** @param {Line} line @param {number} i */
  #pin(line, i) {
    const { pin } = this.state;
    if (!this.#hasQueries(line)) {
      this.app.selection.select({
        pin: { i: pin?.i ?? 0, j: pin?.j === i ? null : i },
        hover: null,
      });
      return;
    }
    if (this.touch.takes({ i, j: null })) return;
    const again = pin?.i === i && pin.j === null;
    this.app.selection.select({ pin: again ? null : { i, j: null }, hover: null });
  }

  /** @param {Line} line @param {number} i */
  #hover(line, i) {
    if (this.#hasQueries(line)) this.app.selection.select({ hover: { i, j: null } });
  }

  #controls() {
    const { t } = this;
    const { line, session } = this.state;
    return html`<div class="controls">
        <div class="field">
          <label for="line">${t.text.line}</label>
          <input
            id="line"
            type="text"
            dir="auto"
            spellcheck="false"
            autocomplete="off"
            ?disabled=${!session}
            .value=${line}
            @change=${(/** @type {Event} */ event) => this.#setLine(event)}
          />
        </div>
        ${button(t.text.another, () => this.app.selection.nextLine(), { kind: '', disabled: !session })}
      </div>
      ${this.message ? html`<p class="problem" role="status">${this.message}</p>` : nothing}`;
  }

  /** @param {Event} event */
  #setLine(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const used = this.app.selection.setLine(field.value);
    this.message = leftOut(this, used);
    field.value = used.line === '' ? this.state.line : used.line;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest('.cell');
    const row = cell?.closest('.cells');
    if (!cell || !row) return;
    const cells = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('.cell')]);
    const at = cells.indexOf(/** @type {HTMLElement} */ (cell));
    const goal = moved(event, 0, at, 1, cells.length);
    if (!goal) return;
    const i = goal.j;
    for (const other of cells) other.tabIndex = -1;
    cells[i].tabIndex = 0;
    cells[i].focus();
  }

  updated() {
    adoptShades(this.renderRoot, this.state.ramps);
    this.#drawArcs();
  }

  #drawArcs() {
    const canvas = /** @type {HTMLCanvasElement | null} */ (this.find('.arcs'));
    const { activations, layer, head, showing, scheme } = this.state;
    const i = this.#query;
    // The other modes are not about attention.
    const isAbout = ['surprise', 'attention'].includes(showing.shade);
    const wanted = activations && i !== null && isAbout;
    // Nothing to draw or to clear: no layout is forced.
    if (!canvas || (!wanted && !this.arcs)) return;
    this.arcs = Boolean(wanted);
    const ratio = devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    ctx.clearRect(0, 0, width, height);
    if (!wanted) return;
    const { kept } = links(activations, layer, head, i, MASS);
    const { queryStream, keyStream } = activations.attentions[layer];
    const cells = (/** @type {Line} */ line) =>
      /** @type {NodeListOf<HTMLElement>} */ (
        this.renderRoot.querySelectorAll(`[data-line=${line}] .cell`)
      );
    const [from, to] = [cells(queryStream)[i], cells(keyStream)];
    ctx.save();
    ctx.scale(ratio, ratio);
    ctx.strokeStyle = inksOf(this, scheme)('accent');
    for (const { j, value } of kept) this.#arc(ctx, from, to[j], value);
    ctx.restore();
  }

  /**
   * From the top of one cell to the top of another; wider and stronger with more attention.
   * @param {CanvasRenderingContext2D} ctx
   * @param {HTMLElement | undefined} from @param {HTMLElement | undefined} to
   * @param {number} value
   */
  #arc(ctx, from, to, value) {
    if (!from || !to || from === to) return;
    const x0 = from.offsetLeft + from.offsetWidth / 2;
    const x1 = to.offsetLeft + to.offsetWidth / 2;
    const [y0, y1] = [from.offsetTop, to.offsetTop];
    const lift = y0 === y1 ? Math.min(24, 6 + Math.abs(x1 - x0) / 8) : 24;
    ctx.globalAlpha = Math.min(1, 0.15 + value);
    ctx.lineWidth = 1 + 2.5 * value;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.bezierCurveTo(x0, y0 - lift, x1, y1 - lift, x1, y1);
    ctx.stroke();
  }
}

define('gf-text', TextLine);
