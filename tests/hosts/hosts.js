// SPDX-License-Identifier: MIT
// The hosts of `make hosts`. What an author adds for the element is in docs/hosts.md, by
// the same name; here is what the host's own template would bring, and how it is built. Each
// is served below /course/, and the element stands on a page that is not the first.
import { BUNDLERS } from './bundlers.js';
import { FRAMEWORKS } from './frameworks.js';
import { GENERATORS } from './generators.js';
import { NOTEBOOKS } from './notebooks.js';
import { SLIDES } from './slides.js';

export const HOSTS = [
  ...GENERATORS,
  ...SLIDES,
  ...FRAMEWORKS,
  ...BUNDLERS,
  ...NOTEBOOKS,
];
