// SPDX-License-Identifier: MIT
// English: what the marks of the stage mean, shown on hovering and in a list.

export default {
  chosen:
    'Softmax of the logits: the most probable next tokens after the one chosen. Underlined: what really comes next.',
  chosenLabels:
    'Softmax of the logits: how probable each label is. Underlined: the correct one.',
  roof: 'Each bar: the probability that the model gave to what really comes next.',
  next: 'What really comes next in the text. Shade: surprisal, in bits.',
  final:
    'The most probable next token, after the last layer. Bold: right. Shade: probability of the correct one.',
  guess:
    'Logit lens: the next token the model would name if it stopped here. Bold: right. Shade: probability of the correct one.',
  embedding:
    'The token and its position as a vector; read out here, mostly the token itself.',
  attention:
    'Each token attends to others. Lines rise from the attended token to the attending one; thicker is more weight. Each colour is one head.',
  average: 'Each token takes the same share of all tokens so far; nothing is chosen.',
  mlp: 'Works on one column alone. The longer the mark, the more it adds to the residual stream, drawn as a thread.',
  text: 'The line the model reads. Bold: what the chosen one attends to most.',
  labelRow: 'The correct label. Shade: surprisal, in bits.',
};
