// SPDX-License-Identifier: MIT
// The script of a worker: a classic worker from a Blob (bundled), or a worker_threads
// worker in Node.

import { work } from './start.js';

work();
