// SPDX-License-Identifier: MIT
// English: the lessons, step by step as in data.js. `see` gets the measures of the step as
// formatted text.

/** @typedef {Record<string, string>} Values */

/**
 * @typedef {object} StepWords
 * @property {string} say
 * @property {string} act label of the button
 * @property {string} [ask] the prediction to make before it
 * @property {string[]} [options]
 * @property {(x: Values) => string} see
 */

/**
 * @typedef {object} LessonWords
 * @property {string} title
 * @property {string} goal
 * @property {StepWords[]} steps
 * @property {string} question
 * @property {string} answer
 */

export default {
  ui: {
    title: 'Lessons',
    about:
      'Ten short lessons, from a bigram model to a working transformer. Predict first, then observe. Everything stays in this page.',
    minutes: (/** @type {string} */ n) => `${n} min`,
    number: (/** @type {string} */ n, /** @type {string} */ all) =>
      `Lesson ${n} of ${all}`,
    step: (/** @type {string} */ n, /** @type {string} */ all) => `Step ${n} of ${all}`,
    last: 'Question',
    finished: 'done',
    begun: 'started',
    predict: 'Predict first',
    typed: 'Your prediction',
    keep: 'Save prediction',
    said: 'Your prediction:',
    came: 'Result:',
    hit: 'As predicted.',
    miss: 'The result is different. That is the point of predicting.',
    odd: 'This model did not give the result the lesson expects. If a setting has changed, restart the lesson.',
    wrote: 'Generated:',
    working: 'Working. The run bar above shows the progress.',
    paused: 'Training is paused. Press the button to continue.',
    again: 'Restart lesson',
    back: 'Back',
    next: 'Next',
    list: 'All lessons',
    nextLesson: 'Next lesson',
    close: 'Close',
    smaller: 'Make smaller',
    larger: 'Make larger',
    question: 'Closing question',
    show: 'Show the answer',
    link: 'Copy a link to this lesson',
    linkCopied: 'Link copied.',
    report: 'Report to print',
    handout: 'Handout to print',
    print: 'Print',
    handoutTitle: 'Glassformer: ten lessons on paper',
    name: 'Name',
    observed: 'Observation:',
    answers: 'Answers',
  },

  lessons: /** @type {Record<string, LessonWords>} */ ({
    bigram: {
      title: 'A bigram model',
      goal: 'See what a model can learn from one character, and what its loss means.',
      steps: [
        {
          say: 'The smallest language model is a table of logits: one row per character, with a score for each character that may come next. It reads nothing else.',
          act: 'Load the table',
          see: (x) =>
            `Untrained, its validation loss is ${x.firstHeldOut}. Random guessing has ${x.uniform}: random logits are worse than equal ones.`,
        },
        {
          say: 'Each training step changes the logits a little, so that the actual next characters become more likely.',
          ask: 'Where will the validation loss end?',
          options: [
            'Near the dashed line of letter pairs',
            'Half way between letter counts and letter pairs',
            'Far below letter pairs',
          ],
          act: 'Train 600 steps',
          see: (x) =>
            `It ended at ${x.heldOut}. Counting the letter pairs of this text gives ${x.pairs}: the table has learned what counting finds.`,
        },
        {
          say: 'Now generate text. Each character is sampled from the row of the previous one.',
          act: 'Generate 200 characters',
          see: (x) =>
            `Share of its letter pairs that occur in the text: ${x.pairsKnown}. Share of its words: ${x.wordsKnown}. The pairs are right, the words are not.`,
        },
      ],
      question: 'The table will not improve much, however long it trains. Why?',
      answer:
        'Its context is one character. What came before is not in its input, so no training can use it.',
    },

    averaging: {
      title: 'The mean of everything so far',
      goal: 'Average earlier characters in three ways that give the same result.',
      steps: [
        {
          say: 'The simplest way to use more than one character is to average: each position reads the mean of all characters up to itself. Here a triangular matrix of equal weights does it in one matrix product.',
          ask: 'Will the mean of all characters do better than letter pairs?',
          options: ['Better', 'The same', 'Worse'],
          act: 'Train 300 steps',
          see: (x) =>
            `Validation loss ${x.matrix}, letter pairs ${x.pairs}. In a mean, the last character counts no more than any other.`,
        },
        {
          say: 'The same mean can be computed by a loop, or by a softmax over scores that are all zero. Both start with the same weights and read the same text.',
          ask: 'How far apart will the three losses be?',
          options: ['Equal, up to rounding', 'A little apart', 'Far apart'],
          act: 'Train both',
          see: (x) => `Triangle ${x.matrix}, loop ${x.loops}, softmax ${x.softmax}.`,
        },
        {
          say: 'Look at the triangle. Rows are queries, columns are keys, and hatched cells are masked.',
          act: 'Show the triangle',
          see: (x) =>
            `Row by row the weights are 1, 1/2, 1/3 and so on. The largest deviation is ${x.unevenRows}.`,
        },
      ],
      question:
        'A softmax over zeros gives equal weights. What must change for a position to attend more to some characters?',
      answer:
        'The scores. When they are computed from the characters instead of being zero, the softmax gives unequal weights. That is attention.',
    },

    queries: {
      title: 'Queries, keys and values',
      goal: 'Follow one attention score from two vectors to an attention weight.',
      steps: [
        {
          say: 'Now each character gets three short vectors. Its query says what it looks for. Its key says what it can be found by. Its value is what it passes on.',
          act: 'Train one head',
          see: (x) =>
            `Validation loss ${x.heldOut}; letter counts have ${x.letters}. The triangle is no longer uniform.`,
        },
        {
          say: 'Choose a character in the line to follow it; the page takes the sixth for you. Each earlier character gets a score: the dot product of its key and the query. A softmax turns the scores into attention weights.',
          ask: 'What is the sum of the attention weights?',
          options: ['1', 'The number of characters', 'It depends on the text'],
          act: 'Choose it and open the forward pass',
          see: (x) =>
            `The sum of the ${x.nShares} weights is ${x.sharesSum}. Each score is the dot product of query and key, divided by a constant.`,
        },
        {
          say: 'That constant is √d, the square root of the head size. Look at the card “Scale by √d”.',
          ask: 'Without scaling, what happens to the largest weight?',
          options: ['It grows', 'It shrinks', 'Nothing'],
          act: 'Compute it without scaling',
          see: (x) =>
            `The largest weight is ${x.topShare}. Without scaling it would be ${x.topUndivided}.`,
        },
      ],
      question: 'Why should the softmax not be saturated when training begins?',
      answer:
        'If one weight is near 1, the others are near 0, and so are their gradients. The head learns nothing about characters it does not attend to.',
    },

    slip: {
      title: 'One head, and a bug',
      goal: 'Find a bug that gives no error message.',
      steps: [
        {
          say: 'This head is wired as in a course notebook. It trains without any error message, yet something is wrong.',
          ask: 'How much will the head’s own weights (query, key, value) change in 600 steps?',
          options: ['As much as all others', 'Not at all', 'Only those of the value'],
          act: 'Train 600 steps',
          see: (x) =>
            `Largest change of any of them since step 0: ${x.headMoved}. Validation loss: ${x.slip}. The triangle drifts a little, because the embeddings it reads have changed.`,
        },
        {
          say: 'The bug: the output layer reads the token embedding. The output of the head is not used, so its weights get no gradient.',
          ask: 'With the output connected, the loss will be',
          options: ['lower', 'the same', 'higher'],
          act: 'Fix it and train again',
          see: (x) =>
            `Fixed: ${x.heldOut}. With the bug: ${x.slip}. Now the head’s weights have changed, by up to ${x.headMoved}.`,
        },
      ],
      question: 'Which signs would have told you, without reading the code?',
      answer:
        'The loss stops at letter pairs, and the head’s own weights do not change. Without a gradient nothing is learned.',
    },

    heads: {
      title: 'Multi-head attention, simple and fused',
      goal: 'See what several heads cost, and two ways to compute them.',
      steps: [
        {
          say: 'Take one head of size 32, or four heads of size 8. The total size is the same.',
          ask: 'Which has more parameters?',
          options: ['One large head', 'Four small heads', 'Both the same'],
          act: 'Count them',
          see: (x) => `One head: ${x.one} parameters. Four heads: ${x.four}.`,
        },
        {
          say: 'Four heads can attend to four things at once. Train them, then choose one after the other in the grid.',
          act: 'Train 150 steps',
          see: (x) =>
            `No two heads of a layer attend alike. The two closest differ by ${x.headsDiffer} nats.`,
        },
        {
          say: 'The simple implementation gives each head its own small matrices and stores the whole matrix of attention weights. The fused one has one matrix for all heads.',
          ask: 'What changes from fused to simple?',
          options: ['The result', 'Only time and memory', 'The number of parameters'],
          act: 'Train the simple implementation',
          see: (x) =>
            `Loss ${x.fused} and ${x.simple}; the difference comes from different initial weights. A step took ${x.fusedMs} ms and ${x.simpleMs} ms here. Parameters: ${x.nParam}.`,
        },
      ],
      question: 'Why does the simple implementation get slow with many heads?',
      answer:
        'Each head adds small matrix products, and a full matrix of attention weights is written and read again. Many small operations use a processor badly.',
    },

    block: {
      title: 'A block: residual connections and normalisation',
      goal: 'Remove the residual connections and see what they are for.',
      steps: [
        {
          say: 'A block is attention and an MLP. Each adds its output to the vector x instead of replacing it: x is the residual stream. Normalisation before each of them keeps the numbers in range.',
          act: 'Train three blocks',
          see: (x) =>
            `Validation loss ${x.pre} after 150 steps; letter counts have ${x.letters}.`,
        },
        {
          say: 'Now the same three blocks, but attention and MLP replace x.',
          ask: 'Where will it end after 150 steps?',
          options: ['Much the same', 'At letter counts', 'At letter pairs'],
          act: 'Train without residual connections',
          see: (x) =>
            `It ended at ${x.bare}; letter counts have ${x.letters}. It learned which letters are common, and no more.`,
        },
        {
          say: 'In the transformer paper of 2017 normalisation comes after the addition. That is called post-norm.',
          ask: 'In the first 150 steps, post-norm learns',
          options: ['faster', 'more slowly', 'just as fast'],
          act: 'Train with post-norm',
          see: (x) => `Post-norm ${x.post}, pre-norm ${x.pre}.`,
        },
      ],
      question: 'Why do residual connections help deep models to learn?',
      answer:
        'The gradient flows back through the sums without passing through every layer. And x reaches the output even while a layer does nothing useful yet.',
    },

    positions: {
      title: 'Positions',
      goal: 'Compare no positions, learned positions and sinusoidal positions.',
      steps: [
        {
          say: 'Attention reads a set, not a sequence: without positions it does not know the order. The task here is to write a string of letters backwards.',
          ask: 'Can the model learn this without positions?',
          options: ['Yes', 'About half of it', 'No'],
          act: 'Train without positions',
          see: (x) =>
            `Share of the validation strings it gets right: ${x.without}, where 1 is all.`,
        },
        {
          say: 'Now each position has its own embedding, learned like every other weight, and added to that of the letter.',
          act: 'Train with positions',
          see: (x) => `With positions ${x.with}, without ${x.without}.`,
        },
        {
          say: 'The paper of 2017 does not learn them: each position gets values of sine waves of many wavelengths.',
          ask: 'Two positions three apart, near the start or near the end: how similar are their embeddings?',
          options: ['Equally similar', 'More similar at the start', 'There is no rule'],
          act: 'Compare positions',
          see: (x) =>
            `Sinusoidal: the similarity at equal distance differs by ${x.waves} at most. Learned, before training: by up to ${x.learned}.`,
        },
      ],
      question:
        'A model with a causal mask can do something without positions. How can it tell where it is?',
      answer:
        'From the mask. The first position may attend to one character, the tenth to ten. A mean over them differs from position to position.',
    },

    answer: {
      title: 'The smallest decoder that answers',
      goal: 'Train a model to answer two questions in 60 steps.',
      steps: [
        {
          say: 'Five words, two questions, embeddings of two numbers, one head. Everything in this model can be checked by hand.',
          ask: 'The prompt is “what is statquest”. What will the untrained model answer? Its words are what, is, statquest, awesome and <EOS>, which ends an answer.',
          act: 'Ask the untrained model',
          see: (x) => `Questions answered right: ${x.before} of 2.`,
        },
        {
          say: 'Each step trains on one of the two lines.',
          ask: 'How many of the two will it answer after 60 steps?',
          options: ['None', 'One', 'Both'],
          act: 'Train 60 steps and ask again',
          see: (x) => `Questions answered right: ${x.answers} of 2.`,
        },
      ],
      question: 'Both answers are right. Does the model understand the questions?',
      answer:
        'There is no sign of it. Both answers are the same two words, and it was trained on these two lines only. It has memorised them.',
    },

    cross: {
      title: 'Encoder and decoder',
      goal: 'See what a decoder attends to in the input of the encoder.',
      steps: [
        {
          say: 'An encoder reads the whole string in both directions. A decoder generates, and for each letter it may attend to all positions of the encoder. That is cross attention.',
          ask: 'To write “fedcba” after reading “abcdef”, what should its first letter attend to?',
          options: [
            'The first letter read',
            'The last letter read',
            'All letters equally',
          ],
          act: 'Train it and open the best head',
          see: (x) =>
            `Share of validation strings with every letter right: ${x.answered}. Its best head puts a weight of ${x.mirrored} on the mirrored letter; uniform attention would put ${x.evenSpread}.`,
        },
        {
          say: 'Ask it yourself. It was trained on random letters; this word is hardly one of its strings.',
          ask: 'Will it write “glassy” backwards?',
          options: ['Yes', 'Some letters', 'No'],
          act: 'Ask for “glassy”',
          see: (x) =>
            x.writtenBackwards === '1'
              ? 'Every letter is right.'
              : 'Not every letter is right.',
        },
      ],
      question:
        'The heads of the encoder have no causal mask. Why may they attend to later positions?',
      answer:
        'The encoder only reads. It does not predict the next character, so there is nothing to hide from it.',
    },

    induction: {
      title: 'The poet, and an induction circuit',
      goal: 'Train a small poet, then find two heads that work together.',
      steps: [
        {
          say: 'The poet of the course has 10.8 million parameters and learns Martín Fierro; a step takes seconds. This is a small version with the same components: two layers of two heads, on the text of this page.',
          ask: 'After 300 steps, where will its validation loss be?',
          options: [
            'Clearly below letter pairs',
            'At letter pairs',
            'Above letter pairs',
          ],
          act: 'Train the small poet',
          see: (x) => `Validation loss ${x.heldOut}, letter pairs ${x.pairs}.`,
        },
        {
          say: 'Now a text where only attention to earlier text helps: random letters, a bar, and the same letters again. The first copy cannot be predicted, the second can. Afterwards the model gets lines of another kind: their second half begins with another letter, as in abcd|cdab.',
          ask: 'There it will go on',
          options: [
            'with the letter that followed the same letter before the bar',
            'with the letter that stood at the next place before the bar',
          ],
          act: 'Train two layers of one head',
          see: (x) =>
            `Loss of the second copy: ${x.secondCopy}, of the first: ${x.firstCopy}. On rotated lines, guesses by the place: ${x.byPlace} of 1, by the letter: ${x.byContent}. It learned to copy by place.`,
        },
        {
          say: 'To learn more than places, a model needs lines in which places say nothing: different letters, a bar, and the same letters from any of them on.',
          ask: 'Trained on these, it will go on',
          options: ['by the place', 'by the letter', 'by neither'],
          act: 'Train on rotated lines',
          see: (x) =>
            `Guesses by the letter: ${x.byContent} of 1, by the place: ${x.byPlace}, on lines it was not trained on.`,
        },
        {
          say: 'A head in layer 2 attends to what followed the same letter before the bar: an induction head. It relies on a head in layer 1 that attends to the previous token. The page finds both by their scores.',
          act: 'Find them',
          see: (x) =>
            `Layer 2, attention weight on what followed the same letter: ${x.onContent}; on what followed the same place: ${x.onPlace}. Layer 1, on the previous token: ${x.onPrevious}; by chance it would be ${x.previousChance}.`,
        },
        {
          say: 'A score shows what a head attends to. Only ablation shows whether the model needs the head.',
          ask: 'With the head in layer 2 switched off, the guesses by the letter will',
          options: ['fall below half', 'stay as they are', 'become better'],
          act: 'Switch it off',
          see: (x) => `Guesses by the letter: ${x.byContent} of 1.`,
        },
        {
          say: 'Now it is on again. The other head of the circuit attends only to the previous token, which alone predicts nothing here.',
          ask: 'With the head in layer 1 switched off instead, the guesses by the letter will',
          options: ['fall below half', 'stay as they are', 'become better'],
          act: 'Switch off the other',
          see: (x) =>
            `Guesses by the letter: ${x.byContent} of 1. The circuit needs both heads.`,
        },
      ],
      question: 'Induction takes two layers. Why is one not enough?',
      answer:
        'A head in layer 2 must find the position after the previous same letter. So each position has to know which letter came before it. A head in layer 1 provides this: it attends to the previous token.',
    },
  }),
};
