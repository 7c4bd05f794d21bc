// SPDX-License-Identifier: MIT
// Styles that all views share. Colours come from theme.js as custom properties; style attributes
// would be refused by a strict content security policy.
import { css, unsafeCSS } from 'lit';

export const shared = css`
  :host {
    display: block;
    container-type: inline-size;
    min-inline-size: 0;
    color: var(--ink);
    font: 400 0.9375rem/1.5 var(--sans);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  figure,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  h2 {
    font: 400 1.3125rem/1.25 var(--serif);
    letter-spacing: 0.002em;
  }
  h3 {
    font: 600 0.8125rem/1.4 var(--sans);
  }
  .problem {
    color: var(--warn);
  }
  .quiet {
    color: var(--ink-3);
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .spread {
    justify-content: space-between;
  }

  button,
  .button {
    font: 500 0.875rem/1.25 var(--sans);
    color: var(--ink);
    background: var(--pane);
    border: 1px solid var(--line-strong);
    border-radius: 7px;
    padding: 0.4375rem 0.8125rem;
    min-block-size: 2.125rem;
    cursor: pointer;
    text-align: center;
  }
  button:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--sunk);
  }
  button:is(:disabled, [aria-disabled='true']) {
    color: var(--ink-3);
    border-color: var(--line);
    cursor: default;
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-ink);
  }
  button.primary:hover:not(:disabled, [aria-disabled='true']) {
    background: color-mix(in oklab, var(--accent) 88%, var(--ink));
  }
  button.primary:is(:disabled, [aria-disabled='true']) {
    background: var(--sunk);
    border-color: var(--line);
    color: var(--ink-3);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--accent);
    padding-inline: 0.375rem;
  }
  button.plain:hover:not(:disabled, [aria-disabled='true']) {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  button.small {
    min-block-size: 1.75rem;
    padding: 0.1875rem 0.5625rem;
    font-size: 0.8125rem;
  }
  button[aria-pressed='true'],
  [role='tab'][aria-selected='true'],
  [role='radio'][aria-checked='true'] {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--ink);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  input,
  select,
  textarea {
    font: 400 0.875rem/1.4 var(--sans);
    color: var(--ink);
    background: var(--pane);
    border: 1px solid var(--line-strong);
    border-radius: 7px;
    padding: 0.3125rem 0.5rem;
    min-block-size: 2.125rem;
    max-inline-size: 100%;
  }
  textarea {
    display: block;
    inline-size: 100%;
    resize: vertical;
    font-family: var(--serif);
    font-size: 1rem;
    line-height: 1.5;
    padding: 0.625rem 0.75rem;
  }
  input[type='number'] {
    font-variant-numeric: tabular-nums;
    inline-size: 6.5em;
  }
  input[type='range'] {
    accent-color: var(--accent);
    padding: 0;
    border: 0;
    background: none;
    min-block-size: 1.5rem;
    inline-size: 100%;
    margin: 0;
  }
  input:is([type='checkbox'], [type='radio']) {
    accent-color: var(--accent);
    inline-size: 1.125rem;
    block-size: 1.125rem;
    min-block-size: 0;
    margin: 0;
    flex: none;
  }
  [aria-invalid='true'] {
    border-color: var(--warn);
    box-shadow: 0 0 0 1px var(--warn);
  }
  label {
    max-inline-size: 100%;
    font-size: 0.875rem;
  }
  label.check {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 1.75rem;
    min-inline-size: 1.5rem;
    cursor: pointer;
  }
  ::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }

  details > summary {
    cursor: pointer;
    color: var(--accent);
    font-size: 0.875rem;
    font-weight: 500;
    padding-block: 0.25rem;
    inline-size: fit-content;
  }
  table {
    /* Borders that collapse make a browser lay out the whole table for each cell. */
    border-collapse: separate;
    border-spacing: 0;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    text-align: start;
    padding: 0.25rem 0.75rem 0.25rem 0;
    border-block-end: 1px solid var(--line);
  }
  th {
    font-weight: 600;
    color: var(--ink-2);
  }
  .scroll {
    overflow: auto;
    max-block-size: 18rem;
  }

  @media (pointer: coarse) {
    button,
    button.small,
    .button,
    input:not([type='checkbox'], [type='radio']),
    select,
    summary,
    label.check {
      min-block-size: 2.75rem;
    }
    button,
    summary,
    label.check {
      min-inline-size: 2.75rem;
    }
  }
  @media (forced-colors: active) {
    canvas {
      border: 1px solid CanvasText;
    }
    button[aria-pressed='true'],
    [aria-current],
    [role='tab'][aria-selected='true'],
    [role='radio'][aria-checked='true'] {
      outline: 2px solid Highlight;
    }
  }
  @media print {
    :host {
      /* Shades carry data; browsers leave them out to save ink. */
      print-color-adjust: exact;
    }
    .pane {
      break-inside: avoid;
    }
    button:not(.cell, .importance),
    input,
    select,
    label,
    form,
    /* Paper shows nothing that is pending, folded or not begun. */
    p.quiet,
    .pane:has(p.quiet, > details:not([open]) h2) {
      display: none !important;
    }
    /* Tables are printed, folded or not. */
    details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
    .scroll {
      max-block-size: none;
    }
  }
`;

/** What panels beside an element have no use for. */
const ofViews = css`
  /* Without its slider a value says nothing; the name of a run does. */
  @media print {
    output {
      display: none;
    }
    input.name {
      display: block !important;
    }
  }
  .pane {
    background: var(--pane);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    padding: 1.125rem 1.25rem 1.25rem;
    block-size: 100%;
  }
  /* On the screen a view stands on its ground; a panel has its name on the tab. */
  :host([frame]) .pane {
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
  }
  :host([frame='panel']) .title {
    display: var(--gf-title, none);
  }
  /* In a box of a size that the host page gives. */
  :host([frame='fit']) {
    flex: 1 1 0;
    min-block-size: 0;
    padding: 0 0.5rem 0.25rem;
    overflow: auto;
    scrollbar-width: thin;
  }
  :host([frame='fit']) .claim {
    block-size: 3em;
    overflow: auto;
  }
  :host([frame='fit']) .look {
    display: none;
  }
  .claim {
    color: var(--ink-2);
    margin-block-start: 0.125rem;
    min-block-size: 3em;
    max-inline-size: 68ch;
    text-wrap: pretty;
  }
  .look {
    color: var(--ink-3);
    font-size: 0.8125rem;
    max-inline-size: 68ch;
    text-wrap: pretty;
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  canvas {
    display: block;
  }
  summary > :is(h2, h3) {
    display: inline;
    color: var(--ink);
  }
`;

/** The size that `rem` stands for: a site whose root is smaller than usual makes no text that
 * cannot be read, and a reader who wants larger text gets it. */
const size = css`
  :host {
    --rem: max(1rem, 16px);
  }
`;

/** @param {import('lit').CSSResultGroup} sheets @returns {import('lit').CSSResult[]} */
const flat = (sheets) =>
  Array.isArray(sheets)
    ? sheets.flatMap(flat)
    : [/** @type {import('lit').CSSResult} */ (sheets)];

/** With sizes in `--rem`; and where larger text leaves less room, the layout is that of a narrower
 * element: widths that are asked for are in the text of a view, which usually has 15 pixels.
 * @param {import('lit').CSSResultGroup[]} sheets */
export const sized = (...sheets) => [
  size,
  ...flat(sheets).map(({ cssText }) =>
    unsafeCSS(
      cssText
        .replace(/(-?\d*\.?\d+)rem\b/g, 'calc($1 * var(--rem))')
        .replace(/(?<=@container[^{]+?)(\d*\.?\d+)px/g, 'calc($1em/15)'),
    ),
  ),
];

/** Styles of a view: the shared ones, then its own.
 * @param {import('lit').CSSResultGroup[]} own */
export const styled = (...own) => sized(ofViews, shared, ...own);

/** Modal dialogs. */
export const dialog = css`
  dialog {
    color: var(--ink);
    background: var(--pane);
    border: 1px solid var(--line-strong);
    border-radius: 12px;
    padding: 1.25rem 1.5rem;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.35);
  }
`;

/** Not on paper. */
export const screenOnly = css`
  @media print {
    :host {
      display: none;
    }
  }
`;

/** Stripes of a colour of theme.js. @param {string} name @param {number} [px] from one to the next */
export const striped = (name, px = 4) =>
  unsafeCSS(
    `repeating-linear-gradient(135deg,var(--pane) 0 ${px}px,var(--${name}) ${px}px ${px + 1}px)`,
  );

/** A row that scrolls sideways: what goes on beyond its end fades there. */
export const fading = css`
  .fades {
    overflow-x: auto;
    scrollbar-width: none;
    mask-image: linear-gradient(to right, #000 calc(100% - 0.75rem), #0000);
  }
`;

/** Things to choose from, as many in a row as there is room for. */
export const tiles = css`
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
    gap: 0.75rem 2rem;
    margin-block-start: 0.625rem;
  }
`;

/** Generated texts beside each other. */
export const pairs = css`
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
    gap: 0.75rem 1.5rem;
    margin-block-start: 0.5rem;
  }
  .text {
    font: 400 1rem/1.5 var(--serif);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

/** A list of steps as buttons. */
export const steps = css`
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    list-style: none;
    padding: 0;
    margin: 0.5rem 0 0.75rem;
  }
`;

/** A section with its title and buttons in one line. */
export const headed = css`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: flex-end;
    column-gap: 0.5rem;
  }
  h2 {
    margin-inline-end: auto;
    font: 600 0.8125rem/1.25rem var(--sans);
  }
  header button {
    margin-inline-end: -0.25rem;
  }
`;

/** What stands in a column beside the stage: words beside its title are cut, and stand below it
 * elsewhere, where letters may be wider. */
export const inColumn = css`
  .head {
    display: flex;
    align-items: baseline;
    gap: 0.5rem;
    white-space: nowrap;
  }
  .head > span {
    overflow: hidden;
    text-overflow: ellipsis;
    font-size: 0.8125rem;
    color: var(--ink-3);
  }
  h2 {
    flex: none;
  }
  :host(:not([frame='column'])) .head {
    flex-wrap: wrap;
  }
  :host([frame='column']) h2 {
    font: 600 0.8125rem/1.5 var(--sans);
  }
`;

/** A thin line that grows. */
export const progressLine = css`
  progress {
    appearance: none;
    display: block;
    inline-size: 100%;
    border: 0;
    background: var(--line);
    color: var(--accent);
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
`;
