// SPDX-License-Identifier: MIT
// Spanish: the tabs, by the definitions of the views.
import { tabsIn } from '../../views/words.js';

export const tabs = tabsIn('es');
