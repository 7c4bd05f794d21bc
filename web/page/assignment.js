// SPDX-License-Identifier: MIT
// ?assign=NAME&who=ID: an assignment in the place of the lessons.
import { GlassAssignment } from '../assignments/panel.js';
import { leave, openPlace } from './beside.js';
import { address } from './take-link.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { GlassLessons } from '../lessons/panel.js' */

/** @param {GlassFormer} element @param {GlassLessons} lessons */
export function followAssignment(element, lessons) {
  const assign = address.parameter('assign');
  if (assign === null) return;
  const panel = new GlassAssignment();
  Object.assign(panel, { assign, who: address.parameter('who') ?? '', slot: 'learn' });
  panel.lang = element.lang;
  lessons.hidden = true;
  element.append(panel);
  panel.addEventListener('gf-assignment-closed', () => {
    panel.remove();
    lessons.hidden = false;
    address.setParameters({ assign: null, who: null });
    void leave(element);
  });
  void openPlace(element, 'learn');
}
