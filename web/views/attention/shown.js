// SPDX-License-Identifier: MIT
// What the large head shows now, put together from the state.
import { headPicture } from './head-modes.js';
import { isNew } from '../../draw/canvas.js';

/** Several ask for it while one state is drawn.
 * @type {{ picture: import('./head-modes.js').HeadPicture | null }} */
const last = { picture: null };

/** @param {import('../../state/inspection-types.js').Answer | undefined} answer @param {unknown[]} subject */
const asked = (answer, subject) =>
  answer?.key.startsWith(`[${JSON.stringify(subject)}`) ? answer.value : null;

/**
 * What the chosen head shows, as the engine last told it.
 * @param {import('../../state/types.js').State} state
 * @returns {import('./head-modes.js').HeadPicture | null} not turned; null while it has not been told
 */
export function pictureOf({ look, layer, head, showing, answers }) {
  if (!look) return null;
  const { pattern, earlier } = answers;
  if (!isNew(last, look, layer, head, showing.mode, showing.since, pattern, earlier))
    return last.picture;
  return (last.picture = headPicture(look, layer, head, showing.mode, {
    // An answer to another question is of another head, line or kind.
    table: asked(pattern, [look.text, layer, head, showing.mode]),
    earlier: asked(earlier, [look.text, showing.since]),
  }));
}
