// SPDX-License-Identifier: MIT
// Heads beside each other: how sharply and how far each looks, at which kinds of characters,
// which heads of a layer agree, what all layers together attend to (rollout), and the loss
// after each depth. Scores are over held-out text, with chance.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { headName, textUnit } from '../../state/selectors.js';
import { layerName, short } from '../../i18n/descriptions.js';
import { barStyles, barTable } from '../shared/bars.js';
import { cells } from '../shared/cells.js';
import { depthName } from '../shared/outputs.js';
import { styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** The last three are null for models or texts that cannot copy. */
const SCORES = /** @type {const} */ ([
  'focus',
  'choices',
  'distance',
  'spread',
  'top',
  'first',
  'stripe',
  'line',
  'place',
]);

/** @typedef {import('../../../wasm/index.js').HeadReport & {
 *   agreement?: import('../../../wasm/index.js').Table,
 *   rollout?: import('../../../wasm/index.js').Table }} Comparison */

class HeadComparison extends View {
  static queries = questions('headComparison');
  static styles = styled(
    barStyles,
    css`
      h3 {
        margin-block-start: 1rem;
      }
      td {
        white-space: nowrap;
      }
    `,
  );

  render() {
    const { t } = this;
    const answer = this.answer('headComparison');
    // An answer may be older or newer than the activations.
    if (this.state.activations?.L === 0 || answer?.value.heads.length === 0)
      return html`<p class="claim">${t.badges.noHeads}</p>`;
    return this.answered(answer, (value) => this.#body(value));
  }

  /** @param {Comparison} all */
  #body(all) {
    const { t, format } = this;
    const measured = all.repeat ?? all.lines;
    const { first = 0, second = 0 } = measured ?? {};
    // From the digits shown, so that the numbers agree.
    const gain = Math.round(100 * first) - Math.round(100 * second);
    const words = {
      step: format.integer(all.step),
      first: format.loss(first),
      second: format.loss(second),
      gain: gain > 0 ? format.loss(gain / 100) : '',
    };
    return html`${
      !measured
        ? nothing
        : html`<p class="claim number" id="claim">${t.diagnostics.repeated(words)}</p>`
    }
    ${this.#scores(all)} ${this.#classes(all)} ${this.#lens(all)}
    ${this.#agreement(all)} ${this.#rollout(all)}`;
  }

  /** Each score, with chance in brackets. @param {Comparison} all */
  #scores({ heads }) {
    const { t, format } = this;
    const names = SCORES.filter((name) => heads[0].scores[name] !== null);
    const name = (/** @type {typeof SCORES[number]} */ key) =>
      t.diagnostics.scores[key] ?? t.badges.patterns[key]('');
    const rows = heads.map(({ layer, head, scores, chance }) => [
      headName({ layer, head }),
      ...names.map(
        (key) =>
          `${format.loss(Number(scores[key]))} (${format.loss(Number(chance[key]))})`,
      ),
    ]);
    const head = [t.badges.columns.head, ...names.map(name)];
    return html`${scrolling(
        t.diagnostics.sections['head-comparison'],
        table({ id: 'together-scores', head, rows }),
      )}
      <p class="look">${t.diagnostics.scoresLook(this.units)}</p>`;
  }

  /** @param {Comparison} all */
  #classes({ heads, classes }) {
    const { t, format } = this;
    const { layer, head } = this.state;
    const chosen = heads.find((h) => h.layer === layer && h.head === head);
    const isText = textUnit(this.state.session) === 'character';
    if (!chosen?.classes || !isText) return nothing;
    const title = t.diagnostics.classes(headName({ layer, head }));
    return html`<h3>${title}</h3>
      ${table({
        id: 'classes',
        label: title,
        rows: classes.map((name, n) => [
          t.embeddings.kinds[name] ?? name,
          format.signed(Number(chosen.classes?.[n])),
        ]),
      })}
      <p class="look">${t.diagnostics.classesLook}</p>`;
  }

  /** @param {Comparison} all */
  #lens({ lens }) {
    const { t, format } = this;
    if (!lens) return nothing;
    if (lens.obstacle)
      return html`<h3>${t.diagnostics.lens}</h3>
        ${this.cannot(lens.obstacle)}`;
    const { depths, loss, uniform } = lens;
    const rows = depths.map((depth, n) => ({
      name: depthName(this, depth),
      value: loss[n],
      words: format.loss(loss[n]),
    }));
    rows.push({
      name: t.loss.counts.token.uniform,
      value: uniform,
      words: format.loss(uniform),
    });
    return html`<h3>${t.diagnostics.lens}</h3>
      <div id="lens-loss">
        ${barTable(t.diagnostics.lens, [t.diagnostics.health.part, t.diagnostics.nats], rows)}
      </div>
      <p class="look">${t.diagnostics.lensLook}</p>`;
  }

  /** @param {Comparison} all */
  #agreement({ agreement }) {
    const { t, format } = this;
    const { layer, session } = this.state;
    if (!session || !agreement || agreement.columns < 2) return nothing;
    const H = agreement.columns;
    const data = agreement.data.subarray(layer * H * H, (layer + 1) * H * H);
    const names = Array.from({ length: H }, (_, head) => headName({ layer, head }));
    const { structure } = session.info;
    const title = t.diagnostics.agreement(layerName(this, structure, layer));
    return html`<h3>${title}</h3>
      ${cells(this, {
        ...{ id: 'agreement', numbers: { rows: H, columns: H, data }, label: title },
        ...{ rows: names, columns: names, most: Math.LN2, least: 32 },
        describe: (g, h, x) =>
          t.diagnostics.differ({ a: names[g], b: names[h], x: format.small(x) }),
      })}
      <p class="look">${t.diagnostics.agreementLook}</p>`;
  }

  /** @param {Comparison} all */
  #rollout({ rollout }) {
    const { t, format } = this;
    const { activations } = this.state;
    // An answer for another line is out of date.
    if (!rollout || !activations || rollout.rows !== activations.n) return nothing;
    const names = activations.characters.map((c) => short(visible(c)));
    return html`<h3>${t.diagnostics.rollout}</h3>
      ${cells(this, {
        id: 'rollout',
        numbers: rollout,
        signed: false,
        rows: names,
        columns: names,
        label: t.diagnostics.rollout,
        describe: (i, j, x) =>
          t.diagnostics.reaches({
            ...{ i: format.integer(i + 1), a: names[i] },
            ...{ j: format.integer(j + 1), b: names[j], x: format.percent(x) },
          }),
      })}
      <p class="look">${t.diagnostics.rolloutLook}</p>`;
  }
}

define('gf-head-comparison', HeadComparison);
