// SPDX-License-Identifier: MIT
// English sentences about loss as sound.

export default {
  on: 'Hear the loss',
  heard:
    'While it trains, up to four short tones a second: the lower, the lower the loss. Blind guessing sounds at 880 Hz.',
  counted: 'Counting groups of three letters is two octaves lower, 220 Hz.',
  none: 'No loss at all is two octaves lower, 220 Hz.',
};
