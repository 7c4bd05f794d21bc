// SPDX-License-Identifier: MIT
import { css } from 'lit';
import { progressLine, styled } from '../shared/style.js';
import { colours } from './marks.js';

const own = css`
  ${colours}
  .tools {
    gap: 0.5rem 0.75rem;
  }
  .tools select {
    max-inline-size: 16rem;
  }
  .end {
    margin-inline-start: auto;
  }
  .body {
    display: grid;
    gap: 1rem 2rem;
    margin-block-start: 0.75rem;
  }
  .question {
    font: 400 1rem/1.4 var(--serif);
    color: var(--ink-2);
    max-inline-size: 72ch;
    text-wrap: pretty;
    margin-block-end: 0.5rem;
  }
  .lead {
    font: 400 1.375rem/1.3 var(--serif);
    max-inline-size: 56ch;
    min-block-size: 2.6em;
    text-wrap: pretty;
  }
  .also {
    color: var(--ink-2);
    font-size: 0.875rem;
    max-inline-size: 80ch;
    min-block-size: 3em;
    text-wrap: pretty;
  }
  .status {
    font-size: 0.875rem;
    color: var(--ink-2);
    min-block-size: 1.5em;
  }
  progress {
    block-size: 4px;
  }
  aside {
    font-size: 0.8125rem;
    color: var(--ink-2);
  }
  aside h3 {
    color: var(--ink);
    margin-block: 0.875rem 0.125rem;
  }
  aside h3:first-child {
    margin-block-start: 0;
  }
  .two {
    display: grid;
    gap: 1rem 2rem;
    align-items: start;
  }
  .over {
    gap: 0.25rem 1.5rem;
    margin-block: 0.25rem 0.5rem;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1rem;
    font-size: 0.8125rem;
    color: var(--ink-2);
    min-block-size: 1.5em;
  }
  .key {
    margin-inline-end: 0.375rem;
    vertical-align: -1px;
  }
  .mark {
    fill: var(--mark);
    stroke: none;
  }
  .mark.square {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.6;
  }
  .detail {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1rem;
    min-block-size: 3.75rem;
    font-size: 0.875rem;
  }
  .detail p {
    flex: 1 1 20rem;
  }
  #ranking {
    inline-size: 100%;
  }
  #ranking th {
    font-weight: 400;
    color: var(--ink);
  }
  #ranking thead th {
    font-weight: 600;
    color: var(--ink-2);
  }
  #ranking td:last-child,
  #ranking th:last-child {
    text-align: end;
    padding-inline-end: 0;
  }
  #ranking tbody tr:first-child th,
  #ranking tbody tr:first-child td {
    font-weight: 600;
  }
  .place {
    display: inline-block;
    inline-size: 1.5em;
    color: var(--ink-3);
  }
  .every {
    margin-block-start: 1rem;
  }
  h4 {
    margin: 0.75rem 0 0.375rem;
    font: 600 0.8125rem/1.4 var(--sans);
    color: var(--ink-2);
  }
  .multiples {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(6.25rem, 1fr));
    gap: 0.5rem;
  }
  .cell {
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--pane);
    padding: 0.25rem 0.5rem;
    font-size: 0.75rem;
    cursor: pointer;
  }
  .cell.wait {
    cursor: default;
    color: var(--ink-3);
  }
  .cell.best {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .cell p {
    display: flex;
    justify-content: space-between;
    gap: 0 0.375rem;
    color: var(--ink-2);
    white-space: nowrap;
    overflow: hidden;
  }
  .cell span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .cell b {
    color: var(--ink);
    font-weight: 600;
  }
  .cell svg {
    display: block;
    inline-size: 100%;
    block-size: 3.5rem;
  }
  .others,
  .own,
  .training {
    fill: none;
    vector-effect: non-scaling-stroke;
  }
  .others {
    stroke: var(--thread);
  }
  .own,
  .training {
    stroke: var(--mark);
    stroke-width: 1.5;
  }
  .training {
    stroke-dasharray: 4 3;
  }
  .tall svg {
    block-size: 9rem;
  }
  @container (max-width: 719px) {
    .multiples {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .multiples.tall {
      grid-template-columns: minmax(0, 1fr);
    }
    aside {
      order: 1;
    }
    .lead {
      font-size: 1.1875rem;
    }
  }
  @container (min-width: 720px) {
    .two {
      grid-template-columns: minmax(0, 1fr) 19rem;
    }
    .ranked {
      max-block-size: 24rem;
      overflow: auto;
    }
  }
  @container (min-width: 1100px) {
    .body {
      grid-template-columns: 14.5rem minmax(0, 1fr);
    }
  }
`;

export const experimentStyles = styled(progressLine, own);
