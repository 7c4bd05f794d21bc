// SPDX-License-Identifier: MIT
// English: the pretrained model of the page.

export default {
  curve: 'This is the loss curve of the pretrained model.',
  back: 'Back to the pretrained model',
};
