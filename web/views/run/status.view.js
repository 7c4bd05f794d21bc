// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'status',
  bundle: 'first',
  places: {},
  queries: [],
  words: null,
});
