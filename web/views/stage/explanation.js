// SPDX-License-Identifier: MIT
// What explains a prediction is in a file of its own: the stage and the sum beside it load it when
// the reader first asks why.
import { adoptStyles } from 'lit';
import { loadedMore, loadMore } from '../more-file.js';

/** @import { View } from '../shared/view.js' */

/** @type {WeakSet<View>} */
const styled = new WeakSet();

/**
 * The prediction at the pin, explained; null where attention is shown, or until the code and the
 * words are there.
 * @param {View} view drawn again then @param {import('./scene.js').Scene | null} scene
 * @returns {import('./types.js').Explained | null}
 */
export function explanationFor(view, scene) {
  const { stageMode, lang, answers } = view.state;
  if (stageMode !== 'why') return null;
  const loaded = loadedMore();
  const waiting = loaded ? loaded.whyWords.load(lang) : load(view);
  if (waiting) void waiting.then(() => view.requestUpdate());
  if (!loaded || waiting) return null;
  const { styles } = /** @type {typeof import('../shared/view.js').View} */ (
    view.constructor
  );
  if (!styled.has(view))
    adoptStyles(/** @type {ShadowRoot} */ (view.renderRoot), [
      ...[styles].flat(),
      loaded.whyStyles,
    ]);
  styled.add(view);
  const why = /** @type {{ obstacle?: unknown } | undefined} */ (answers.why?.value);
  return why?.obstacle ? null : loaded.explain(view, scene);
}

/** @param {View} view */
async function load(view) {
  try {
    await loadMore();
  } catch {
    // Without its file there is only attention; the next click tries again.
    view.app.selection.showOnStage('attention');
    view.app.announce(view.t.stage.noFile);
    /** @type {Partial<import('./types.js').Stage>} */ (view).note?.(
      view.t.stage.noFile,
    );
  }
}
