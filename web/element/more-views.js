// SPDX-License-Identifier: MIT
// The views that the screen begins without (content.js has the others). The bundle of the element
// has them too; our own page loads them after what it begins with (web/page/later.js).
import '../views/attention/head.js';
import '../views/attention/heads.js';
import '../views/compare/compare.js';
import '../views/export/export.js';
import '../views/export/stored-runs.js';
import '../views/forward-pass/forward-pass.js';
import '../views/logits/attribution.js';
import '../views/logits/lens.js';
import '../views/run/presets.js';
import '../views/run/run-bar.js';
import '../views/run/setup.js';
import '../views/samples/write.js';
import '../views/text/text.js';
import '../views/weights/embeddings.js';
