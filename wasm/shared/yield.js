// SPDX-License-Identifier: MIT
// Yields to the event loop: messages, input and drawing are handled before it returns.

/** @type {(() => void)[]} */
const waiting = [];
/** @type {MessageChannel | undefined} */
let channel;

/** A message to this thread queues behind earlier ones. Timers would wait at least 4 ms
 * in browsers, and a second in a hidden tab. */
function throughChannel() {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  return new Promise((/** @type {(value: void) => void} */ go) => {
    waiting.push(() => go());
    channel?.port2.postMessage(null);
  });
}

/** Node empties a port's queue, new messages included, before it handles other ports, so
 * messages to this thread would starve them. setImmediate does not. */
const throughImmediate = () =>
  new Promise((/** @type {(value: void) => void} */ go) => {
    globalThis.setImmediate(() => go());
  });

/** @type {() => Promise<void>} */
export const yieldToEventLoop =
  typeof globalThis.setImmediate === 'function' ? throughImmediate : throughChannel;
