// SPDX-License-Identifier: MIT
// German: the tabs.
import { tabsIn } from '../../views/words.js';
import views from './of-views.js';

export const tabs = tabsIn('de', views);
