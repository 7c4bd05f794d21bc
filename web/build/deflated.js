// SPDX-License-Identifier: MIT
// Deflate as small as it gets: Zopfli finds 5 % less than zlib, in a second.

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} raw deflate */
export async function deflated(bytes) {
  // When it is wanted: once loaded, it ends the process at any error that nobody handles.
  const { default: zopfli } = await import('@gfx/zopfli');
  return zopfli.deflateAsync(bytes, {});
}
