// SPDX-License-Identifier: MIT
// The eight cards of walk.js: pictures and arithmetic as functions of the numbers.
import { html, nothing, svg } from 'lit';
import { lookedAt, readsAt } from '../../draw/attention.js';
import { largest } from '../../draw/numbers.js';
import { originOf } from '../../queries/origin.js';
import { visible } from '../../i18n/format.js';
import { outputsOf } from '../shared/outputs.js';

/**
 * The view the cards are drawn for, with the key chosen and the strips drawn, by name.
 * @typedef {import('../shared/view.js').View &
 *   { j: number | null, strips: Map<string, Strip> }} Walk
 */
/** @typedef {import('../../../wasm/index.js').ForwardPass} ForwardPass */
/** @typedef {import('../../draw/numbers.js').Numbers} Numbers */
/** @typedef {{ label: string, numbers: Numbers, most: number }} Strip */

/**
 * @typedef {object} Scene
 * @property {ForwardPass} walk
 * @property {Walk} view
 * @property {import('../../state/types.js').LineActivations} look
 * @property {number} layer
 * @property {number} i the character that reads
 * @property {number} j the one looked at here
 */

/** Rows of tables that would be longer. */
const TOP = 8;
/** Products of a sum that are written out, and of how many all are. */
const [TERMS, LONGEST] = [3, 4];
/** Two orders of additions in single precision end this close. */
const EQUAL = 1e-3;

/**
 * A row of cells, or several on one scale.
 * @param {Walk} view
 * @param {string} name
 * @param {string} label
 * @param {Numbers} numbers
 * @param {number} [most]
 * @param {string[]} [labels] one a row
 */
function strip(view, name, label, numbers, most = largest(numbers), labels) {
  const { format, t } = view;
  view.strips.set(name, { label, numbers, most });
  const tell = originOf(view.app, numbers);
  const { rows, columns } = numbers;
  // A few can be written out, to be checked by hand.
  const written = (/** @type {number} */ row) =>
    columns > LONGEST
      ? ''
      : Array.from(rowOf(numbers, row).data, (x) => format.small(x)).join('\u2003');
  const says = t.forwardPass.strip(
    label,
    format.integer(columns),
    format.signed(Math.min(...numbers.data)),
    format.signed(Math.max(...numbers.data)),
  );
  // q, k and v, and what is made of them, have their colours by the first letter.
  return html`<figure class=${name[0]}>
    <figcaption>
      ${label}
      <span class="quiet"
        >${(rows === 1 && written(0)) || t.forwardPass.size(format.integer(columns))}</span
      >
      ${tell ? html`<button class="small" @click=${() => tell(0, 0)}>${t.origin.from}</button>` : nothing}
    </figcaption>
    <div class="strip">
      ${labels ? html`<div class="labels" aria-hidden=${columns > LONGEST}>${labels.map((c, n) => html`<span>${c} ${written(n)}</span>`)}</div>` : nothing}
      <div class="cells">
        <canvas
          data-strip=${name}
          role="img"
          aria-label=${says}
          @click=${(/** @type {MouseEvent} */ { offsetX, offsetY, target }) => {
            const { clientWidth, clientHeight } = /** @type {Element} */ (target);
            tell?.(
              Math.floor((offsetY / clientHeight) * rows),
              Math.floor((offsetX / clientWidth) * columns),
            );
          }}
        ></canvas>
      </div>
    </div>
  </figure>`;
}

/** @param {string} claim @param {unknown} picture @param {unknown} sums @param {unknown} shape */
const card = (claim, picture, sums, shape) =>
  html`<p class="claim">${claim}</p>
    ${picture}
    <p class="sums number">${sums}</p>
    <p class="shape number">${shape}</p>`;

/** @param {number} share 0 … 1 @param {number} [ghost] */
const bar = (share, ghost) =>
  html`<svg
    class="bar"
    viewBox="0 0 100 12"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect width=${100 * share} y="1" height="10"></rect>
    ${ghost === undefined ? nothing : svg`<rect class="ghost" width=${Math.max(0.5, 100 * ghost)} y="0.5" height="11"></rect>`}
  </svg>`;

/** a + b + … = sum, of one entry; nothing where the model did something else besides.
 * @param {Walk} view @param {(Numbers | undefined)[]} terms @param {Numbers} sum */
function entrySum({ format, t }, terms, sum) {
  const parts = terms.filter((x) => x !== undefined).map(({ data }) => data[0]);
  const total = parts.reduce((a, b) => a + b, 0);
  if (Math.abs(total - sum.data[0]) > EQUAL) return nothing;
  return `${t.forwardPass.firstNumber} ${parts.map((x) => format.small(x)).join(' + ')} = ${format.small(sum.data[0])}`;
}

/** @param {Scene} scene */
function words({ look, layer, i, j }) {
  return {
    reads: visible(readsAt(look, layer, i)),
    looked: visible(lookedAt(look, layer, j)),
  };
}

/** @param {Scene} scene */
function meet(scene) {
  const { walk, view, layer } = scene;
  const { t, format } = view;
  const most = largest(walk.embedding, walk.token);
  return card(
    t.forwardPass.meet(words(scene).reads, format.integer(scene.i + 1)),
    html`${strip(view, 'token', t.forwardPass.names.token, walk.token, most)}
    ${walk.position ? strip(view, 'position', t.forwardPass.names.position, walk.position, most) : nothing}
    ${strip(view, 'embedding', t.forwardPass.names.embedding, walk.embedding, most)}
    ${layer > 0 ? strip(view, 'x', t.forwardPass.names.x(format.integer(layer)), walk.x) : nothing}`,
    entrySum(view, [walk.token, walk.position], walk.embedding),
    t.forwardPass.shape('1', format.integer(walk.token.columns)),
  );
}

/** @param {Scene} scene */
function normalise({ walk, view }) {
  const { t, format } = view;
  const { norm } = walk;
  if (!norm) {
    return card(
      t.forwardPass.noNorm,
      strip(view, 'x', t.forwardPass.names.stream, walk.x),
      nothing,
      nothing,
    );
  }
  const spread = 1 / norm.factor;
  return card(
    t.forwardPass.norm(format.small(norm.mean), format.small(spread)),
    html`${strip(view, 'x', t.forwardPass.names.stream, walk.x)}
    ${strip(view, 'normed', t.forwardPass.names.normed, norm.result)}`,
    `(${format.small(walk.x.data[0])} − ${format.small(norm.mean)}) ÷ ${format.small(spread)} = ${format.small((walk.x.data[0] - norm.mean) * norm.factor)}; ${t.forwardPass.gain(format.small(norm.result.data[0]))}`,
    t.forwardPass.shape(format.integer(walk.x.columns), format.integer(walk.x.columns)),
  );
}

/** Rows 0 … allowed of a table. @param {Numbers} table @param {number} rows @returns {Numbers} */
const head = ({ columns, data }, rows) => ({
  rows,
  columns,
  data: data.subarray(0, rows * columns),
});

/** @param {Numbers} table @param {number} row @returns {Numbers} */
const rowOf = ({ columns, data }, row) => ({
  rows: 1,
  columns,
  data: data.subarray(row * columns, (row + 1) * columns),
});

/** @param {Scene} scene */
const keysOf = ({ look, layer, walk }) =>
  Array.from({ length: walk.allowed }, (_, n) => visible(lookedAt(look, layer, n)));

/** @param {Scene} scene */
function ask(scene) {
  const { walk, view } = scene;
  const { t, format } = view;
  const offered = head(walk.k, walk.allowed);
  const most = largest(walk.q, offered);
  return card(
    t.forwardPass.ask(words(scene).reads, format.integer(walk.allowed)),
    html`${strip(view, 'q', t.forwardPass.names.q, walk.q, most)}
    ${strip(view, 'k', t.forwardPass.names.k, offered, most, keysOf(scene))}`,
    t.forwardPass.askSums,
    t.forwardPass.shape(format.integer(walk.x.columns), format.integer(walk.q.columns)),
  );
}

/** The keys allowed, by their shares. @param {ForwardPass} walk */
export const strongestKeys = ({ allowed, shares }) =>
  Array.from({ length: allowed }, (_, n) => n).sort(
    (a, b) => shares.data[b] - shares.data[a],
  );

/** @param {Scene} scene */
function picker({ view, look, layer, j, walk }) {
  return html`<label
    >${view.t.forwardPass.compareWith}
    <select
      id="j"
      @change=${(/** @type {Event} */ event) => {
        view.j = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      }}
    >
      ${Array.from(
        { length: walk.allowed },
        (_, n) =>
          html`<option value=${n} ?selected=${n === j}>
            ${n + 1} ${visible(lookedAt(look, layer, n))}
          </option>`,
      )}
    </select></label
  >`;
}

/** @param {ForwardPass} walk @param {number} j */
function products({ q, k }, j) {
  const key = rowOf(k, j);
  const data = q.data.map((x, d) => x * key.data[d]);
  return {
    numbers: { rows: 1, columns: data.length, data },
    sum: data.reduce((a, b) => a + b, 0),
  };
}

/** @param {Scene} scene */
function compare(scene) {
  const { walk, view, j } = scene;
  const { t, format } = view;
  // Beside the key chosen, the strongest of the others.
  const pair = [j, ...strongestKeys(walk).filter((n) => n !== j)].slice(0, 2);
  const made = pair.map((n) => ({ key: rowOf(walk.k, n), ...products(walk, n) }));
  const most = largest(walk.q, ...made.map(({ key }) => key));
  const mostMade = largest(...made.map(({ numbers }) => numbers));
  const { columns } = walk.q;
  const long = columns > LONGEST;
  const number = (/** @type {number} */ x) => format[long ? 'loss' : 'small'](x);
  const sums = made.map(({ key, sum }) => {
    const terms = [...key.data.subarray(0, long ? TERMS : LONGEST)].map(
      (k, d) => `${number(walk.q.data[d])}·${number(k)}`,
    );
    return `${terms.join(' + ')}${long ? ' + …' : ''} = ${format.signed(sum)}`;
  });
  return card(
    t.forwardPass.compare(words(scene), format.signed(made[0].sum)),
    html`${picker(scene)} ${strip(view, 'q', t.forwardPass.names.q, walk.q, most)}
    ${made.map(({ key, numbers }, n) => {
      const { looked } = words({ ...scene, j: pair[n] });
      return html`${strip(view, `k${n}`, t.forwardPass.names.kj(`${pair[n] + 1} ${looked}`), key, most)}
        ${strip(view, `products${n}`, t.forwardPass.names.products, numbers, mostMade)}
        <p class="sums number">${sums[n]}</p>`;
    })}`,
    nothing,
    t.forwardPass.shape(`2 × ${format.integer(columns)}`, '1'),
  );
}

/** Softmax over the keys allowed. @param {ArrayLike<number>} scores @param {number} n */
function softmax(scores, n) {
  const row = Array.from({ length: n }, (_, j) => scores[j]);
  const top = Math.max(...row);
  const e = row.map((s) => Math.exp(s - top));
  const total = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / total);
}

/** @param {Scene} scene */
function scale(scene) {
  const { walk, view, j } = scene;
  const { t, format } = view;
  const { sum } = products(walk, j);
  const raw = [...walk.scores.data].map((s) => s / walk.scale);
  const sharp = softmax(raw, walk.allowed);
  return card(
    t.forwardPass.scale(format.small(1 / walk.scale), format.integer(walk.q.columns)),
    html`${picker(scene)}
    ${keyTable(
      scene,
      [t.forwardPass.columns.product, t.forwardPass.columns.score],
      (n) => [format.signed(raw[n]), format.signed(walk.scores.data[n])],
      (n) => bar(walk.shares.data[n], sharp[n]),
    )}`,
    `${format.signed(sum)} ÷ ${format.small(1 / walk.scale)} = ${format.signed(walk.scores.data[j])}`,
    t.forwardPass.ghost,
  );
}

/**
 * The strongest keys, what they come from, and a bar.
 * @param {Scene} scene
 * @param {string[]} columns
 * @param {(n: number) => string[]} cells
 * @param {(n: number) => unknown} drawn
 */
function keyTable({ walk, view, look, layer, j }, columns, cells, drawn) {
  const { t, format } = view;
  const shown = strongestKeys(walk).slice(0, TOP);
  if (!shown.includes(j)) shown[shown.length - 1] = j;
  const masked = walk.shares.columns - walk.allowed;
  return html`<div
    class="scroll"
    tabindex="0"
    role="region"
    aria-label=${t.forwardPass.columns.key}
  >
    <table id="keys">
      <thead>
        <tr>
          ${[t.forwardPass.columns.key, ...columns].map((name) => html`<th scope="col">${name}</th>`)}
          <td></td>
        </tr>
      </thead>
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
                  ${t.forwardPass.masked(format.integer(masked))}
                </td>
              </tr>`
            : nothing
        }
      </tbody>
    </table>
  </div>`;
}

/** @param {Scene} scene */
function share(scene) {
  const { walk, view } = scene;
  const { t, format } = view;
  const { scores, shares, allowed } = walk;
  const [strongest] = strongestKeys(walk);
  const e = [...scores.data.subarray(0, allowed)].map(Math.exp);
  const total = e.reduce((a, b) => a + b, 0);
  const sum = shares.data.subarray(0, allowed).reduce((a, b) => a + b, 0);
  return card(
    t.forwardPass.share(
      visible(lookedAt(scene.look, scene.layer, strongest)),
      format.percent(shares.data[strongest]),
    ),
    keyTable(
      scene,
      [
        t.forwardPass.columns.score,
        t.forwardPass.columns.e,
        t.forwardPass.columns.share,
      ],
      (n) => [
        format.signed(scores.data[n]),
        format.loss(e[n]),
        format.loss(shares.data[n]),
      ],
      (n) => bar(shares.data[n]),
    ),
    `${format.loss(e[strongest])} ÷ ${format.loss(total)} = ${format.loss(shares.data[strongest])}`,
    t.forwardPass.adds(format.integer(allowed), format.loss(sum)),
  );
}

/** @param {Scene} scene */
function mix(scene) {
  const { walk, view } = scene;
  const { t, format } = view;
  const most = largest(walk.head, walk.otherHeads);
  const carried = head(walk.v, walk.allowed);
  return card(
    t.forwardPass.mix(words(scene).reads),
    html`${strip(view, 'v', t.forwardPass.names.v, carried, undefined, keysOf(scene))}
    ${strip(view, 'mix', t.forwardPass.names.mix, walk.mix)}
    ${strip(view, 'head', t.forwardPass.names.head, walk.head, most)}
    ${strip(view, 'others', t.forwardPass.names.others, walk.otherHeads, most)}
    ${strip(view, 'after', t.forwardPass.names.after, walk.afterAttention)}`,
    entrySum(
      view,
      [walk.x, walk.head, walk.otherHeads, walk.bias],
      walk.afterAttention,
    ),
    t.forwardPass.shape(
      format.integer(walk.mix.columns),
      format.integer(walk.head.columns),
    ),
  );
}

/** @param {Scene} scene */
function speak(scene) {
  const { walk, view } = scene;
  const { t, format, state } = view;
  const { logits, p } = walk.output;
  const outputs = outputsOf(state.session);
  const order = Array.from({ length: p.columns }, (_, n) => n)
    .sort((a, b) => p.data[b] - p.data[a])
    .slice(0, TOP);
  const best = order[0];
  const tell = originOf(view.app, logits);
  return card(
    t.forwardPass.speak(visible(outputs[best] ?? ''), format.percent(p.data[best])),
    html`${walk.mlp ? strip(view, 'hidden', t.forwardPass.names.hidden, walk.mlp.hidden) : nothing}
      ${walk.mlp ? strip(view, 'end', t.forwardPass.names.end, walk.mlp.after) : nothing}
      <table id="guesses">
        <thead>
          <tr>
            ${[t.forwardPass.columns.guess, t.forwardPass.columns.logit, t.forwardPass.columns.share].map((name) => html`<th scope="col">${name}</th>`)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${order.map(
            (n) =>
              html`<tr>
                <th scope="row" class="c">${visible(outputs[n] ?? '')}</th>
                <td>
                  ${
                    tell
                      ? html`<button
                          class="small"
                          title=${t.origin.from}
                          @click=${() => tell(0, n)}
                        >
                          ${format.signed(logits.data[n])}
                        </button>`
                      : format.signed(logits.data[n])
                  }
                </td>
                <td>${format.percent(p.data[n])}</td>
                <td class="wide">${bar(p.data[n])}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    walk.mlp ? t.forwardPass.mlp(format.integer(walk.mlp.hidden.columns)) : nothing,
    t.forwardPass.shape(format.integer(walk.x.columns), format.integer(p.columns)),
  );
}

export const CARDS = [meet, normalise, ask, compare, scale, share, mix, speak];

/** The stream under all cards, with the place where the card stands.
 * @param {Walk} view @param {ForwardPass} walk @param {number} at */
export function rail(view, walk, at) {
  const { t } = view;
  const stops = [
    { name: 'rail-x', label: t.forwardPass.rail.x, numbers: walk.x, from: 0 },
    {
      name: 'rail-attention',
      label: t.forwardPass.rail.attention,
      numbers: walk.afterAttention,
      from: 6,
    },
    ...(walk.mlp
      ? [
          {
            name: 'rail-mlp',
            label: t.forwardPass.rail.mlp,
            numbers: walk.mlp.after,
            from: 7,
          },
        ]
      : []),
  ];
  const most = largest(...stops.map(({ numbers }) => numbers));
  return stops.map(({ name, label, numbers, from }, n) => {
    const now = at >= from && at < (stops[n + 1]?.from ?? Infinity);
    view.strips.set(name, { label, numbers, most });
    return html`<span class=${now ? 'now' : ''}>${label}</span>
      <span><canvas data-strip=${name} role="img" aria-label=${label}></canvas></span>`;
  });
}
