// SPDX-License-Identifier: MIT
// What to read and watch next. Titles stay in the language of the works, in every catalogue.

/** @type {[authors: string, title: string, address: string][]} */
export const WORKS = [
  [
    'Vaswani et al. 2017',
    'Attention is all you need',
    'https://arxiv.org/abs/1706.03762',
  ],
  [
    'Karpathy 2023',
    'Let’s build GPT: from scratch, in code, spelled out',
    'https://www.youtube.com/watch?v=kCc8FmEb1nY',
  ],
  [
    'Starmer 2024',
    'Coding transformers from scratch',
    'https://www.youtube.com/watch?v=C9QSpl5nmrY',
  ],
  [
    'nostalgebraist 2020',
    'Interpreting GPT: the logit lens',
    'https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens',
  ],
  [
    'Elhage et al. 2021',
    'A mathematical framework for transformer circuits',
    'https://transformer-circuits.pub/2021/framework/index.html',
  ],
  [
    'Olsson et al. 2022',
    'In-context learning and induction heads',
    'https://arxiv.org/abs/2209.11895',
  ],
];
