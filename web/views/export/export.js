// SPDX-License-Identifier: MIT
// Saving and opening a checkpoint; a link to the settings.
import { css, html, nothing } from 'lit';
import { MODEL_FILES } from '../../run/model-files.js';
import { button, checkbox, fileField } from '../shared/controls.js';
import { loadMore } from '../more-file.js';
import { renderView } from '../shared/render-view.js';
import { addressOf, copyLink, download } from '../shared/save.js';
import { styled, tiles } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import { openModel } from './open-model.js';

/** Only our own page has these. */
const OWN = ['published', 'fine-tune', 'embed-panel'];
/** Longer links do not survive everywhere. */
const WARNING_LENGTH = 2000;

class Export extends View.withState({
  /** The text that does not fit into a link. @type {string | undefined} */
  tooLong: undefined,
}) {
  static styles = styled(
    tiles,
    css`
      .tiles p {
        font-size: 0.8125rem;
        color: var(--ink-3);
        margin-block-start: 0.375rem;
      }
    `,
  );

  render() {
    const { t } = this;
    const none = !this.state.session;
    return html`<section class="pane">
      <h2>${t.export.title}</h2>
      <div class="tiles">
        <div>
          <div class="row">
            ${button(t.export.save, this.#save, { id: 'save', kind: '', disabled: none })}
            ${button(t.export.open, () => this.find('#checkpoint')?.click(), { id: 'open', kind: '', disabled: none })}
            ${button(t.export.pytorch, this.#savePytorch, { id: 'pytorch', kind: '', disabled: none })}
          </div>
          <p>${t.export.saveHint}</p>
          ${fileField({ id: 'checkpoint', accept: MODEL_FILES, multiple: true, take: (files) => openModel(this.app, files) })}
        </div>
        <div>
          ${button(t.export.link, () => void copyLink(this.app), { id: 'link', kind: '', disabled: none })}
          ${this.#linkContent()}
        </div>
      </div>
      ${OWN.map((name) => renderView(name, this.app))}
    </section>`;
  }

  /** What the link holds; for the reader's own text, whether it is included. */
  #linkContent() {
    const { t } = this;
    const { text } = this.state;
    if (text?.id !== 'own') return html`<p>${t.export.linkHint}</p>`;
    const { length } = text.packed ? addressOf(this.app) : '';
    const hint = text.packed
      ? t.export.includes(this.format.integer(length))
      : t.export.linkHint;
    return html`${checkbox({
        id: 'include',
        label: t.export.include,
        checked: Boolean(text.packed),
        change: (on, box) => void this.#include(on, box),
      })}
      <p id="holds">${hint} ${length > WARNING_LENGTH ? t.export.cutOff : nothing}</p>
      ${
        this.tooLong === text.text
          ? html`<p class="problem" role="alert">${t.export.tooLong}</p>`
          : nothing
      }`;
  }

  /** @param {boolean} on @param {HTMLInputElement} box */
  async #include(on, box) {
    const { text } = this.state;
    const done = await this.app.share(on);
    this.tooLong = done ? undefined : text?.text;
    box.checked = Boolean(this.state.text?.packed);
  }

  async #save() {
    const saved = await this.app.checkpoint.save();
    this.#download(saved ? [saved] : []);
  }

  /** The weights, and a program that reads them and repeats the loss of the line in use. */
  async #savePytorch() {
    const { session, line } = this.state;
    const weights = await this.app.checkpoint.save();
    if (!session || !weights) return;
    const name = weights.name.replace(/safetensors$/, 'py');
    const more = await loadMore().catch(() => null);
    if (!more) return this.app.showProblem(this.t.stage.noFile);
    try {
      const measured = await more.measuredLine(session, line);
      const { config } = session.info;
      const program = more.pytorchFile(config, measured, session.steps, weights.name);
      this.#download([weights, { bytes: program, name }]);
    } catch (error) {
      this.app.report(error);
    }
  }

  /** @param {{ bytes: Uint8Array | string, name: string }[]} files */
  #download(files) {
    if (files.length === 0) return;
    for (const { bytes, name } of files)
      download(/** @type {BlobPart} */ (bytes), name, 'application/octet-stream');
    const names = files.map(({ name }) => name).join(', ');
    this.app.showInfo(this.t.export.saved(names));
  }
}

define('gf-export', Export);
