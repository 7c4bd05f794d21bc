// SPDX-License-Identifier: MIT
// Types of dist/lessons.js: <glass-lessons>, the lessons beside a <glass-former>. What each
// name is for: dist/custom-elements.json, docs/embedding.md.
import type { GlassFormer, Listen } from './embed.js';

export type LessonId =
  | 'bigram'
  | 'averaging'
  | 'queries'
  | 'slip'
  | 'heads'
  | 'block'
  | 'positions'
  | 'answer'
  | 'cross'
  | 'induction';

/** Details of the events. */
export interface GlassLessonsDetails {
  'gf-lesson': { lesson: LessonId | '' };
  'gf-lesson-closed': { lesson: '' };
  'gf-handout': { lesson: LessonId | '' };
}

export class GlassLessons extends HTMLElement {
  for: string;
  lesson: LessonId | 'list' | '';
  folded: boolean;

  readonly element: GlassFormer | null;

  close(): void;
  showHandout(on: boolean): void;

  addEventListener: Listen<GlassLessons, GlassLessonsDetails>;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-lessons': GlassLessons;
  }
}
