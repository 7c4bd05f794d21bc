// SPDX-License-Identifier: MIT
// Presets: what each is, and what to watch while it trains.
import { css, html, nothing } from 'lit';
import { presetWords } from '../../i18n/preset-words.js';
import { select } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** The examples to choose from; without one, the model that was opened. @param {View} view */
export function presetSelect({ app, state, t }) {
  const { presets, preset, opened } = state;
  return select({
    id: 'preset',
    value: presets.some(({ name }) => name === preset) ? preset : '',
    options: [
      ['', opened || t.presets.none],
      ...presets.map(
        (each) =>
          /** @type {[string, string]} */ ([each.name, presetWords(each, t).title]),
      ),
    ],
    change: (name) => void app.usePreset(name),
  });
}

class Presets extends View {
  static styles = styled(css`
    .row {
      align-items: baseline;
      gap: 0.5rem 1rem;
    }
    label {
      font: 400 1.0625rem/1.3 var(--serif);
    }
    p {
      flex: 1 1 22rem;
    }
    .quiet {
      font-size: 0.875rem;
      color: var(--ink-2);
      margin-block-start: 0.25rem;
    }
  `);

  render() {
    const { t } = this;
    const { presets, preset } = this.state;
    if (presets.length === 0) return nothing;
    const found = presets.find(({ name }) => name === preset);
    const chosen = found && presetWords(found, t);
    return html`<section class="pane">
      <div class="row">
        <label for="preset">${t.presets.title}</label>
        ${presetSelect(this)}
        <p>${chosen?.about ?? t.presets.about}</p>
      </div>
      ${chosen ? html`<p class="quiet"><b>${t.presets.look}</b> ${chosen.look}</p>` : nothing}
    </section>`;
  }
}

define('gf-presets', Presets);
