// SPDX-License-Identifier: MIT
// Style of the sum, of what heads carry, and of the line in rows. Stripes say down and lost.
import { css } from 'lit';

export const whyStyles = css`
  .why:not(.compact) .caption {
    block-size: calc(var(--row) + 38px);
  }
  .inrows .caption {
    block-size: auto;
    min-block-size: 172px;
    grid-template-rows: auto auto 48px auto;
  }
  .inrows .caption > :is(.main, .more) {
    display: block;
    max-block-size: none;
    overflow: visible;
  }
  /* The sum stands below a stage that is alone. */
  .summed {
    block-size: auto;
  }
  .summed .picture {
    flex: none;
    block-size: calc(var(--gf-stage-height, 44rem) - 70px);
  }
  .summed gf-sum {
    padding: 12px 8px;
  }
  .ledger h2 {
    font: 600 0.8125rem/1.4 var(--sans);
  }
  .ledger {
    font-variant-numeric: tabular-nums;
  }
  .ledger + .ledger {
    margin-block-start: 12px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--line);
  }
  .ledger .look {
    font-size: 0.75rem;
    line-height: 1rem;
  }
  .ledger ul {
    list-style: none;
    margin: 6px 0;
    padding: 0;
  }
  .ledger li {
    display: grid;
    grid-template-columns: 5.4rem minmax(0, 1fr) 3.2rem;
    align-items: center;
    gap: 5px;
    min-block-size: 24px;
    padding-inline: 2px;
    border-radius: 4px;
    font-size: 0.8125rem;
    line-height: 1.125rem;
  }
  .ledger .hide li {
    grid-template-columns: 5.4rem minmax(0, 1fr) minmax(4.2rem, auto);
  }
  .ledger li.looked {
    background: var(--accent-soft);
  }
  .ledger q {
    min-inline-size: 1.25rem;
    max-inline-size: 7ch;
    padding: 0 4px;
    border-radius: 4px;
    background: var(--sunk);
    font: 600 0.8125rem/1.25 var(--mono);
    text-align: center;
    quotes: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
    unicode-bidi: isolate;
  }
  .ledger .what {
    overflow: hidden;
    display: flex;
    align-items: baseline;
    gap: 5px;
    color: var(--ink-2);
    font-size: 0.75rem;
    line-height: 1rem;
  }
  .ledger .where {
    white-space: nowrap;
    font-size: 0.75rem;
    color: var(--ink-3);
  }
  .ledger .value {
    text-align: end;
    white-space: nowrap;
  }
  .ledger .total {
    margin-block-start: 4px;
    padding-block-start: 4px;
    border-block-start: 1px solid var(--line-strong);
    border-radius: 0;
    font-weight: 600;
  }
  .ledger .total .what {
    color: var(--ink);
    font-size: 0.8125rem;
  }
  .track {
    position: relative;
    block-size: 12px;
    min-inline-size: 2rem;
  }
  .hide .track {
    background: var(--sunk);
  }
  .track i,
  .track b {
    position: absolute;
    inset-block: 0;
  }
  .track b {
    inset-block: -6px;
    border-inline-start: 1px solid var(--line-strong);
  }
  i.up {
    background: var(--bar);
  }
  i.down {
    background: repeating-linear-gradient(
      135deg,
      var(--held) 0 1.5px,
      transparent 1.5px 4px
    );
    box-shadow: inset 0 0 0 1px var(--held);
  }
  .flows {
    position: absolute;
    z-index: 2;
    display: grid;
    align-content: center;
    gap: 0 4px;
    margin: 0;
    padding: 0;
    list-style: none;
    cursor: default;
    font-variant-numeric: tabular-nums;
  }
  .flows.two {
    grid-template-columns: 1fr 1fr;
  }
  .flows.three {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .flows.many {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 0 1px;
  }
  .flows.many b {
    padding-inline-start: 2px;
    border-inline-start-width: 2px;
    letter-spacing: -0.03em;
  }
  .flows li {
    display: grid;
    grid-template-columns: 26px minmax(0, 1fr) 40px;
    align-items: center;
    gap: 4px;
    font-size: 0.75rem;
    line-height: 15px;
  }
  .flows:is(.two, .three, .many) li {
    grid-template-columns: auto minmax(0, 1fr);
  }
  .flows:is(.two, .three, .many) .track,
  .flows:is(.three, .many) .value {
    display: none;
  }
  .flows b {
    padding-inline-start: 4px;
    border-inline-start: 3px solid var(--hue);
    font-weight: 600;
    line-height: 12px;
  }
  .flows .track {
    block-size: 7px;
    min-inline-size: 0;
  }
  .flows i {
    background: var(--hue);
    border-radius: 0 2px 2px 0;
  }
  .flows .down i {
    background: repeating-linear-gradient(90deg, var(--hue) 0 3px, transparent 3px 5px);
  }
  .flows .value {
    text-align: end;
    color: var(--ink-2);
  }
  .flows .little .value {
    color: var(--ink-3);
  }
  .flows .off b {
    text-decoration: line-through;
  }
  .stage.inrows {
    min-block-size: 0;
  }
  .inrows .move {
    display: none;
  }
  .stage.inrows .picture {
    block-size: auto;
    min-block-size: 120px;
    touch-action: auto;
  }
  .inrows .picture > canvas {
    display: none;
  }
  .cells {
    position: static;
    display: grid;
    grid-template-columns: repeat(14, minmax(0, 1fr));
    align-items: end;
    padding-block: 4px;
  }
  .cells.words {
    display: flex;
    flex-wrap: wrap;
    column-gap: 2px;
  }
  .cell {
    display: grid;
    justify-items: center;
    min-inline-size: 24px;
    align-self: stretch;
    grid-template-rows: 1fr auto 28px;
    cursor: pointer;
  }
  .cell .above {
    display: grid;
    align-content: end;
    justify-items: center;
    min-block-size: 14px;
  }
  .cell i {
    display: block;
    inline-size: 16px;
  }
  .cell small {
    font: 600 0.75rem/14px var(--sans);
    font-variant-numeric: tabular-nums;
  }
  .cell .letter {
    inline-size: 100%;
    padding-inline: 2px;
    font: 400 1rem/28px var(--mono);
    text-align: center;
    white-space: pre;
  }
  .cell.strong .letter {
    font-weight: 700;
    background: color-mix(in srgb, var(--lit) 60%, transparent);
  }
  .cell.some .letter {
    font-weight: 700;
    background: color-mix(in srgb, var(--lit) 25%, transparent);
  }
  .cell.pinned .letter {
    font-weight: 700;
    background: var(--ink);
    color: var(--ground);
  }
  .cell.later .letter {
    color: var(--ink-3);
  }
  .cell .below {
    padding-block-start: 2px;
  }
`;
