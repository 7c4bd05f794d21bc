// SPDX-License-Identifier: MIT
// Spanish: the files of the experiments and assignments of the page have it themselves.

/** @type {Record<string, string>} */
export default {};
