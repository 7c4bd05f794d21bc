// SPDX-License-Identifier: MIT
// What the model gets of the line: ids, the answers shifted by one, one-hot rows, and how many
// numbers each tensor holds.
import { html, nothing } from 'lit';
import { cells } from '../shared/cells.js';
import { visible } from '../../i18n/format.js';
import { rightAnswers } from '../../state/right-answers.js';
import { barStyles, barTable } from '../shared/bars.js';
import { partName } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';
import { quoted } from '../stage/caption.js';

/** A larger vocabulary is not drawn as columns. */
const MOST_COLUMNS = 512;
/** Characters of a context that are written out. */
const CONTEXT = 24;

class Tokens extends View {
  static styles = styled(barStyles);

  render() {
    const { t, format } = this;
    const { activations, session } = this.state;
    if (!activations || !session) return this.waiting();
    const { vocabulary, labels, parameters, nParam } = session.info;
    const x = t.diagnostics.ids;
    const { tokens, n } = activations;
    const answers = rightAnswers(activations, session);
    const name = (/** @type {number} */ id, names = vocabulary) =>
      id < 0 ? ['–', '–'] : [visible(names[id] ?? ''), format.integer(id)];
    const pieces = Array.from(tokens, (id) => name(id)[0]);
    const isTagger = labels.length > 0;
    const contextOf = (/** @type {number} */ i) =>
      quoted(activations, i, CONTEXT).replaceAll(' ', visible(' '));
    const rows = pieces.map((piece, i) => [
      format.integer(i + 1),
      ...(isTagger ? [] : [html`<bdi>${contextOf(i)}</bdi>`]),
      piece,
      format.integer(tokens[i]),
      ...name(answers[i], isTagger ? labels : vocabulary),
    ]);
    const [position, , token, id, , nextId] = x.head;
    const head = isTagger
      ? [position, token, id, t.stage.units.label[0], nextId]
      : x.head;
    const V = vocabulary.length;
    const { shape } = parameters.find(({ name }) => name.endsWith('wte.weight')) ?? {};
    const width = format.integer(shape?.[1] ?? 0);
    const claim = x.claim(format.integer(n), format.integer(V), width, isTagger);
    return html`<p class="claim number" id="claim">${claim}</p>
      ${scrolling(x.label, table({ label: x.label, head, rows }))}
      ${V > MOST_COLUMNS ? nothing : this.#oneHot(tokens, n, pieces, vocabulary)}
      ${barTable(
        x.parameters,
        [t.diagnostics.tensor, x.parameters],
        parameters.map(({ name, shape }) => {
          const value = shape.reduce((a, b) => a * b, 1);
          const product = shape.length > 1 ? `${shape.join(' × ')} = ` : '';
          const words = `${product}${format.integer(value)} (${format.chance(value / nParam)})`;
          return { name: partName(name), value, words };
        }),
      )}`;
  }

  /** @param {ArrayLike<number>} tokens @param {number} n @param {string[]} rows
   * @param {readonly string[]} vocabulary */
  #oneHot(tokens, n, rows, vocabulary) {
    const columns = vocabulary.length;
    const data = new Float32Array(n * columns);
    for (let i = 0; i < n; i++) data[i * columns + tokens[i]] = 1;
    const names = vocabulary.map((each) => visible(each));
    const { oneHot: label, look } = this.t.diagnostics.ids;
    return html`${cells(this, {
        numbers: { rows: n, columns, data },
        rows,
        columns: names,
        least: 3,
        label,
        describe: (i, j, x) => `${rows[i]}, ${names[j]}: ${x}`,
      })}
      <p class="look">${look}</p>`;
  }
}

define('gf-tokens', Tokens);
