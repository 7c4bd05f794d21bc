// SPDX-License-Identifier: MIT
// Types of dist/lessons.js: <glass-lessons>, the lessons beside a <glass-former>. What each
// name is for: dist/custom-elements.json, docs/embedding.md.
import type { EventsOf, GlassFormer, PropsOf } from './element.js';

export type BuiltInLessonId =
  | 'guess'
  | 'data'
  | 'bigram'
  | 'averaging'
  | 'queries'
  | 'mask'
  | 'slip'
  | 'heads'
  | 'block'
  | 'positions'
  | 'answer'
  | 'cross'
  | 'induction'
  | 'modern'
  | 'real';

/** Of a lesson of the page, or of one's own; editors suggest those of the page. */
export type LessonId = BuiltInLessonId | (string & {});

/** Details of the events. */
export interface GlassLessonsDetails {
  'gf-lesson': { lesson: LessonId | '' };
  'gf-lesson-closed': { lesson: '' };
  'gf-lesson-step': {
    lesson: LessonId;
    step: number;
    prediction: number | string | null;
    right: boolean | null;
    measures: Record<string, number>;
  };
  'gf-handout': { lesson: LessonId | '' };
}

export class GlassLessons extends HTMLElement {
  for: string;
  lesson: LessonId | 'list' | '';
  src: string;
  folded: boolean;

  readonly element: GlassFormer | null;

  close(): void;
  showHandout(on: boolean): void;
}

/** The attributes of <glass-lessons>; docs/embedding.md says what each does. */
export interface GlassLessonsAttributes {
  for?: string;
  lesson?: LessonId | 'list' | '';
  src?: string;
  folded?: boolean;
  theme?: 'auto' | 'light' | 'dark';
  lang?: string;
}

/** As JSX and templates of Vue know it. */
export type GlassLessonsProps = PropsOf<GlassLessonsAttributes, GlassLessonsDetails>;

declare module './element.js' {
  interface GlassElements {
    'glass-lessons': GlassLessonsProps;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-lessons': GlassLessons;
  }
  interface GlobalEventHandlersEventMap extends EventsOf<GlassLessonsDetails> {}
}

// Whoever does not have it must compile too.
// @ts-ignore
declare module 'vue' {
  interface GlobalComponents {
    'glass-lessons': new () => { $props: GlassLessonsProps };
  }
}
