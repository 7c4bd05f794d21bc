// SPDX-License-Identifier: MIT
// Lets the frame be as high as what is in it, within limits: a message is believed only
// when it comes from that frame and is of the kind and version that is known.
const LEAST = 200;
const MOST = 4000;

const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
  if (!frame || source !== frame.contentWindow) return;
  if (data?.type !== 'glass-former:size' || data.v !== 1) return;
  const height = Math.min(MOST, Math.max(LEAST, Number(data.height) || 0));
  frame.style.blockSize = `${height}px`;
});
