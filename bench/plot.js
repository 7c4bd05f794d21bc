// SPDX-License-Identifier: MIT
// Line plots with two logarithmic axes, as SVG that follows light and dark pages.

const [WIDTH, HEIGHT] = [300, 240];
const MARGIN = { left: 46, right: 62, top: 34, bottom: 40 };

const STYLE =
  'text{fill:#1c2733;font:12px system-ui,sans-serif}.s{fill:#4a5a69;font-size:11px}' +
  '.g{stroke:#d4dae0}.a{stroke:#1f5fa8;fill:#1f5fa8}.b{stroke:#b4540a;fill:#b4540a}' +
  '.l{fill:none;stroke-width:2}text.a,text.b{stroke:none}' +
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#a9b8c6}' +
  '.g{stroke:#38424d}.a{stroke:#7db4f0;fill:#7db4f0}.b{stroke:#f0a35e;fill:#f0a35e}' +
  '.l{fill:none}}';

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} xLabel
 * @property {number[]} x
 * @property {{ name: string, y: number[] }[]} lines at most two
 */

/** Position of x between low and high on a logarithmic axis. */
const place = (/** @type {number} */ x, /** @type {number[]} */ [low, high]) =>
  Math.log(x / low) / Math.log(high / low);

/** Powers of ten around all values. @param {number[]} values */
const decades = (values) =>
  [Math.floor, Math.ceil].map(
    (to, i) =>
      10 ** to(Math.log10(i === 0 ? Math.min(...values) : Math.max(...values))),
  );

/** @param {Panel} panel @param {number[]} yRange @param {number} index */
function drawPanel({ title, xLabel, x, lines }, yRange, index) {
  const [w, h] = [
    WIDTH - MARGIN.left - MARGIN.right,
    HEIGHT - MARGIN.top - MARGIN.bottom,
  ];
  const xRange = [x[0], x[x.length - 1]];
  const atX = (/** @type {number} */ v) => (w * place(v, xRange)).toFixed(1);
  const atY = (/** @type {number} */ v) => (h * (1 - place(v, yRange))).toFixed(1);
  const out = [
    `<g transform="translate(${index * WIDTH + MARGIN.left} ${MARGIN.top})">`,
    `<text x="0" y="-14" font-weight="600">${title}</text>`,
    `<text class="s" x="${w / 2}" y="${h + 32}" text-anchor="middle">${xLabel}</text>`,
  ];
  for (let v = yRange[0]; v <= 1.01 * yRange[1]; v *= 10) {
    out.push(
      `<path class="g" d="M0 ${atY(v)}H${w}"/>`,
      `<text class="s" x="-6" y="${atY(v)}" dy="4" text-anchor="end">${Number(v.toPrecision(1))}</text>`,
    );
  }
  for (const v of x) {
    out.push(
      `<text class="s" x="${atX(v)}" y="${h + 15}" text-anchor="middle">${v}</text>`,
    );
  }
  lines.forEach(({ name, y }, i) => {
    const c = 'ab'[i];
    const points = y.map((v, k) => `${atX(x[k])} ${atY(v)}`);
    out.push(
      `<path class="${c} l" d="M${points.join('L')}"/>`,
      ...points
        .map((p) => p.split(' '))
        .map(([px, py]) => `<circle class="${c}" cx="${px}" cy="${py}" r="2.5"/>`),
    );
    const other = lines[1 - i]?.y.at(-1) ?? 0;
    const shift = (y.at(-1) ?? 0) > other ? 1 : 9;
    out.push(
      `<text class="${c}" x="${w + 7}" y="${atY(y.at(-1) ?? 1)}" dy="${shift}">${name}</text>`,
    );
  });
  out.push('</g>');
  return out.join('\n');
}

/** Panels side by side with one vertical axis. @param {string} description for those
 * who do not see it @param {string} yLabel @param {Panel[]} panels */
export function plot(description, yLabel, panels) {
  const yRange = decades(panels.flatMap((p) => p.lines.flatMap((l) => l.y)));
  const size = `${panels.length * WIDTH} ${HEIGHT}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img" aria-labelledby="t">`,
    `<title id="t">${description}</title>`,
    `<style>${STYLE}</style>`,
    ...panels.map((panel, i) => drawPanel(panel, yRange, i)),
    `<text class="s" transform="translate(12 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
    '</svg>',
    '',
  ].join('\n');
}
