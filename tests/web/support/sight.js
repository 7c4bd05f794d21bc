// SPDX-License-Identifier: MIT
// A document that is in sight or not, and no more. Lit looks for one that can make elements when
// it is first imported, and has to be before.
import 'lit';

export function documentInSight() {
  Object.assign(globalThis, { document: { hidden: false } });
}
