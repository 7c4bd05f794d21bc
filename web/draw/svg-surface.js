// SPDX-License-Identifier: MIT
// A canvas whose picture is SVG text: it has the part of CanvasRenderingContext2D that
// surface.js names. What is drawn alike, one after another, is one element.

/** @import { Surface } from './surface.js' */

/** One decimal: a tenth of a CSS pixel. @param {number} x */
const short = (x) => String(Math.round(x * 10) / 10);

/** @param {string} text */
const escaped = (text) =>
  text.replace(
    /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    (c) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ??
      '\ufffd',
  );

const ANCHORS = /** @type {Record<string, string>} */ ({
  center: 'middle',
  end: 'end',
  right: 'end',
});

/** @implements {Surface} */
export class SvgSurface {
  /** @type {string | CanvasGradient | CanvasPattern} */ fillStyle = '#000';
  /** @type {string | CanvasGradient | CanvasPattern} */ strokeStyle = '#000';
  globalAlpha = 1;
  lineWidth = 1;
  /** @type {CanvasLineCap} */ lineCap = 'butt';
  font = '400 12px sans-serif';
  /** @type {CanvasTextAlign} */ textAlign = 'start';
  /** @type {CanvasTextBaseline} */ textBaseline = 'alphabetic';

  /** @type {string[]} */ #parts = [];
  /** @type {string[]} */ #path = [];
  /** @type {number[]} */ #dash = [];
  /** Groups that each save() has to close. @type {number[]} */ #open = [];
  #clips = 0;
  #groups = 0;

  /** @param {number} width @param {number} height CSS pixels @param {string} title */
  constructor(width, height, title) {
    this.#parts.push(
      `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${short(width)}" ` +
        `height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}">`,
      `<title>${escaped(title)}</title>`,
    );
  }

  /** @returns {string} the file */
  end() {
    const closing = '</g>'.repeat(this.#groups);
    return `${this.#parts.join('\n')}${closing}\n</svg>\n`;
  }

  /** @param {number} opacity @param {() => void} draw */
  group(opacity, draw) {
    this.#parts.push(`<g opacity="${opacity}">`);
    draw();
    this.#parts.push('</g>');
  }

  /** @param {number} x @param {number} y for everything that follows */
  translate(x, y) {
    this.#parts.push(`<g transform="translate(${short(x)} ${short(y)})">`);
    this.#groups++;
  }

  save() {
    this.#open.push(0);
  }

  restore() {
    this.#parts.push('</g>'.repeat(this.#open.pop() ?? 0));
  }

  clip() {
    const id = `clip-${++this.#clips}`;
    this.#parts.push(
      `<clipPath id="${id}"><path d="${this.#path.join('')}"/></clipPath>`,
      `<g clip-path="url(#${id})">`,
    );
    if (this.#open.length > 0) this.#open[this.#open.length - 1]++;
  }

  beginPath() {
    this.#path = [];
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path.push(`M${short(x)} ${short(y)}`);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path.push(`L${short(x)} ${short(y)}`);
  }

  /** @param {...number} points */
  bezierCurveTo(...points) {
    this.#path.push(`C${points.map(short).join(' ')}`);
  }

  closePath() {
    this.#path.push('Z');
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    const [w, h] = [short(width), short(height)];
    this.#path.push(`M${short(x)} ${short(y)}h${w}v${h}h${short(-width)}Z`);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height
   * @param {any} radius one number */
  roundRect(x, y, width, height, radius) {
    const r = Math.min(Number(radius), width / 2, height / 2);
    const arc = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    const [w, h] = [width - 2 * r, height - 2 * r];
    this.#path.push(
      `M${short(x + r)} ${short(y)}h${short(w)}${arc(r, r)}v${short(h)}${arc(-r, r)}` +
        `h${short(-w)}${arc(-r, -r)}v${short(-h)}${arc(r, -r)}Z`,
    );
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  fill() {
    this.#add('path', `d="${this.#path.join('')}" ${this.#filled()}`);
  }

  stroke() {
    const dash =
      this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(' ')}"` : '';
    const cap = this.lineCap === 'butt' ? '' : ` stroke-linecap="${this.lineCap}"`;
    this.#add(
      'path',
      `d="${this.#path.join('')}" fill="none" stroke="${escaped(String(this.strokeStyle))}" ` +
        `stroke-width="${short(this.lineWidth)}"${this.#opacity()}${dash}${cap}`,
    );
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.#add('rect', `${place} ${this.#filled()}`);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    const [, weight = '400', size = '12', family = 'sans-serif'] =
      /^(?:(\w+) )?([\d.]+)px (.*)$/s.exec(this.font) ?? [];
    const anchor = ANCHORS[this.textAlign];
    const baseline =
      this.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
    this.#parts.push(
      `<text x="${short(x)}" y="${short(y)}" font-size="${size}" font-weight="${weight}" ` +
        `font-family="${escaped(family)}"${anchor ? ` text-anchor="${anchor}"` : ''}` +
        `${baseline} ${this.#filled()} xml:space="preserve">${escaped(text)}</text>`,
    );
  }

  #filled() {
    return `fill="${escaped(String(this.fillStyle))}"${this.#opacity()}`;
  }

  #opacity() {
    const alpha = Math.round(this.globalAlpha * 1000) / 1000;
    return alpha < 1 ? ` opacity="${alpha}"` : '';
  }

  /** @param {string} name @param {string} attributes */
  #add(name, attributes) {
    this.#parts.push(`<${name} ${attributes}/>`);
  }
}
