// SPDX-License-Identifier: MIT
// English: the tabs, by the definitions of the views.
import { tabsIn } from '../../views/words.js';

export const tabs = tabsIn('en');
