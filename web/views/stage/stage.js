// SPDX-License-Identifier: MIT
// The stage: one line of text as a building. Columns are tokens, panes are layers, threads are the
// residual stream. Two canvases draw all that moves; the sentence above them, names, heads and
// the cursor are elements.
import { html, nothing } from 'lit';
import { inksOf, isNew } from '../../draw/canvas.js';
import { hasBothSplits } from '../../run/splits.js';
import { quietly } from '../../state/quietly.js';
import { isUntrained, pinnedIndex } from '../../state/selectors.js';
import { define, questions, View } from '../shared/view.js';
import { moreOfText } from '../more-file.js';
import { styled } from '../shared/style.js';
import { errorText } from '../../i18n/engine-text.js';
import { captionOf, captionText, tellingCharacter } from './caption.js';
import { Cursor } from './cursor.js';
import { explanationFor } from './explanation.js';
import { heading } from './heading.js';
import {
  drawThumbnails,
  headCards,
  headNames,
  headPlaces,
  headsInPanes,
} from './head-cards.js';
import { Labels } from './labels.js';
import { buildingsOf } from './layout.js';
import { LineEditor } from './line-editor.js';
import { Menu } from './menu.js';
import { Painter } from './painter.js';
import { place } from './place.js';
import { sceneOf } from './scene.js';
import { Sight } from './sight.js';
import { stageStyles } from './style.js';
import './sum.js';
import { columnMovers, floorMovers, textRow } from './text-row.js';

/** @import { Session } from '../../state/types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Layout } from './layout.js' */
/** @import { Caption } from './caption.js' */

/** Between the tools and the edge, CSS pixels. */
const EDGE_PX = 1;
/** How long a message stays. */
const NOTE_MS = 5000;

export class Stage extends View {
  static queries = questions('depths', 'why', 'hide');
  static styles = styled(stageStyles);

  /** @type {Scene | null} */ scene = null;
  /** The character looked at. @type {number | null} */ focused = null;
  /** The prediction there, explained. @type {import('./types.js').Explained | null} */ why =
    null;
  /** @type {LineEditor} */ line = new LineEditor(this);
  #cursor = new Cursor(this);
  #labels = new Labels(this);
  #menu = new Menu(this);
  #sight = new Sight();
  /** @type {Painter | null} */ #painter = null;
  /** When the pin or the head alone last changed, ms. */ #since = -Infinity;
  /** A column that has just been pinned. @type {number | null} */ #arrived = null;
  #size = { width: 0, height: 0 };
  /** @type {ResizeObserver | undefined} */ #observer;
  /** @type {Caption} */ #caption = { main: [], more: '' };
  #frame = 0;
  #note = '';
  /** What the marks mean is shown. */
  #hasKey = false;
  #coarse = matchMedia('(pointer: coarse)');
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #noteTimer;
  /** What the slider says; it is spoken, and so does not follow training. */
  #spoken = '';
  /** The pin that was read out last. @type {number | null} */ #announced = null;
  /** Sessions that have had their first character. @type {WeakSet<Session>} */
  #begun = new WeakSet();
  // What pictures and sentences were made of, for isNew.
  #sceneKey = {};
  #pinKey = {};
  #sinceKey = {};
  #speechKey = {};

  /** Fingers need larger things than fit into panes. */
  get isTouch() {
    return this.#coarse.matches;
  }

  /** Phones have no room for rivers. */
  get #isInRows() {
    return this.why !== null && this.layout?.isCompact === true;
  }

  /** On the screen it stands beside the stage; a box of a given size has no room for it. */
  get #hasSum() {
    return this.why !== null && !this.hasAttribute('frame');
  }

  get layout() {
    return this.#sight.layout;
  }

  /** What the picture is from. */
  get activations() {
    return this.scene?.answer ?? null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(this.#coarse);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.line.stop();
    this.#menu.stop();
  }

  // ------------------------------------------------------------------ what is shown

  willUpdate() {
    const { state } = this;
    const { activations, isolated, line, session } = state;
    // Until a new model has answered, the last picture stays.
    if (isNew(this.#sceneKey, activations, isolated, line, session))
      this.scene = sceneOf(state) ?? this.scene;
    const pin = pinnedIndex(state);
    if (isNew(this.#pinKey, pin, line)) this.#arrived = pin;
    if (isNew(this.#sinceKey, pin, isolated)) this.#since = performance.now();
    this.why = explanationFor(this, this.scene);
    this.#sight.place({
      ...{ scene: this.scene, size: this.#size, arrived: this.#arrived },
      ...{ layer: state.layer, isWhy: this.why !== null },
    });
    if (this.layout) this.#arrived = null;
    const { n = 0 } = this.scene ?? {};
    const hovered = state.hover?.i ?? null;
    this.focused = !this.why && hovered !== null && hovered < n ? hovered : pin;
    if (activations || !this.scene) this.#caption = this.#captionAt(this.focused);
    this.#speak(pin);
  }

  /** @param {number | null} i @returns {Caption} */
  #captionAt(i) {
    const { state, why } = this;
    const ofText = i === null ? moreOfText(this)?.memorizationCaption(this) : null;
    const caption = captionOf(state, this, i, ofText);
    if (why) return { ...caption, more: why.sentence, invite: '' };
    const answer = state.stageMode === 'why' ? this.answer('why') : null;
    const { obstacle } = /** @type {any} */ (answer?.value ?? {});
    if (!obstacle) return caption;
    return { ...caption, more: errorText(obstacle, this), invite: '' };
  }

  /** The slider's words: of the pin, not of what is pointed at. They follow the reader, and
   * training only once it rests. @param {number | null} pin */
  #speak(pin) {
    const { activations, isolated, line, phase, viewedSnapshot, hover } = this.state;
    const isResting = phase !== 'running' || viewedSnapshot !== null;
    const cause = isResting ? activations : null;
    const why = this.why && JSON.stringify([isResting && this.why.isSettled, hover]);
    const { ablated } = activations ?? {};
    const isWaiting = this.scene === null;
    const made = [pin, isolated, line, ablated, isWaiting, cause, why, this.t];
    if (isNew(this.#speechKey, ...made))
      this.#spoken = captionText(this.#captionAt(pin));
  }

  // ------------------------------------------------------------------ for its parts

  showFrom = (/** @type {number} */ offset) => {
    this.#sight.showFrom(offset);
    this.requestUpdate();
  };

  /** What the marks mean, over the picture. @param {boolean} isOpen */
  showKey(isOpen) {
    this.#hasKey = isOpen;
    this.requestUpdate();
    const next = isOpen ? '.key button' : '#more';
    void this.updateComplete.then(() => this.find(next)?.focus());
  }

  /** Closes what the marks mean, before anything else is let go. */
  #onEscape = {
    capture: true,
    handleEvent: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape' || !this.#hasKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.showKey(false);
    },
  };

  showFloor = (/** @type {number} */ floor) => {
    this.#sight.showFloor(floor);
    this.requestUpdate();
  };

  /** Pins the last token of a line as soon as it is there. */
  pinLast() {
    const { line } = this.state;
    const i = Math.max(0, [...line].length - 1);
    this.app.selection.select({ pin: { i, j: null }, hover: null });
  }

  /** Beside the caption, instead of its second sentence. @param {string} text */
  note(text) {
    clearTimeout(this.#noteTimer);
    this.#note = text;
    this.requestUpdate();
  }

  /** The same for a while; it is spoken. @param {string} text */
  tell(text) {
    this.note(text);
    this.#noteTimer = setTimeout(() => this.note(''), NOTE_MS);
    this.app.announce(text);
  }

  /** What is seen, as a picture to keep. */
  picture() {
    const { scene, layout, focused } = this;
    if (!scene || !layout) return null;
    return {
      ...{ scene, layout, focus: { i: focused, explained: this.why } },
      ink: inksOf(this, this.state.scheme),
      labels: [...this.#labels.names(), ...headNames(this, layout)],
      // Of a picture nothing can be chosen.
      caption: captionText({ ...this.#caption, invite: '' }),
    };
  }

  /** Width of a letter of the stage, CSS pixels. @param {number} size */
  letterWidth(size) {
    const ctx = this.canvas?.getContext('2d');
    if (!ctx) return size * 0.6;
    ctx.save();
    ctx.font = `${size}px ${inksOf(this, this.state.scheme)('mono')}`;
    const { width } = ctx.measureText('0');
    ctx.restore();
    return width;
  }

  // ------------------------------------------------------------------ templates

  render() {
    const { t, layout } = this;
    const { phase, viewedSnapshot, guide } = this.state;
    // A guess is asked for: nothing may give it away.
    const isBlank = guide?.step === 1;
    const isCompact = layout?.isCompact ?? false;
    const isBelow = isCompact || this.isTouch;
    const kinds = [
      isCompact ? 'compact' : '',
      this.why ? 'why' : '',
      this.#isInRows ? 'inrows' : '',
      this.#hasSum ? 'summed' : '',
      hasBothSplits(this.state) ? 'split' : '',
      viewedSnapshot ? 'past' : '',
      phase === 'error' ? 'failed' : '',
      isBlank ? 'blank' : '',
    ];
    return html`<section
      class="stage ${kinds.join(' ')}"
      aria-label=${t.stage.title}
      @keydown=${this.#onEscape}
    >
      ${heading(this, this.#caption, this.#note)}
      <div
        class="picture"
        dir="ltr"
        @pointerdown=${this.#cursor.onPointerDown}
        @pointermove=${this.#cursor.onPointerMove}
        @pointerleave=${this.#cursor.onPointerLeave}
        @click=${this.#cursor.onClick}
        @wheel=${this.#cursor.onWheel}
      >
        ${layout && !this.#isInRows ? this.#panes(layout) : nothing}
        <canvas aria-hidden="true"></canvas>
        <canvas aria-hidden="true"></canvas>
        ${layout && !isBlank ? this.#over(layout) : nothing}
        ${
          guide?.step && layout
            ? html`<gf-minute-marks
                .app=${this.app}
                .layout=${layout}
                .scene=${this.scene}
              ></gf-minute-marks>`
            : nothing
        }
      </div>
      ${isBelow && layout && !isBlank ? this.#below() : nothing}
      ${this.#hasSum ? html`<gf-sum .app=${this.app}></gf-sum>` : nothing}
      ${this.#menu.dialog()}
    </section>`;
  }

  /** What is above the canvases, or in rows instead of them. @param {Layout} layout */
  #over(layout) {
    const { isTouch, why } = this;
    const { onKey } = this.#cursor;
    const { isCompact } = layout;
    return html`${
      this.#isInRows
        ? why?.rows(this, onKey, this.#spoken)
        : html`${textRow(this, onKey, this.#spoken)}
          ${isCompact || isTouch ? nothing : this.#edge(layout)}
          ${this.#labels.render()} ${floorMovers(this)}
          ${isCompact || !layout.roofBottom ? nothing : this.#legend()}`
    }
    ${this.line.input()} ${this.#hasKey ? this.#labels.key() : nothing}`;
  }

  /** @param {Layout} layout */
  #panes(layout) {
    return buildingsOf(layout).flatMap(({ left, right, panes }) =>
      panes.map(
        ({ top, bottom }) =>
          html`<div
            class="glass"
            ${place({ top, left, width: right - left, height: bottom - top })}
          ></div>`,
      ),
    );
  }

  /** Heads inside the panes, and tools beside the text. @param {Layout} layout */
  #edge(layout) {
    const { textTop } = layout;
    const right = layout.width - layout.right + EDGE_PX;
    return html`<div class="tools" ${place({ top: textTop + 2, right })}>
        ${this.line.tools()} ${this.#menu.render()}
      </div>
      ${this.why ? this.why.flows(this, headPlaces(layout)) : headsInPanes(this, layout)}`;
  }

  /** On phones heads and tools stand below the picture. */
  #below() {
    const { activations, t } = this;
    if (!activations) return nothing;
    return html`<div class="chips">
        ${activations.attentions.map((_, l) => headCards(this, activations, l, '', {}))}
      </div>
      <div class="below tools" aria-label=${t.stage.line} role="group">
        ${columnMovers(this)} ${this.line.tools()} ${this.#menu.render()}
      </div>`;
  }

  #legend() {
    const [lit, hot] = this.t.stage.legend;
    return html`<div class="legend" aria-hidden="true">
      <span>${lit}</span><i class="lit"></i><span>${hot}</span><i class="hot"></i>
    </div>`;
  }

  // ------------------------------------------------------------------ drawing

  firstUpdated() {
    const picture = /** @type {HTMLElement} */ (this.find('.picture'));
    const [resting, moving] = /** @type {NodeListOf<HTMLCanvasElement>} */ (
      picture.querySelectorAll(':scope > canvas')
    );
    this.#painter = new Painter(resting, moving);
  }

  /** The canvases first: choosing a typeface makes a browser resolve the styles of all that
   * rendering has touched. @param {Map<PropertyKey, unknown>} changed */
  update(changed) {
    this.#draw();
    super.update(changed);
  }

  updated() {
    this.#observe();
    this.#beginSomewhere();
    this.#pinSomewhere();
    this.#announce();
    drawThumbnails(this);
  }

  #observe() {
    if (this.#observer) return;
    this.#observer = new ResizeObserver(([{ contentRect }]) => {
      const { width, height } = contentRect;
      this.#size = { width: Math.floor(width), height: Math.floor(height) };
      // An answer in this frame may change the size again: an error of the page.
      requestAnimationFrame(() => this.requestUpdate());
    });
    this.#observer.observe(/** @type {HTMLElement} */ (this.find('.picture')));
  }

  /** Lines at rest, and what is above them; again while something fades or rises. */
  #draw() {
    cancelAnimationFrame(this.#frame);
    const { layout, scene, focused: i, why: explained } = this;
    const { scheme, reducedMotion: isStill } = this.state;
    if (!this.#painter || !layout || !scene) return;
    const focus = { i, since: this.#since, isStill, explained };
    const ink = inksOf(this, scheme);
    const now = performance.now();
    if (!explained) this.#painter.drawResting(scene, layout, ink, now);
    const goesOn = this.#painter.drawMoving(scene, layout, ink, focus, now);
    if (goesOn) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  // ------------------------------------------------------------------ the first character

  /** A model that was trained elsewhere begins with a character that it guesses right and surely,
   * looking far back for it. */
  #beginSomewhere() {
    const { state } = this;
    const { activations: look, session, line, pin } = state;
    if (!look || !session || look.text !== line || this.#begun.has(session)) return;
    this.#begun.add(session);
    if (pin || !session.isLoaded || isUntrained(state, look.step)) return;
    const i = tellingCharacter(state, look);
    if (i === null) return;
    // No event reports what the reader did not do.
    this.#announced = i;
    const pinned = { pin: { i, j: null } };
    void quietly(this.app, () => this.app.selection.select(pinned));
  }

  /** Only a prediction can be explained. */
  #pinSomewhere() {
    const { state } = this;
    const { activations: look, line } = state;
    const isAsked = state.stageMode === 'why' && look?.text === line;
    if (!isAsked || pinnedIndex(state) !== null) return;
    const i = tellingCharacter(state, look) ?? Math.max(0, look.n - 2);
    this.app.selection.select({ pin: { i, j: null } });
  }

  /** A pin that moves by other means than the slider's keys is read out. */
  #announce() {
    const pin = pinnedIndex(this.state);
    if (pin === this.#announced) return;
    this.#announced = pin;
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    if (pin !== null && root.activeElement !== this.find('.cursor'))
      this.app.announce(this.#spoken);
  }
}

define('gf-stage', Stage);
