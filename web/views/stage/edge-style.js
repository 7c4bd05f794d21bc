// SPDX-License-Identifier: MIT
// Style of what stands beside and below the picture: heads and tools.
import { css, unsafeCSS } from 'lit';
import { hueOf } from './lines.js';

/** Colours of the heads, by number in their layer. */
const hues = unsafeCSS(
  Array.from({ length: 8 }, (_, h) => `.${hueOf(h)}{--hue:var(--${hueOf(h)})}`).join(
    '',
  ),
);

const heads = css`
  .heads {
    position: absolute;
    z-index: 2;
    display: grid;
    grid-auto-rows: minmax(0, 1fr);
    cursor: default;
  }
  .card {
    display: flex;
    align-items: center;
    min-block-size: 0;
    min-inline-size: 0;
    border-radius: 8px;
  }
  .ringed {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .lines {
    flex: 1;
    display: flex;
    align-items: center;
    gap: 5px;
    min-inline-size: 24px;
    min-block-size: 24px;
    padding: 2px 0 2px 2px;
    border: 0;
    border-radius: 8px;
    background: none;
    text-align: start;
    overflow: hidden;
  }
  .lines[aria-pressed='true'] {
    background: none;
    box-shadow: inset 0 0 0 2px var(--hue);
  }
  .thumb {
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    image-rendering: pixelated;
    border: 0;
    border-left: 2px solid var(--hue);
    border-block-end: 1px solid var(--pane-edge);
  }
  .name {
    display: grid;
    min-inline-size: 0;
    line-height: 15px;
  }
  .name b {
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .says {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-size: 0.75rem;
    line-height: 13px;
    font-weight: 400;
    color: var(--ink-3);
  }
  .off .name b {
    text-decoration: line-through;
  }
  .switch {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 24px;
    min-inline-size: 24px;
    block-size: 24px;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    forced-color-adjust: none;
  }
  .switch i {
    position: relative;
    inline-size: 22px;
    block-size: 12px;
    border-radius: 6px;
    background: var(--line-strong);
  }
  .switch i::after {
    content: '';
    position: absolute;
    inset-block-start: 2px;
    left: 2px;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 4px;
    background: var(--ground);
  }
  .switch[aria-checked='true'] i {
    background: var(--hue);
  }
  .switch[aria-checked='true'] i::after {
    left: 12px;
  }
  .low .thumb {
    inline-size: 32px;
    block-size: 32px;
  }
  .slim .thumb {
    inline-size: 16px;
    block-size: 16px;
  }
  .slim .lines {
    gap: 3px;
    padding-block: 1px;
  }
  .slim .name {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .slim .name b {
    font-size: 0.75rem;
  }
  .slim .says {
    display: inline;
    letter-spacing: -0.02em;
  }
  .tight {
    grid-template-columns: 1fr 1fr;
    grid-auto-rows: minmax(24px, 44px);
    align-content: center;
  }
  .tight .thumb {
    inline-size: 26px;
    block-size: 26px;
  }
  /* The switch stands below the name. */
  .tight .card {
    position: relative;
  }
  .tight .lines {
    block-size: 100%;
  }
  .tight .name {
    align-self: start;
    padding-block-start: 1px;
  }
  .tight .switch {
    position: absolute;
    inset-block-end: -1px;
    left: 32px;
  }
  .mini {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    grid-auto-rows: minmax(24px, 52px);
    align-content: center;
    overflow-y: auto;
  }
  .mini .lines {
    flex-direction: column;
    gap: 1px;
    padding: 1px;
  }
  .mini .thumb {
    inline-size: 24px;
    block-size: 20px;
  }
  .mini .name b {
    font-size: 0.75rem;
    line-height: 14px;
  }
  .named .thumb,
  .tiny .switch,
  .mini .switch {
    display: none;
  }
  /* Not seen, but part of the button's name. */
  .tight .says,
  .mini .says,
  .bare .name {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .chips {
    position: relative;
    flex: none;
    display: flex;
    gap: 6px;
    overflow-x: auto;
    block-size: 60px;
    padding: 8px 2px 4px;
  }
  .chips .heads {
    flex: none;
    position: static;
    display: flex;
    gap: 6px;
  }
  .chips .card {
    flex: none;
    padding-inline-end: 6px;
    border: 1px solid var(--pane-edge);
  }
  .chips .switch {
    inline-size: 44px;
    block-size: 44px;
  }
`;

// What the marks mean leaves the names of the rows free; in a compact picture, the upper half.
const tools = css`
  .tools {
    position: absolute;
    right: 6px;
    z-index: 3;
    display: flex;
    gap: 1px;
    justify-content: space-between;
    /* Whatever the font: beside the sign at the end of the columns. */
    inline-size: 132px;
  }
  .tools > button {
    overflow: hidden;
  }
  .tools button {
    min-block-size: 28px;
    min-inline-size: 24px;
    padding: 0 3px;
    border-radius: 14px;
    background: var(--ground);
    font-size: 0.75rem;
    white-space: nowrap;
  }
  .tools #write-on {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--accent-ink);
    font-weight: 600;
  }
  .tools #write-on:hover {
    background: color-mix(in oklab, var(--accent) 88%, var(--ink));
  }
  .below.tools {
    flex: none;
    position: static;
    inline-size: auto;
    justify-content: flex-start;
    flex-wrap: wrap;
    padding-block: 4px;
  }
  .below.tools .move {
    position: static;
    inline-size: 44px;
    border: 1px solid var(--line-strong);
    font-size: 1rem;
  }
  .below.tools button {
    min-block-size: 44px;
    min-inline-size: 44px;
    padding-inline: 14px;
    font-size: 0.8125rem;
  }
  .menu,
  .key {
    border: 1px solid var(--line-strong);
    border-radius: 10px;
    background: var(--pane);
    box-shadow: var(--shadow);
  }
  .menu {
    position: absolute;
    inset-block-end: calc(100% + 4px);
    right: 0;
    z-index: 7;
    display: grid;
    inline-size: max-content;
    min-inline-size: 12rem;
    padding: 4px;
  }
  .tools .menu button {
    min-block-size: 32px;
    border: 0;
    border-radius: 6px;
    background: none;
    font-size: 0.8125rem;
    text-align: start;
  }
  .tools .menu button:hover {
    background: var(--sunk);
  }
  .opener {
    position: relative;
  }
  .key {
    position: absolute;
    inset-block-start: 0;
    right: 0;
    z-index: 8;
    inline-size: min(21rem, 100%);
    max-block-size: 100%;
    overflow-y: auto;
    padding: 12px 16px;
    cursor: default;
    user-select: text;
  }
  .compact .key {
    inset-block: auto 0;
    inline-size: 100%;
    max-block-size: 50%;
  }
  .key dl {
    display: grid;
    gap: 8px;
    max-inline-size: 68ch;
  }
  .key dt {
    font-weight: 600;
    font-size: 0.8125rem;
  }
  .key dd {
    font-size: 0.8125rem;
    color: var(--ink-2);
  }
  #line {
    position: absolute;
    z-index: 4;
    block-size: 32px;
    min-block-size: 32px;
    max-inline-size: none;
    padding: 0 6px;
    border: 2px solid var(--accent);
    border-radius: 6px;
    background: var(--ground);
    font: 400 16px/1 var(--mono);
  }
`;

export const edgeStyles = [hues, heads, tools];
