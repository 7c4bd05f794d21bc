// SPDX-License-Identifier: MIT
// The forward pass of a model so small that every number can be checked by hand, below the
// reader's own. Only in our own page and frame.
import '../../i18n/diagnostics.js';
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { TinyModel, WORD } from '../../app/tiny-model.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

class TinyModelView extends View.withState({
  /** @type {TinyModel | null} */ model: null,
  ready: false,
}) {
  static styles = styled(css`
    :host {
      margin-block-start: 0.875rem;
    }
    section {
      display: grid;
      gap: 0.75rem;
      border-block-start: 2px solid var(--line-strong);
      padding-block-start: 0.875rem;
    }
  `);

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end();
  }

  async #begin() {
    const model = new TinyModel(this.app);
    this.model = model;
    try {
      await model.begin();
      this.ready = this.model === model;
      if (this.ready) this.app.announce(this.#claim(model));
    } catch (error) {
      this.#end();
      this.app.report(error);
    }
  }

  #end() {
    void this.model?.close();
    this.model = null;
    this.ready = false;
  }

  /** Esc unpins the character pinned here. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.model?.selection.unpin();
  }

  render() {
    const { t, model } = this;
    // The tiny model's own forward pass shows no second one.
    if (/** @type {unknown} */ (this.app) instanceof TinyModel) return nothing;
    if (!model) {
      return button(t.tinyModel.open, () => this.#begin(), { id: 'open' });
    }
    return html`<section aria-label=${t.tinyModel.title} @keydown=${this.#onKey}>
      <div class="row spread">
        <h3>${t.tinyModel.title}</h3>
        ${button(t.tinyModel.close, () => this.#end(), { id: 'close' })}
      </div>
      <p class="claim number" id="claim">
        ${this.ready ? this.#claim(model) : t.tinyModel.waiting}
      </p>
      ${
        this.ready
          ? html`<gf-text .app=${model}></gf-text
              ><gf-forward-pass .app=${model}></gf-forward-pass>`
          : nothing
      }
    </section>`;
  }

  /** @param {TinyModel} model */
  #claim({ loss, store }) {
    const { t, format } = this;
    const { session } = store.state;
    const { vocabulary = [], nParam = 0, config } = session?.info ?? {};
    return t.tinyModel.claim({
      width: format.integer(Number(config?.n_embd)),
      characters: vocabulary.map(visible).join(' '),
      weights: format.integer(nParam),
      word: visible(WORD.trim()),
      steps: format.integer(session?.steps ?? 0),
      before: format.loss(loss.before),
      after: format.loss(loss.after),
    });
  }
}

define('gf-tiny-model', TinyModelView);
