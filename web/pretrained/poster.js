// SPDX-License-Identifier: MIT
// The static picture of the page, drawn during the build: one line of the text, one attention
// head and one loss curve of the pretrained model. The page's policy refuses style
// attributes, so colours are classes of posterCss.
import { createSession } from '../../wasm/index.js';
import { inkOn, ramp, toCss } from '../draw/palette.js';
import { interpolate } from '../i18n/interpolate.js';
import { visible } from '../i18n/format.js';
import { linesOf } from '../run/texts.js';
import { RAMPS } from '../draw/theme.js';
import { unpack } from './packing.js';

/** As in the view of the text: bits at full shade, and characters of a line. */
const MAX_BITS = 6;
const LINE = 44;
/** Steps of either scale; attention is drawn to the nearest tenth. */
const SHADES = { surprise: 7, attention: 11 };
/** Edge of a cell, and of the chart. */
const CELL = 8;
const CHART = { width: 352, height: 352, left: 6, top: 8 };

/** @typedef {Awaited<ReturnType<typeof lookAt>>} Facts */

/** Asks the engine, as the page will.
 * @param {Uint8Array} packed @param {string} text it was trained on */
export async function lookAt(packed, text) {
  const { bytes, step, history } = unpack(packed);
  const session = await createSession({ text, mode: 'main' });
  try {
    await session.load(bytes);
    const { nVal, baselines, config } = session.info;
    const [line] = linesOf(text, LINE, nVal / [...text].length);
    const look = await session.runWithCache({
      text: line,
      attention: true,
      logits: true,
    });
    const { heads } = await session.headReport({ sequences: 8 });
    const found = heads.find(({ badge }) => badge) ?? heads[0];
    const { layer, head } = found;
    const { T } = /** @type {any} */ (look);
    const first = (layer * Number(config.n_head) + head) * T * T;
    const attention = /** @type {Float32Array} */ (look.attention);
    return {
      step,
      history,
      baselines,
      characters: [...line],
      /** What guessing each character cost; the first was not guessed. */
      bits: Array.from({ length: look.n }, (_, i) =>
        i === 0
          ? Number.NaN
          : /** @type {Float32Array} */ (look.loss)[i - 1] / Math.LN2,
      ),
      layer,
      head,
      score: found.claim?.score ?? 0,
      chance: found.claim?.chance ?? 0,
      /** What row i gave to column j. */
      share: (/** @type {number} */ i, /** @type {number} */ j) =>
        attention[first + i * T + j],
    };
  } finally {
    await session.close();
  }
}

const escaped = (/** @type {string} */ text) =>
  text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {Facts} facts */
function strip({ characters, bits }) {
  const tone = (/** @type {number} */ x) =>
    Math.round(Math.min(1, x / MAX_BITS) * (SHADES.surprise - 1));
  return characters
    .map((c, i) => `<b class="s${tone(bits[i] || 0)}">${escaped(visible(c))}</b>`)
    .join('');
}

/** One path a shade. @param {Facts} facts */
function triangle({ characters, share }) {
  const n = characters.length;
  /** @type {string[]} */
  const paths = new Array(SHADES.attention).fill('');
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const level = Math.round(share(i, j) * (SHADES.attention - 1));
      paths[level] += `M${j} ${i}h1v1h-1z`;
    }
  }
  const cells = paths.map((d, level) =>
    level > 0 && d ? `<path class="a${level}" d="${d}"/>` : '',
  );
  const future = `M1 0H${n}V${n - 1}${Array.from({ length: n - 1 }, () => 'h-1v-1').join('')}z`;
  const edge = n * CELL;
  return (
    `<svg viewBox="0 0 ${n} ${n}" width="${edge}" height="${edge}" aria-hidden="true">` +
    `<defs><pattern id="future" width=".75" height=".75" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><path d="M0 0v.75"/></pattern></defs>` +
    `<path class="future" d="${future}"/>${cells.join('')}</svg>`
  );
}

/** @param {Facts} facts */
function curve({ history, baselines, step }) {
  const { width, height, left, top } = CHART;
  const { valStep, valLoss } = history;
  const low = Math.floor(2 * Math.min(...valLoss)) / 2;
  const high = baselines.uniform;
  const x = (/** @type {number} */ s) => Math.round(left + (s / step) * (width - left));
  const y = (/** @type {number} */ loss) =>
    Math.round(top + ((high - loss) / (high - low)) * (height - top));
  const through = (/** @type {number[]} */ steps, /** @type {number[]} */ losses) =>
    `M${steps.map((s, n) => `${x(s)} ${y(losses[n])}`).join('L')}`;
  // Early steps lie on one another.
  const kept = history.step.map((_, n) => n).filter((n) => history.step[n] % 5 === 0);
  const read = through(
    [1, ...kept.map((n) => history.step[n])],
    [history.loss[0], ...kept.map((n) => history.loss[n])],
  );
  const lines = /** @type {const} */ (['uniform', 'unigram', 'bigram']).map((kind) => {
    const at = y(baselines[kind]);
    const values = escaped(JSON.stringify({ n: baselines[kind] }));
    return (
      `<path class="base" d="M0 ${at}H${width}"/><text x="${width}" y="${at + 15}" ` +
      `data-words="${kind}" data-values="${values}">${LABELS[kind]}</text>`
    );
  });
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `aria-hidden="true">${lines.join('')}<path class="read" d="${read}"/>` +
    `<path class="curve" d="${through(valStep, valLoss)}"/></svg>`
  );
}

/** Words in the chart. @type {Record<string, string>} */
export const LABELS = {
  uniform: 'random guessing {n}',
  unigram: 'letter counts {n}',
  bigram: 'letter pairs {n}',
};

/** Puts the pictures where the page has `<!-- strip -->` and so on, and the numbers where
 * its sentences have `{loss}` and so on; data-values keeps them for other languages.
 * @param {string} html @param {Facts} facts */
export function withPoster(html, facts) {
  const { step, history, layer, head, score, chance } = facts;
  const loss = history.valLoss[history.valLoss.length - 1];
  /** @type {Record<string, number | string>} */
  const values = {
    steps: step,
    loss,
    choices: Number(Math.exp(loss).toPrecision(2)),
    head: `${layer + 1}.${head + 1}`,
    score,
    chance,
  };
  return html
    .replace('<!-- strip -->', strip(facts))
    .replace('<!-- triangle -->', triangle(facts))
    .replace('<!-- curve -->', curve(facts))
    .replace(
      /(<\w+)([^<>]*data-words="\w+"[^<>]*)>([^<>]*\{\w+\}[^<>]*)</g,
      (_, tag, rest, words) => {
        const known = /data-values="([^"]*)"/.exec(rest)?.[1];
        const own = known ? JSON.parse(known.replaceAll('&#34;', '"')) : null;
        const used = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const needed =
          own ?? Object.fromEntries(used.map((name) => [name, values[name]]));
        const data = own ? '' : ` data-values="${escaped(JSON.stringify(needed))}"`;
        return `${tag}${rest}${data}>${interpolate(words, needed, 'en')}<`;
      },
    );
}

/** Colours of both scales, in both themes, for the style sheet of the page. */
export const posterCss = (() => {
  const of = (/** @type {'light' | 'dark'} */ scheme, /** @type {string} */ root) => {
    const cells = ramp(RAMPS.surprise[scheme], SHADES.surprise).map(
      (rgb, n) =>
        `${root} .poster .s${n}{background:${toCss(rgb)};color:${inkOn(rgb)}}`,
    );
    const shares = ramp(RAMPS.attention[scheme], SHADES.attention).map(
      (rgb, n) => `${root} .poster .a${n}{fill:${toCss(rgb)}}`,
    );
    return [...cells, ...shares.slice(1)].join('');
  };
  const dark = of('dark', ':root:not([data-theme=light])');
  return `${of('light', ':root')}@media screen and (prefers-color-scheme:dark){${dark}}@media screen{${of('dark', ':root[data-theme=dark]')}}`;
})();
