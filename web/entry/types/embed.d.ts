// SPDX-License-Identifier: MIT
// Types of dist/glassformer.js, published beside those of the session (dist/types). What
// each name is for: dist/custom-elements.json, docs/embedding.md.
import type { Session } from './index.js';
import type { SampleOptions } from './client/types.js';

export type GlassFormerState =
  'none' | 'preparing' | 'idle' | 'running' | 'paused' | 'done' | 'error';

/** addEventListener of an element with events of its own: the detail of each, by name. */
export interface Listen<Element, Details> {
  <Name extends keyof Details>(
    name: Name,
    listener: (this: Element, event: CustomEvent<Details[Name]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: Element, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  (
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Details of the events; losses in nats. */
export interface GlassFormerDetails {
  'gf-ready': {
    mode: 'worker' | 'main';
    workers: number;
    simd: boolean;
    exact: boolean;
  };
  'gf-state': { state: GlassFormerState };
  'gf-progress': {
    step: number;
    loss: number;
    valLoss?: number;
    accuracy?: number;
    exactShare?: number;
    tokensPerSecond: number;
  };
  'gf-sample': { text: string; done: boolean };
  'gf-error': {
    code: string;
    key: string;
    params: Record<string, unknown>;
    message: string;
    hint: string;
  };
  'gf-resize': { height: number };
  'gf-link': { fragment: string };
  'gf-select': {
    layer: number;
    head: number;
    row: number | null;
    column: number | null;
    step: number;
  };
  'gf-marker': {
    kind: string;
    step: number;
    loss: number | null;
    layer: number | null;
    head: number | null;
  };
}

export class GlassFormer extends HTMLElement {
  static readonly version: string;

  src: string;
  corpus: string;
  preset: string;
  config: string;
  seed: string | number;
  autostart: 'click' | 'visible' | 'none';
  loading: 'lazy' | 'eager';
  maxSteps: string | number;
  maxSeconds: string | number;
  workers: string | number;
  workerUrl: string;
  view: string;
  layer: string | number;
  head: string | number;
  shownStep: string | number;
  text: string;
  controls: string;
  hide: string;
  readonly: boolean;
  background: boolean;
  theme: 'auto' | 'light' | 'dark';
  label: string;

  readonly state: GlassFormerState;

  prepare(): Promise<unknown>;
  start(): Promise<void>;
  pause(): Promise<void>;
  step(n?: number): ReturnType<Session['step']>;
  reset(): Promise<void>;
  sample(options?: SampleOptions): ReturnType<Session['sample']>;
  save(): Promise<Uint8Array>;
  load(bytes: Uint8Array): Promise<void>;
  exportState(): {
    version: string;
    state: GlassFormerState;
    link: string;
    step: number;
    config: Session['info']['config'] | null;
    history: Session['history'] | null;
  };
  suspend(): void;
  showKeys(): void;

  addEventListener: Listen<GlassFormer, GlassFormerDetails>;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-former': GlassFormer;
  }
}
