// SPDX-License-Identifier: MIT
// ?assign=NAME&who=ID: an assignment in the place of the lessons.
import { GlassAssignment } from '../assignments/panel.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { GlassLessons } from '../lessons/panel.js' */

/** @param {GlassFormer} element @param {GlassLessons} lessons */
export function followAssignment(element, lessons) {
  const asked = new URLSearchParams(location.search);
  const assign = asked.get('assign');
  if (assign === null) return;
  const panel = new GlassAssignment();
  Object.assign(panel, { assign, who: asked.get('who') ?? '', slot: 'learn' });
  panel.lang = element.lang;
  lessons.hidden = true;
  element.append(panel);
  const open = (/** @type {'learn' | 'stage'} */ place) =>
    void element.prepare().then(({ selection }) => selection.openPlace(place));
  panel.addEventListener('gf-assignment-closed', () => {
    panel.remove();
    lessons.hidden = false;
    const url = new URL(location.href);
    url.searchParams.delete('assign');
    url.searchParams.delete('who');
    history.replaceState(null, '', url);
    open('stage');
  });
  open('learn');
}
