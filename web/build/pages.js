// SPDX-License-Identifier: MIT
// Pages in one file: script, style and icon written into the HTML.

import { createHash } from 'node:crypto';

/** As a policy names a script of the page. @param {string} script */
const hashOf = (script) => createHash('sha256').update(script).digest('base64');

/** @param {string} text @param {string} part that is in it once @param {string} replacement */
export function replaceOnce(text, part, replacement) {
  const pieces = text.split(part);
  if (pieces.length !== 2) throw new Error(`${pieces.length - 1} times: ${part}`);
  return pieces.join(replacement);
}

/**
 * @param {string} html
 * @param {object} parts
 * @param {string} parts.entry file name of the script that the page loads
 * @param {string} parts.script its bundle
 * @param {string} parts.css
 * @param {string} parts.icon SVG
 * @param {string} parts.notice one line about the licences
 */
export function singleFile(html, { entry, script, css, icon, notice }) {
  const licence = '<!-- SPDX-License-Identifier: MIT -->\n';
  const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`;
  /** The script last: it may contain the other parts. @type {[string, string][]} */
  const replacements = [
    [licence, `${licence}<!-- ${notice} -->\n`],
    ["script-src 'self'", `script-src 'sha256-${hashOf(script)}'`],
    ["style-src 'self'", "style-src 'unsafe-inline'"],
    ['href="icon.svg"', `href="${iconUrl}"`],
    ['<link rel="stylesheet" href="page.css" />', `<style>${css}</style>`],
    [
      `<script type="module" src="${entry}"></script>`,
      `<script type="module">${script}</script>`,
    ],
  ];
  return replacements.reduce(
    (page, [part, replacement]) => replaceOnce(page, part, replacement),
    html,
  );
}
