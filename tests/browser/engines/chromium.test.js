// SPDX-License-Identifier: MIT
// Chromium, where every other test is: what the harness relies on, and strict hosts.
import { CHROMIUM } from '../support/browsers.js';
import { testStrictHosts } from './strict-hosts.js';
import { testWatching } from './watching.js';

testWatching(CHROMIUM);
testStrictHosts(CHROMIUM);
