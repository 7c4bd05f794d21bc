// SPDX-License-Identifier: MIT
// Styles of assignments: a column beside the stage.
import { css, unsafeCSS } from 'lit';
import { tokensCss } from '../draw/tokens.data.js';
import { styledPanel } from '../views/shared/style.js';

export const assignmentStyles = styledPanel(
  unsafeCSS(tokensCss),
  css`
    .panel {
      background: var(--pane);
      border: 1px solid var(--line);
      border-radius: 10px;
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      gap: 0.25rem 1rem;
      padding: 0.625rem 1rem;
      background: var(--accent-soft);
      border-radius: 10px 10px 0 0;
    }
    h2 small {
      display: block;
      font: 500 0.8125rem/1.4 var(--sans);
      color: var(--ink-2);
    }
    .body {
      display: grid;
      gap: 0.75rem;
      justify-items: start;
      padding: 0.75rem 1rem 1rem;
    }
    .body > * {
      max-inline-size: 100%;
    }
    .say {
      font: 400 1.0625rem/1.45 var(--serif);
      text-wrap: pretty;
    }
    fieldset {
      inline-size: 100%;
    }
    legend,
    .ask {
      display: block;
      padding: 0;
      margin-block-end: 0.25rem;
    }
    fieldset label {
      display: flex;
    }
    textarea {
      min-block-size: 5rem;
    }
    dl {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 0.25rem 0.75rem;
      padding: 0.625rem 0.75rem;
      border-radius: 7px;
      background: var(--sunk);
      inline-size: 100%;
    }
    [data-measure] {
      margin-block: 0.25rem 0.5rem;
    }
    fieldset dl {
      margin-block-end: 0.5rem;
    }
    dd {
      font-variant-numeric: tabular-nums;
    }
    pre {
      margin: 0;
      padding: 0.625rem 0.75rem;
      border-radius: 7px;
      background: var(--sunk);
      font: 400 0.75rem/1.45 var(--mono);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      inline-size: 100%;
    }
    ul {
      margin: 0;
      padding-inline-start: 1.25rem;
    }
  `,
);
