// SPDX-License-Identifier: MIT
// Files that are copied, or asked for by their address (`?url` of Vite): not imported.
declare const address: string;
export default address;
