// SPDX-License-Identifier: MIT
// The eight cards of the forward pass: pictures and arithmetic as functions of the numbers.
import { html, nothing, svg } from 'lit';
import { lookedAt } from '../../draw/attention.js';
import { largest } from '../../draw/numbers.js';
import { likeliest, softmax } from '../../draw/sampling.js';
import { originOf } from '../../queries/origin.js';
import { visible } from '../../i18n/format.js';
import { bar } from '../shared/bars.js';
import { bracketed, digitsFor, operandsOf } from '../shared/arithmetic.js';
import { button, select } from '../shared/controls.js';
import { outputsOf, unitsOf } from '../shared/outputs.js';
import { headOf, scrolling, table } from '../shared/tables.js';
import {
  LONGEST,
  card,
  configOf,
  entrySum,
  head,
  keysOf,
  rowOf,
  strip,
  strongestKeys,
  words,
} from './card.js';

/** @import { CardView, ForwardPass, Numbers, Scene } from './card.js' */

/** Most rows of a table. */
const TOP = 8;
/** Products of a sum that are written out. */
const TERMS = 3;

/** @param {Scene} scene */
function meet(scene) {
  const { pass, view, look, layer } = scene;
  const { format, say } = view;
  const { kind, layer: own } = look.attentions[layer];
  const isCross = kind === 'cross';
  const before = isCross ? say.names.after : say.names.x(format.integer(own));
  const most = largest(pass.embedding, pass.token);
  const { positions } = configOf(view);
  const isLater = positions === 'rotary' || positions === 'alibi';
  const place = pass.position ? 'added' : isLater ? positions : 'none';
  return card(
    say.embed[place](words(scene).reads, format.integer(scene.i + 1)),
    html`${strip(view, 'token', say.names.token, pass.token, most)}
    ${pass.position ? strip(view, 'position', say.names.position, pass.position, most) : nothing}
    ${strip(view, 'embedding', pass.position ? say.names.embedding : 'x', pass.embedding, most)}
    ${own > 0 || isCross ? strip(view, 'x', before, pass.x) : nothing}`,
    entrySum(view, [pass.token, pass.position], pass.embedding),
    say.shape('1', format.integer(pass.token.columns)),
  );
}

/** @param {Scene} scene */
function normalise({ pass, view }) {
  const { format, say } = view;
  const { norm } = pass;
  if (!norm) {
    return card(
      say.noNorm,
      strip(view, 'x', say.names.stream, pass.x),
      nothing,
      nothing,
    );
  }
  const spread = 1 / norm.factor;
  const { norm: kind, bias_norm: isShifted } = configOf(view);
  const isRms = kind === 'rms';
  const [x] = pass.x.data;
  const value = (x - norm.mean) * norm.factor;
  const write = (/** @type {number} */ n) => format.small(n);
  const of = (/** @type {number[]} */ [a, b, c]) => (a - b) / c;
  const shown = operandsOf(format, [x, norm.mean, spread], [{ of, value, write }]);
  const above = isRms ? shown[0] : `(${shown[0]} − ${bracketed(shown[1])})`;
  const gain = say.gain(write(norm.result.data[0]), !isRms && isShifted !== false);
  return card(
    isRms ? say.normRms(shown[2]) : say.norm(shown[1], shown[2]),
    html`${strip(view, 'x', say.names.stream, pass.x)}
      ${strip(view, 'normed', say.names.normed, norm.result)}
      <gf-by-hand .app=${view.app} .x=${pass.x.data} .norm=${norm}></gf-by-hand>`,
    `${above} ÷ ${shown[2]} = ${write(value)}; ${gain}`,
    say.shape(format.integer(pass.x.columns), format.integer(pass.x.columns)),
  );
}

/** How many heads share keys and values. @param {CardView} view */
function groupOf(view) {
  const { n_head: heads, n_kv_head: ofKeys } = configOf(view);
  return Number(ofKeys) > 0 ? Number(heads) / Number(ofKeys) : 1;
}

/** @param {Scene} scene */
function ask(scene) {
  const { pass, view } = scene;
  const { format, say } = view;
  const offered = head(pass.k, pass.allowed);
  const most = largest(pass.q, offered);
  return card(
    say.queryAndKey(words(scene).reads, format.integer(pass.allowed), view.units),
    html`${strip(view, 'q', say.names.q, pass.q, most)}
    ${strip(view, 'k', say.names.k, offered, most, keysOf(scene))}`,
    say.queryAndKeySums({
      isNormed: Boolean(pass.norm),
      hasBias: configOf(view).bias_qkv !== false,
      isRotated: configOf(view).positions === 'rotary',
      group: format.integer(groupOf(view)),
      isGrouped: groupOf(view) > 1,
      isUnit: configOf(view).qk_norm === true,
    }),
    say.shape(format.integer(pass.x.columns), format.integer(pass.q.columns)),
  );
}

/** @param {Scene} scene */
function picker({ view, look, layer, j, pass }) {
  return select({
    id: 'j',
    label: view.say.compareWith,
    value: j,
    options: Array.from({ length: pass.allowed }, (_, n) => [
      n,
      `${n + 1} ${visible(lookedAt(look, layer, n))}`,
    ]),
    change: (n) => {
      view.j = n;
    },
  });
}

/** @param {ForwardPass} pass @param {number} j */
function products({ q, k }, j) {
  const key = rowOf(k, j);
  const data = q.data.map((x, d) => x * key.data[d]);
  return {
    numbers: { rows: 1, columns: data.length, data },
    sum: data.reduce((a, b) => a + b, 0),
  };
}

/** Of pairs, one after another. @param {number[]} x */
const sumOfProducts = (x) =>
  x.reduce((sum, b, n) => (n % 2 ? sum + x[n - 1] * b : sum), 0);

/** @param {Scene} scene */
function compare(scene) {
  const { pass, view, j } = scene;
  const { format, say } = view;
  // The key chosen, and the strongest of the others.
  const pair = [j, ...strongestKeys(pass).filter((n) => n !== j)].slice(0, 2);
  const made = pair.map((n) => ({ key: rowOf(pass.k, n), ...products(pass, n) }));
  const most = largest(pass.q, ...made.map(({ key }) => key));
  const mostMade = largest(...made.map(({ numbers }) => numbers));
  const { columns } = pass.q;
  const long = columns > LONGEST;
  const signed = (/** @type {number} */ x) => format.signed(x);
  const sums = made.map(({ key, sum }) => {
    const pairs = [...key.data].flatMap((k, d) => [pass.q.data[d], k]);
    const shown = long
      ? pairs.slice(0, 2 * TERMS).map((x) => format.loss(x))
      : operandsOf(format, pairs, [{ of: sumOfProducts, value: sum, write: signed }]);
    const terms = shown.flatMap((x, n) => (n % 2 ? [`${shown[n - 1]}·${x}`] : []));
    return `${terms.join(' + ')}${long ? ' + …' : ''} = ${signed(sum)}`;
  });
  return card(
    say.dotProduct(words(scene), format.signed(made[0].sum)),
    html`${picker(scene)} ${strip(view, 'q', say.names.q, pass.q, most)}
    ${made.map(({ key, numbers }, n) => {
      const { looked } = words({ ...scene, j: pair[n] });
      return html`${strip(view, `k${n}`, say.names.kj(`${pair[n] + 1} ${looked}`), key, most)}
        ${strip(view, `products${n}`, say.names.products, numbers, mostMade)}
        <p class="sums number">${sums[n]}</p>`;
    })}`,
    nothing,
    say.shape(`2 × ${format.integer(columns)}`, '1'),
  );
}

/** The outline of a second bar. @param {number} share 0 … 1 */
const ghost = (share) =>
  svg`<rect class="ghost" width=${Math.max(0.5, 100 * share)} height="10"></rect>`;

/** @param {Scene} scene */
function scale(scene) {
  const { pass, view, j } = scene;
  const { format, say } = view;
  // ALiBi: what the distance takes off each score.
  const off = (/** @type {number} */ n) => (pass.slope ?? 0) * Math.abs(scene.i - n);
  const raw = [...pass.scores.data].map((s, n) => (s + off(n)) / pass.scale);
  const sharp = softmax(raw.slice(0, pass.allowed).map((s, n) => s - off(n)));
  const [strongest] = strongestKeys(pass);
  const signed = (/** @type {number} */ x) => format.signed(x);
  const { divisor, of } = rootOf(scene);
  const operands = [products(pass, j).sum, divisor, ...(pass.slope ? [off(j)] : [])];
  const [product, by, less] = operandsOf(format, operands, [
    { of: ([a, b, c = 0]) => a / b - c, value: pass.scores.data[j], write: signed },
  ]);
  return card(
    say.scale({
      root: format.integer(Math.round(divisor ** 2)),
      size: of,
      looked: words({ ...scene, j: strongest }).looked,
      sharp: format.percent(sharp[strongest]),
      share: format.percent(pass.shares.data[strongest]),
    }),
    html`${picker(scene)}
    ${keyTable(
      scene,
      [say.columns.product, say.columns.score],
      (n) => [signed(raw[n]), signed(pass.scores.data[n])],
      (n) => bar(pass.shares.data[n], ghost(sharp[n])),
    )}`,
    `${product} ÷ ${by}${pass.slope ? ` − ${less}` : ''} = ${signed(pass.scores.data[j])}`,
    `${say.unscaled}${pass.slope ? ` ${say.slope(format.small(pass.slope))}` : ''}`,
  );
}

/** What the scores are divided by, and of what it is the root; '': they are not divided.
 * @param {Scene} scene */
function rootOf({ pass, view }) {
  const { head, width } = view.say.root;
  const of = { head, width, none: '' }[String(configOf(view).score_scale)] ?? head;
  return { divisor: 1 / pass.scale, of };
}

/**
 * The strongest keys with numbers and a bar.
 * @param {Scene} scene @param {string[]} columns @param {(n: number) => string[]} cells
 * @param {(n: number) => unknown} drawn
 */
function keyTable({ pass, view, look, layer, j }, columns, cells, drawn) {
  const { format, say } = view;
  const shown = strongestKeys(pass).slice(0, TOP);
  if (!shown.includes(j)) shown[shown.length - 1] = j;
  const masked = pass.shares.columns - pass.allowed;
  return scrolling(
    say.columns.key,
    html`<table id="keys">
      ${headOf([say.columns.key, ...columns, ''])}
      <tbody>
        ${shown.map(
          (n) =>
            html`<tr data-key=${n}>
              <th scope="row">
                ${n + 1} <span class="c">${visible(lookedAt(look, layer, n))}</span>
              </th>
              ${cells(n).map((cell) => html`<td>${cell}</td>`)}
              <td class="wide">${drawn(n)}</td>
            </tr>`,
        )}
        ${
          masked > 0
            ? html`<tr class="masked">
                <td colspan=${columns.length + 2}>
                  ${say.masked(format.integer(masked), view.units)}
                </td>
              </tr>`
            : nothing
        }
      </tbody>
    </table>`,
  );
}

/** @param {Scene} scene */
function share(scene) {
  const { pass, view, look, layer } = scene;
  const { format, say } = view;
  const { scores, shares, allowed } = pass;
  const [strongest] = strongestKeys(pass);
  const most = Math.max(...scores.data.subarray(0, allowed));
  // Without the largest, e^score of a sharp head has more digits than fit.
  const below = [...scores.data.subarray(0, allowed)].map((s) => s - most);
  const e = below.map(Math.exp);
  const total = e.reduce((a, b) => a + b, 0);
  const sum = shares.data.subarray(0, allowed).reduce((a, b) => a + b, 0);
  const twoDigits = (/** @type {number} */ x) => format.loss(x);
  const fixed = (/** @type {number} */ x, /** @type {number} */ n) => x.toFixed(n);
  const decimals = digitsFor(
    [total, ...e],
    e.map((_, n) => ({
      of: (x) => x[n + 1] / x[0],
      value: shares.data[n],
      write: twoDigits,
    })),
    fixed,
    2,
  );
  const power = (/** @type {number} */ x) => format.fixed(x, decimals);
  const places = digitsFor(
    below,
    below.map((_, n) => ({ of: (x) => Math.exp(x[n]), value: e[n], write: power })),
    fixed,
    2,
  );
  const { causal } = look.attentions[layer];
  return card(
    `${causal ? `${say.causal} ` : ''}${say.softmax(
      visible(lookedAt(look, layer, strongest)),
      format.percent(shares.data[strongest]),
    )}`,
    keyTable(
      scene,
      [say.columns.score, say.columns.below, say.columns.e, say.columns.share],
      (n) => [
        format.signed(scores.data[n]),
        format.fixed(below[n], places),
        power(e[n]),
        twoDigits(shares.data[n]),
      ],
      (n) => bar(shares.data[n]),
    ),
    `${power(e[strongest])} ÷ ${power(total)} = ${twoDigits(shares.data[strongest])}`,
    say.weightSum(format.integer(allowed), twoDigits(sum)),
  );
}

/** @param {Scene} scene */
function mix(scene) {
  const { pass, view } = scene;
  const { format, say } = view;
  const most = largest(pass.head, pass.otherHeads);
  const carried = head(pass.v, pass.allowed);
  const { attn_proj: isProjected, residual: isAdded } = configOf(view);
  const { names } = say;
  return card(
    say.mixValues(words(scene).reads, isProjected !== false, isAdded !== false),
    html`${strip(view, 'v', say.names.v, carried, undefined, keysOf(scene))}
    ${strip(view, 'mix', say.names.mix, pass.mix)}
    ${strip(view, 'head', isAdded === false ? names.headAlone : names.head, pass.head, most)}
    ${strip(view, 'others', isAdded === false ? names.othersAlone : names.others, pass.otherHeads, most)}
    ${strip(view, 'after', say.names.after, pass.afterAttention)}`,
    entrySum(
      view,
      [pass.x, pass.head, pass.otherHeads, pass.bias],
      pass.afterAttention,
    ),
    say.shape(format.integer(pass.mix.columns), format.integer(pass.head.columns)),
  );
}

/** @param {Scene} scene */
function speak(scene) {
  const { pass, view } = scene;
  const { format, say, state } = view;
  const { logits, p } = pass.output;
  const outputs = outputsOf(state.session);
  const order = likeliest(p.data, TOP);
  const [best] = order;
  const showOrigin = originOf(view.app, logits);
  const rows = order.map((n) => {
    const logit = format.signed(logits.data[n]);
    const how = { title: view.t.origin.from };
    return [
      visible(outputs[n] ?? ''),
      showOrigin ? button(logit, () => showOrigin(0, n), how) : logit,
      format.chance(p.data[n]),
      bar(p.data[n]),
    ];
  });
  return card(
    say.predict(visible(outputs[best] ?? ''), format.chance(p.data[best])),
    html`${pass.mlp ? strip(view, 'hidden', say.names.hidden, pass.mlp.hidden) : nothing}
    ${pass.mlp ? strip(view, 'end', say.names.end, pass.mlp.after) : nothing}
    ${table({ id: 'guesses', head: [say.columns.guess, say.columns.logit, say.columns.p, ''], rows })}`,
    pass.mlp
      ? say.mlp(
          format.integer(pass.mlp.hidden.columns),
          configOf(view).residual !== false,
          unitsOf(view, 'output')[0],
          configOf(view).parallel === true,
        )
      : nothing,
    say.shape(format.integer(pass.x.columns), format.integer(p.columns)),
  );
}

export const CARDS = [meet, normalise, ask, compare, scale, share, mix, speak];

/** The residual stream below the cards, with the position of the current card.
 * @param {CardView} view @param {ForwardPass} pass @param {number} at */
export function rail(view, pass, at) {
  const { say } = view;
  /** What is in it, and from which card on. @type {[keyof typeof say.rail, Numbers, number][]} */
  const stops = [
    ['x', pass.x, 0],
    ['attention', pass.afterAttention, 6],
  ];
  if (pass.mlp) stops.push(['mlp', pass.mlp.after, 7]);
  const most = largest(...stops.map(([, numbers]) => numbers));
  return stops.map(([key, numbers, from], n) => {
    const [name, label] = [`rail-${key}`, say.rail[key]];
    const now = at >= from && at < (stops[n + 1]?.[2] ?? Infinity);
    view.strips.set(name, { label, numbers, most });
    return html`<span class=${now ? 'now' : ''}>${label}</span>
      <span><canvas data-strip=${name} role="img" aria-label=${label}></canvas></span>`;
  });
}
