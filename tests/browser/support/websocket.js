// SPDX-License-Identifier: MIT
// A WebSocket client of one screen (RFC 6455), for driving Firefox: Node 20 has none of
// its own. Text messages only, one server on this machine, no extensions.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const OP_CONTINUATION = 0;
const OP_TEXT = 1;
const OP_CLOSE = 8;
const OP_PING = 9;
const OP_PONG = 10;

/**
 * @param {number} opcode
 * @param {Buffer} payload
 */
function frame(opcode, payload) {
  const n = payload.length;
  const extended = n < 126 ? 0 : n < 65536 ? 2 : 8;
  const header = Buffer.alloc(2 + extended);
  header[0] = 0x80 | opcode;
  // The high bit says that the payload is masked, which clients must do.
  header[1] = 0x80 | (extended === 0 ? n : extended === 2 ? 126 : 127);
  if (extended === 2) header.writeUInt16BE(n, 2);
  if (extended === 8) header.writeBigUInt64BE(BigInt(n), 2);
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let i = 0; i < n; i += 1) masked[i] ^= mask[i % 4];
  return Buffer.concat([header, mask, masked]);
}

/**
 * The first frame in the buffer, or null when it is not complete yet.
 *
 * @param {Buffer} buffer
 */
function parseFrame(buffer) {
  if (buffer.length < 2) return null;
  const short = buffer[1] & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (buffer.length < start) return null;
  let n = short;
  if (short === 126) n = buffer.readUInt16BE(2);
  if (short === 127) n = Number(buffer.readBigUInt64BE(2));
  if (buffer.length < start + n) return null;
  return {
    last: (buffer[0] & 0x80) !== 0,
    opcode: buffer[0] & 0x0f,
    payload: buffer.subarray(start, start + n),
    n_bytes: start + n,
  };
}

/**
 * @param {string} url ws://host:port/path
 * @param {(message: string) => void} onMessage
 * @returns {Promise<{ send: (message: string) => void, close: () => void }>}
 */
export function connect(url, onMessage) {
  return new Promise((done, fail) => {
    const upgrade = request(url.replace(/^ws:/, 'http:'), {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    upgrade.on('error', fail);
    upgrade.on('response', ({ statusCode }) => fail(new Error(`status ${statusCode}`)));
    upgrade.on('upgrade', (_, socket, head) => {
      let buffer = head;
      /** @type {Buffer[]} */
      let parts = [];
      const take = () => {
        for (let f = parseFrame(buffer); f; f = parseFrame(buffer)) {
          buffer = buffer.subarray(f.n_bytes);
          if (f.opcode === OP_PING) socket.write(frame(OP_PONG, f.payload));
          if (f.opcode === OP_CLOSE) socket.end();
          if (f.opcode !== OP_TEXT && f.opcode !== OP_CONTINUATION) continue;
          parts.push(f.payload);
          if (!f.last) continue;
          const message = Buffer.concat(parts).toString('utf8');
          parts = [];
          onMessage(message);
        }
      };
      socket.on('data', (chunk) => {
        buffer = Buffer.concat([buffer, chunk]);
        take();
      });
      socket.on('error', () => socket.destroy());
      done({
        send: (message) => socket.write(frame(OP_TEXT, Buffer.from(message))),
        close: () => socket.end(frame(OP_CLOSE, Buffer.alloc(0))),
      });
      take();
    });
    upgrade.end();
  });
}
