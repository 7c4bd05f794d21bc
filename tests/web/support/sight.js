// SPDX-License-Identifier: MIT
// A document that is in sight or not, and no more. Lit looks for one that can make elements when
// it is first imported, and has to be before.
import 'lit';

export function documentInSight() {
  const page = { hidden: false };
  Object.assign(globalThis, { document: page });
  return page;
}
