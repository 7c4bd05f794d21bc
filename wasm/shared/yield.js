// SPDX-License-Identifier: MIT
// Lets everything that waits (messages, input, drawing) have its turn.

/** @type {(() => void)[]} */
const waiting = [];
/** @type {MessageChannel | undefined} */
let channel;

/** A message to ourselves queues behind all that came before it. Timers would wait at
 * least 4 ms in browsers, and a second each in a hidden tab. */
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

/** Node empties a port's queue, our own new messages included, before it looks at other
 * ports; setImmediate does not have that trap. */
const throughImmediate = () =>
  new Promise((/** @type {(value: void) => void} */ go) => {
    globalThis.setImmediate(() => go());
  });

/** @type {() => Promise<void>} */
export const yieldToEventLoop =
  typeof globalThis.setImmediate === 'function' ? throughImmediate : throughChannel;
