// SPDX-License-Identifier: MIT
// Types of dist/anywidget.js: a front-end module as https://anywidget.dev wants it.

/** What a notebook tells of its widget. */
export interface WidgetModel {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

declare const widget: {
  /** Returns what to call when the widget goes away. */
  render(widget: { model: WidgetModel; el: HTMLElement }): () => void;
};
export default widget;
