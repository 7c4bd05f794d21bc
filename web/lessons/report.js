// SPDX-License-Identifier: MIT
// What a learner did, as a page to print: one HTML file without scripts, made from data.

/**
 * @typedef {object} Report
 * @property {string} lang
 * @property {string} title
 * @property {string} about
 * @property {[term: string, text: string][]} facts
 * @property {{ heading: string, rows: [term: string, text: string][] }[]} parts
 */

/** @param {string} text */
export const escaped = (text) =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const CSS = `body{font:16px/1.5 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-weight:400}h2{font-size:1.1rem;margin:1.5rem 0 .25rem}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.25rem 1rem;margin:0}
dt{font-weight:bold}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
section{break-inside:avoid}@media(max-width:30rem){dl{grid-template-columns:1fr}}`;

const list = (/** @type {[string, string][]} */ rows) =>
  `<dl>${rows
    .map(([term, text]) => `<dt>${escaped(term)}</dt><dd>${escaped(text)}</dd>`)
    .join('\n')}</dl>`;

/** @param {Report} report @returns {string} HTML */
export const reportPage = ({ lang, title, about, facts, parts }) => `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${CSS}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(about)}</p>
${list(facts)}
${parts
  .map(
    ({ heading, rows }) =>
      `<section><h2>${escaped(heading)}</h2>\n${list(rows)}</section>`,
  )
  .join('\n')}
</body>
</html>
`;
