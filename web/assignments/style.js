// SPDX-License-Identifier: MIT
// Styles of assignments: a column beside the stage.
import { css } from 'lit';
import { styledPanel } from '../views/shared/panel-style.js';

export const assignmentStyles = styledPanel(css`
  h2 small {
    display: block;
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
    grid-template-columns: 1fr auto;
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
    inline-size: 100%;
  }
  ul {
    margin: 0;
    padding-inline-start: 1.25rem;
  }
`);
