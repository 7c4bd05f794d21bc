// SPDX-License-Identifier: MIT
// What the build leaves out of templates and style sheets, and what it leaves alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened } from '../../web/build/templates.js';

/** @type {[string, string, string][]} what, source, short */
const TABLE = [
  [
    'rules, and what is between them',
    'const a = css`\n  /* one\n     two */\n  a b,\n  c > d {\n    margin: 1px  calc(2px + 3px);\n  }\n  ${shared}\n  e:hover { color: ${ink}; }\n`;',
    'const a = css` a b,c > d{margin:1px calc(2px + 3px);}${shared} e:hover{color:${ink};}`;',
  ],
  [
    'a template in a template',
    'html`<p\n  class=${x}\n>\n  ${list.map((one) => html`<b>\n    ${one}</b> <i></i>`)}\n</p>`',
    'html`<p\nclass=${x}\n>\n${list.map((one) => html`<b>\n${one}</b> <i></i>`)}\n</p>`',
  ],
  ['drawings', 'svg`<path\n  d="M0 0\n L1 1" />`', 'svg`<path\nd="M0 0\nL1 1" />`'],
  [
    'text, code, other tags and comments',
    '// css`  a  {  }`\nconst s = `a\n    b`; String.raw`a\n   b`; f(html, "html`  <p>`");',
    '// css`  a  {  }`\nconst s = `a\n    b`; String.raw`a\n   b`; f(html, "html`  <p>`");',
  ],
];

for (const [what, source, short] of TABLE)
  test(`templates: ${what}`, () => assert.equal(shortened(source), short));
