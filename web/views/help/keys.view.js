// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'keys',
  bundle: 'first',
  isControl: true,
  places: {},
  queries: [],
  words: null,
});
