// SPDX-License-Identifier: MIT
// Code that embeds what is on the screen in another page. Pure functions.
import { PAGE_ONLY } from '../registry.data.js';

/** Ways to embed. */
export const FORMS = /** @type {const} */ (['script', 'frame', 'notebook']);

/** @typedef {typeof FORMS[number]} Form */

/** @param {string} view @returns {readonly Form[]} that have it */
export const formsOf = (view) => (PAGE_ONLY.includes(view) ? ['frame'] : FORMS);

/**
 * What the other page shows.
 * @typedef {object} Embedded
 * @property {string} link fragment with the settings, without '#'
 * @property {string} view name of one view; '' for all
 * @property {string} step looked at; '' for the newest
 * @property {string} lang
 * @property {string} words shown before anything runs
 */

const HEIGHT_PX = 640;

/** @param {string} text for an attribute in double quotes, or between tags */
const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * @param {string} typed where the files lie
 * @param {string} here address of this page
 * @returns {string | null} a folder; null: no address a page can load from
 */
export function folderOf(typed, here) {
  try {
    const trimmed = typed.trim();
    const { protocol, search, hash } = new URL(trimmed, here);
    if (!/^(https?|file):$/.test(protocol) || search || hash) return null;
    return trimmed.replace(/\/*$/, '/');
  } catch {
    return null;
  }
}

/** @param {Form} form @param {string} folder with a '/' at its end
 * @param {Embedded} embedded @returns {string} */
export function codeFor(form, folder, { link, view, step, lang, words }) {
  const extras = Object.entries({ view, step, lang }).filter(([, value]) => value);
  if (form === 'frame') {
    const more = extras.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
    const address = `${folder}embed.html#${link}${more.join('')}`;
    return (
      `<iframe src="${escaped(address)}"\n` +
      `  title="${escaped(words)}" width="100%" height="${HEIGHT_PX}"\n` +
      `  loading="lazy" sandbox="allow-scripts" allow="fullscreen; clipboard-write"></iframe>`
    );
  }
  const all = [['config', link], ...extras];
  if (form === 'script') {
    const attributes = all.map(([name, value]) => ` ${name}="${escaped(value)}"`);
    return (
      `<script type="module" src="${escaped(folder)}glassformer.js"></script>\n` +
      `<glass-former${attributes.join('')}>${escaped(words)}</glass-former>`
    );
  }
  const traits = all.map(
    ([name, value]) =>
      `    ${name} = traitlets.Unicode(${JSON.stringify(value)}).tag(sync=True)\n`,
  );
  return (
    `import anywidget, traitlets\n\nclass GlassFormer(anywidget.AnyWidget):\n` +
    `    _esm = ${JSON.stringify(`${folder}glassformer.js`)}\n${traits.join('')}\nGlassFormer()`
  );
}
