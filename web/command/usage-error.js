// SPDX-License-Identifier: MIT
/** A mistake on the command line. */
export class UsageError extends Error {}
