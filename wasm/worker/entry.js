// SPDX-License-Identifier: MIT
// What a worker runs. Works as a classic worker from a Blob (bundled) and as a
// worker_threads worker in Node.

import { work } from './start.js';

work();
