// SPDX-License-Identifier: MIT
// Types of dist/glassformer.js, published beside those of the session (dist/types). What
// each name is for: dist/custom-elements.json, docs/embedding.md.
import type { Ablation, HeadReport, Session } from './index.js';
import type { SampleOptions } from './client/types.js';
import type { Sampling } from './shared/types.js';

export type GlassFormerState =
  | 'none'
  | 'preparing'
  | 'idle'
  | 'running'
  | 'paused'
  | 'done'
  | 'error';

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
  'gf-place': {
    place: 'stage' | 'write' | 'learn' | 'lab';
    panel: string;
  };
  'gf-marker': {
    kind: string;
    step: number;
    loss: number | null;
    layer: number | null;
    head: number | null;
  };
}

interface HeadAt {
  layer: number;
  head: number;
}

interface Notice {
  kind: 'info' | 'problem';
  code?: string;
  key?: string;
  params?: Record<string, unknown>;
  text: string;
  hint?: string;
}

interface WrittenText {
  step: number;
  loss: number | null;
  prompt: string;
  text: string;
  probs: Float32Array;
}

/** What an element shows. Layers, heads and positions are counted from 0. */
export interface ViewState {
  readonly phase: GlassFormerState;
  /** Of the model in training. */
  readonly step: number;
  /** Of the snapshot shown instead of it. */
  readonly viewedStep: number | null;
  /** Steps that can be shown. */
  readonly snapshots: readonly number[];
  readonly notice: Notice | null;
  readonly textProblem: Notice | null;

  readonly text: {
    id: string;
    name: string;
    text: string;
    characters: number;
    distinct: number;
  } | null;
  readonly preset: string;
  readonly settings: Readonly<Record<string, number | string | boolean>>;
  readonly settingProblems: Readonly<Record<string, string>>;
  /** Text or settings wait for a fresh start. */
  readonly configPending: boolean;

  readonly line: string;
  /** Part of the text that the line is taken from; '': by the length of the text. */
  readonly split: '' | 'train' | 'val';
  readonly layer: number;
  readonly head: number;
  readonly pin: { i: number; j: number | null } | null;
  readonly hover: { i: number; j: number | null } | null;
  readonly isolated: HeadAt | null;
  readonly stageMode: 'attention' | 'why';
  /** Of the screen, and its open tab; '' where none is open. */
  readonly place: 'stage' | 'write' | 'learn' | 'lab';
  readonly panel: string;
  readonly ablated: readonly HeadAt[];
  readonly showing: Readonly<Record<string, unknown>>;
  readonly sampler: {
    prompt: string;
    chars: number;
    temperature: number;
    topK: number;
    topP: number;
    greedy: boolean;
    seed: number;
  };

  /** What the model shown computes from the line: attention [L][H][T][T], logits [n][V]. */
  readonly activations: {
    text: string;
    characters: string[];
    n: number;
    T: number;
    L: number;
    H: number;
    step: number;
    attention: Float32Array;
    logits: Float32Array;
    loss: Float32Array;
  } | null;
  readonly headReport: HeadReport | null;
  /** The newest measurement of switching a head off. */
  readonly ablation: (HeadAt & { step: number; line: string; result: Ablation }) | null;
  /** Answers to what the views ask of the model, by name of the query; key: what was asked. */
  readonly answers: Readonly<
    Record<string, { key: string; step: number; value: unknown }>
  >;

  /** What is measured along the run, or at the reader's request, by name. */
  readonly measurements: Readonly<Record<string, unknown>>;

  readonly samples: readonly WrittenText[];
  readonly latestSample: WrittenText | null;
  readonly completion: { prompt: string; text: string; busy: boolean } | null;
  readonly comparedRuns: readonly { id: number; name: string }[];
  readonly stored: {
    on: boolean;
    problem: '' | 'forbidden' | 'full';
    list: { id: string; name: string; step: number; date: number; bytes: number }[];
  };
  /** The run before this one. */
  readonly shelved: { step: number; loss: number | null } | null;
  /** Steps of the model that the page came with, until the reader trains. */
  readonly pretrained: number;
}

/** For notebooks. */
export { default } from './anywidget.js';

/** Attributes whose properties have the same names. */
interface NamedAlike {
  src: string;
  corpus: string;
  preset: string;
  config: string;
  seed: string | number;
  autostart: 'click' | 'visible' | 'none';
  loading: 'lazy' | 'eager';
  workers: string | number;
  view: string;
  layer: string | number;
  head: string | number;
  text: string;
  controls: string;
  hide: string;
  readonly: boolean;
  background: boolean;
  fit: boolean;
  theme: 'auto' | 'light' | 'dark';
  label: string;
}

export interface GlassFormer extends NamedAlike {}
export class GlassFormer extends HTMLElement {
  static readonly version: string;

  maxSteps: string | number;
  maxSeconds: string | number;
  workerUrl: string;
  shownStep: string | number;

  readonly state: GlassFormerState;
  readonly session: Session | null;
  readonly viewState: ViewState | null;

  prepare(): Promise<unknown>;
  offerText(text: string): Promise<void>;
  start(): Promise<void>;
  pause(): Promise<void>;
  step(n?: number): ReturnType<Session['step']>;
  reset(): Promise<void>;
  sample(options?: SampleOptions & Sampling): ReturnType<Session['sample']>;
  save(): Promise<Uint8Array>;
  load(...files: (Uint8Array | Blob | (Uint8Array | Blob)[])[]): Promise<void>;
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
}

/** The events, on the element and on all they bubble to: elements, document, window. */
export type EventsOf<Details> = {
  [Name in keyof Details]: CustomEvent<Details[Name]>;
};

/** What JSX and templates of Vue take for an element: its attributes, and in React 19 a
 * listener `on…` for each event. */
export type PropsOf<Attributes, Details> = Attributes & {
  [Name in keyof Details as `on${Name & string}`]?: (
    event: CustomEvent<Details[Name]>,
  ) => void;
} & {
  id?: string;
  class?: string;
  className?: string;
  style?: any;
  slot?: string;
  hidden?: boolean;
  key?: any;
  ref?: any;
  children?: any;
  suppressHydrationWarning?: boolean;
  [listener: `on${Capitalize<string>}`]: any;
};

/** The attributes of <glass-former>; docs/embedding.md says what each does. */
export interface GlassFormerAttributes extends Partial<NamedAlike> {
  'max-steps'?: string | number;
  'max-seconds'?: string | number;
  'worker-url'?: string;
  step?: string | number;
  lang?: string;
}

/** As JSX and templates of Vue know it. */
export type GlassFormerProps = PropsOf<GlassFormerAttributes, GlassFormerDetails>;

/** Our elements in JSX; the types of the lessons add theirs. */
export interface GlassElements {
  'glass-former': GlassFormerProps;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-former': GlassFormer;
  }
  interface GlobalEventHandlersEventMap extends EventsOf<GlassFormerDetails> {}
  namespace JSX {
    interface IntrinsicElements extends GlassElements {}
  }
}

// Whoever has none of these must compile too.
// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends GlassElements {}
  }
}
// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends GlassElements {}
  }
}
// @ts-ignore
declare module 'solid-js/types/jsx.js' {
  namespace JSX {
    interface IntrinsicElements extends GlassElements {}
  }
}
// @ts-ignore
declare module 'vue' {
  interface GlobalComponents {
    'glass-former': new () => { $props: GlassFormerProps };
  }
}
