// SPDX-License-Identifier: MIT
// Types of dist/glassformer.js as a front-end module of a notebook (https://anywidget.dev).

/** What a notebook tells of its widget. */
export interface WidgetModel {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  /** Not everywhere. */
  off?(event: string, listener: () => void): void;
}

declare const widget: {
  /** Returns what to call when the widget goes away. */
  render(widget: { model: WidgetModel; el: HTMLElement }): () => void;
};
export { GlassFormer } from './element.js';
export default widget;
