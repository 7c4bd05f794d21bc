// SPDX-License-Identifier: MIT
// Styles of the lessons: a column beside the stage, else a panel at the bottom of the window; a
// page on paper.
import { css } from 'lit';
import { styledPanel } from '../views/shared/panel-style.js';

export const lessonStyles = styledPanel(css`
  :host {
    position: sticky;
    inset-block-end: 0;
    z-index: 6;
    margin-block-start: 0.875rem;
  }
  .panel {
    border-color: var(--line-strong);
    box-shadow: 0 -4px 24px rgb(0 0 0 / 0.12);
  }
  [tabindex]:focus {
    outline: none;
  }
  .body {
    max-block-size: min(46vh, 30rem);
    overflow: auto;
  }
  .say p + p,
  .say :is(ul, ol) {
    margin-block-start: 0.5rem;
  }
  .badge {
    padding: 0 0.5rem;
    border: 1px solid var(--accent);
    border-radius: 1rem;
    color: var(--accent);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .own {
    display: grid;
    gap: 0.25rem;
    inline-size: min(100%, 75ch);
  }
  legend {
    padding: 0;
    max-inline-size: 75ch;
  }
  fieldset .check {
    display: flex;
  }
  #typed {
    inline-size: 24rem;
  }
  dl {
    grid-template-columns: auto 1fr;
    max-inline-size: 75ch;
  }
  dt {
    font-weight: 600;
    white-space: nowrap;
  }
  .wrote {
    font-family: var(--serif);
    white-space: pre-wrap;
    max-block-size: 6rem;
    overflow: auto;
  }
  .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr));
    gap: 0.5rem 2rem;
    margin: 0;
    padding-inline-start: 1.5rem;
    inline-size: 100%;
  }
  /* A title of two lines has its number at the first. */
  .list button {
    baseline-source: first;
  }
  .list .quiet {
    margin-inline-start: 0.4375rem;
    white-space: nowrap;
  }
  .list p {
    color: var(--ink-2);
    font-size: 0.875rem;
  }
  .foot {
    inline-size: 100%;
  }
  .gap {
    flex: 1;
  }
  /* On the screen: as high as its column. */
  :host([slot='learn']) {
    position: static;
    margin: 0;
  }
  :host([slot='learn']) .panel {
    border-color: var(--line);
    box-shadow: none;
  }
  :host([slot='learn']) .body {
    max-block-size: none;
  }
  :host([slot='learn']) .list p {
    display: none;
  }
  :host([slot='learn']) .list {
    grid-template-columns: minmax(0, 1fr);
    gap: 0.125rem;
  }
  :host([slot='learn']) .list button {
    text-align: start;
  }
  :host([slot='learn']) .list .quiet {
    font-size: 0.8125rem;
  }
  @media (min-width: 73.8125em) {
    :host([slot='learn']) #fold {
      display: none;
    }
  }
  @container (max-width: 560px) {
    .head,
    .body {
      padding-inline: 0.75rem;
    }
    dl {
      grid-template-columns: 1fr;
    }
  }
  .sheet {
    background: var(--pane);
    padding: 1.5rem;
    border-radius: 10px;
  }
  .sheet h2 {
    font: 600 1rem/1.4 var(--sans);
  }
  .sheet h1 {
    font: 400 1.5rem/1.25 var(--serif);
    margin-block-end: 0.5rem;
  }
  .sheet section {
    break-inside: avoid;
    margin-block: 1.25rem;
  }
  .sheet li {
    margin-block: 0.5rem;
  }
  .box::before {
    content: '\\2610\\00a0';
  }
  .write {
    display: block;
    block-size: 1.75rem;
    border-block-end: 1px solid var(--line-strong);
  }
  @media print {
    :host {
      position: static;
    }
    .panel {
      display: none;
    }
  }
`);
