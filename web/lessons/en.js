// SPDX-License-Identifier: MIT
// The words of the lessons, step by step as in lessons.js. `see` gets the measures of the
// step as formatted text.

/** @typedef {Record<string, string>} Values */

/**
 * @typedef {object} StepWords
 * @property {string} say
 * @property {string} act on the button
 * @property {string} [ask] what to predict before
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
      'Ten short lessons, from counting pairs to a working transformer. Predict first, then look. Everything stays in this page.',
    minutes: (/** @type {string} */ n) => `${n} min`,
    number: (/** @type {string} */ n, /** @type {string} */ all) =>
      `Lesson ${n} of ${all}`,
    step: (/** @type {string} */ n, /** @type {string} */ all) => `Step ${n} of ${all}`,
    last: 'Question',
    finished: 'done',
    begun: 'begun',
    predict: 'Predict first',
    typed: 'Your prediction',
    keep: 'Keep it',
    said: 'You said:',
    came: 'What came:',
    hit: 'As predicted.',
    miss: 'It came out differently. That is the point of predicting.',
    odd: 'With this model it did not come out as the lesson expects. Did a setting change? Begin the lesson again to see it.',
    wrote: 'It wrote:',
    working: 'Working. The run bar above shows how far it is.',
    paused: 'Training was paused. Press the button to go on.',
    again: 'Begin again',
    back: 'Back',
    next: 'Next',
    list: 'All lessons',
    nextLesson: 'Next lesson',
    close: 'Close',
    smaller: 'Make smaller',
    larger: 'Make larger',
    question: 'A question to end with',
    show: 'Show the answer',
    link: 'Copy a link to this lesson',
    linkCopied: 'Link copied.',
    handout: 'Handout to print',
    print: 'Print',
    handoutTitle: 'Glassformer: ten lessons on paper',
    name: 'Name',
    observed: 'What I saw:',
    answers: 'Answers',
  },

  lessons: /** @type {Record<string, LessonWords>} */ ({
    bigram: {
      title: 'Counting pairs',
      goal: 'See what a model can know from one character, and what its loss means.',
      steps: [
        {
          say: 'The smallest language model is a table. It has a row for each character, and in it a score for each character that may come next. It reads nothing else.',
          act: 'Load the table',
          see: (x) =>
            `Untrained, its loss on held-out text is ${x.firstHeldOut}. Knowing nothing costs ${x.uniform}: random scores are worse than none.`,
        },
        {
          say: 'Training changes the scores a little at each step, so that what came next gets more.',
          ask: 'Where will the loss on held-out text end?',
          options: [
            'Near the dashed line of letter pairs',
            'Half way between letter counts and letter pairs',
            'Far below letter pairs',
          ],
          act: 'Train 600 steps',
          see: (x) =>
            `It ended at ${x.heldOut}. Counting the pairs of this text gives ${x.pairs}: the table found what counting finds.`,
        },
        {
          say: 'Now let it write. Each character is drawn from the row of the one before it.',
          act: 'Write 200 characters',
          see: (x) =>
            `Share of its pairs that the text has: ${x.pairsKnown}. Share of its words: ${x.wordsKnown}. Pairs are right, words are not.`,
        },
      ],
      question: 'The table will not get much better, however long it trains. Why?',
      answer:
        'It sees one character. What came before that one is not in its input, so no training can make use of it.',
    },

    averaging: {
      title: 'The mean of everything so far',
      goal: 'Mix earlier characters in three ways that give one result.',
      steps: [
        {
          say: 'To use more than one character, the simplest idea is to mix: each place reads the mean of all characters up to itself. Here a triangle of equal weights does it in one matrix product.',
          ask: 'Will the mean of all characters do better than letter pairs?',
          options: ['Better', 'The same', 'Worse'],
          act: 'Train 300 steps',
          see: (x) =>
            `Held-out loss ${x.matrix}, letter pairs ${x.pairs}. In a mean, the last character counts no more than any other.`,
        },
        {
          say: 'The same mean can be taken by a loop, or by a softmax over scores that are all zero. Both start with the same weights and read the same text.',
          ask: 'How far apart will the three losses be?',
          options: ['Equal, up to rounding', 'A little apart', 'Far apart'],
          act: 'Train both',
          see: (x) => `Triangle ${x.matrix}, loop ${x.loops}, softmax ${x.softmax}.`,
        },
        {
          say: 'Look at the triangle. Each row reads, each column is looked at, and grey stripes are the future.',
          act: 'Show the triangle',
          see: (x) =>
            `Row by row the weights are 1, 1/2, 1/3 and so on. The largest difference from that is ${x.unevenRows}.`,
        },
      ],
      question:
        'A softmax over zeros gives equal weights. What must change to look at some characters more?',
      answer:
        'The scores. When they come from the characters themselves instead of being zero, the softmax gives unequal weights. That is attention.',
    },

    queries: {
      title: 'Queries, keys and values',
      goal: 'Follow one score from two lists of numbers to a share.',
      steps: [
        {
          say: 'Now each character writes three short lists. Its query says what it looks for. Its key says what it can be found by. Its value is what it hands over.',
          act: 'Train one head',
          see: (x) =>
            `Held-out loss ${x.heldOut}; letter counts cost ${x.letters}. The triangle is no longer even.`,
        },
        {
          say: 'Choose a character in the line to follow it. The page takes the sixth for you. Each earlier character gets a score: its key times the query. A softmax turns scores into shares.',
          ask: 'What do the shares add up to?',
          options: ['1', 'The number of characters', 'It depends on the text'],
          act: 'Choose it and open the walk',
          see: (x) =>
            `The ${x.nShares} shares add up to ${x.sharesSum}. Each score is query times key, divided by a fixed number.`,
        },
        {
          say: 'That fixed number is the root of the width of the head. Look at the card called Scale.',
          ask: 'Without dividing, what happens to the largest share?',
          options: ['It grows', 'It shrinks', 'Nothing'],
          act: 'Compute it without dividing',
          see: (x) =>
            `The largest share is ${x.topShare}. Without dividing it would be ${x.topUndivided}.`,
        },
      ],
      question: 'Why should the softmax not be too sharp when training begins?',
      answer:
        'If one share is near 1, the others are near 0, and so are their gradients. The head learns nothing about characters it does not look at.',
    },

    slip: {
      title: 'One head, and a slip in the wiring',
      goal: 'Find a mistake that gives no error message.',
      steps: [
        {
          say: 'This head is wired as in a course notebook. It trains, and no message appears. Something is wrong all the same.',
          ask: 'How far will the head’s own weights (query, key, value) move in 600 steps?',
          options: ['As far as all others', 'Not at all', 'Only those of the value'],
          act: 'Train 600 steps',
          see: (x) =>
            `Largest change of any of them since step 0: ${x.headMoved}. Held-out loss: ${x.slip}. The triangle drifts a little, because the characters it reads have moved.`,
        },
        {
          say: 'The slip: the output reads the bare character. What the head found goes nowhere, so nothing tells the head to change.',
          ask: 'With the output connected, the loss will be',
          options: ['lower', 'the same', 'higher'],
          act: 'Mend it and train again',
          see: (x) =>
            `Mended: ${x.heldOut}. With the slip: ${x.slip}. Now the head’s weights have moved, by up to ${x.headMoved}.`,
        },
      ],
      question: 'Which signs would have told you, without reading the code?',
      answer:
        'The loss stops where letter pairs stop, and the head’s own weights do not move. Where no gradient arrives, nothing is learned.',
    },

    heads: {
      title: 'Many heads, simple and efficient',
      goal: 'See what several heads cost, and two ways to compute them.',
      steps: [
        {
          say: 'Take one head of width 32, or four heads of width 8. The width in all is the same.',
          ask: 'Which has more weights?',
          options: ['One wide head', 'Four narrow heads', 'Both the same'],
          act: 'Count them',
          see: (x) => `One head: ${x.one} weights. Four heads: ${x.four}.`,
        },
        {
          say: 'Four heads can look at four things at once. Train them, then choose one after the other in the grid.',
          act: 'Train 150 steps',
          see: (x) =>
            `No two heads of a layer look alike. The two closest differ by ${x.headsDiffer} nats.`,
        },
        {
          say: 'The simple way gives each head small matrices of its own and writes down the whole table of weights. The efficient way has one matrix for all heads.',
          ask: 'What changes from efficient to simple?',
          options: ['The result', 'Only time and memory', 'The number of weights'],
          act: 'Train the simple way',
          see: (x) =>
            `Loss ${x.fused} and ${x.simple}; the gap is due to other first weights. A step took ${x.fusedMs} ms and ${x.simpleMs} ms here. Weights: ${x.nParam}.`,
        },
      ],
      question: 'Why does the simple way get slow when there are many heads?',
      answer:
        'Each head brings small matrix products of its own, and a full table of weights is written and read again. Many small pieces of work suit a processor badly.',
    },

    block: {
      title: 'A block: residual and norm',
      goal: 'Take the residual stream away and see what it was for.',
      steps: [
        {
          say: 'A block is attention and a feed-forward part. Each adds its result to the list x and does not replace it: the residual stream. A norm before each part keeps the numbers in range.',
          act: 'Train three blocks',
          see: (x) =>
            `Held-out loss ${x.pre} after 150 steps; letter counts cost ${x.letters}.`,
        },
        {
          say: 'Now the same three blocks, but every part replaces x.',
          ask: 'Where will it end after 150 steps?',
          options: ['Much the same', 'At letter counts', 'At letter pairs'],
          act: 'Train without the residual',
          see: (x) =>
            `It ended at ${x.bare}; letter counts cost ${x.letters}. It learned which letters are common, and no more.`,
        },
        {
          say: 'In the paper of 2017 the norm comes after the addition. That is called post-norm.',
          ask: 'In the first 150 steps, post-norm learns',
          options: ['faster', 'more slowly', 'just as fast'],
          act: 'Train with post-norm',
          see: (x) => `Post-norm ${x.post}, norm before each part ${x.pre}.`,
        },
      ],
      question: 'Why does the residual stream help deep models to learn?',
      answer:
        'The gradient can run back along the sum without passing through every part. And x reaches the output even while a layer does nothing useful yet.',
    },

    positions: {
      title: 'Where a letter stands',
      goal: 'Compare no positions, learned ones and waves.',
      steps: [
        {
          say: 'Attention reads a set, not a row: without positions it does not know what stands where. The task here is to write a string of letters backwards.',
          ask: 'Can the model learn this without positions?',
          options: ['Yes', 'About half of it', 'No'],
          act: 'Train without positions',
          see: (x) =>
            `It gets ${x.without} of the held-out strings right, as a share of 1.`,
        },
        {
          say: 'Now each place has a list of numbers of its own, learned like every other weight, and added to the letter.',
          act: 'Train with positions',
          see: (x) => `With positions ${x.with}, without ${x.without}.`,
        },
        {
          say: 'The paper of 2017 does not learn them: each place gets values of sine waves of many lengths.',
          ask: 'Two places three apart, near the start or near the end: how alike are they?',
          options: ['Equally alike', 'More alike at the start', 'There is no rule'],
          act: 'Compare places',
          see: (x) =>
            `Waves: likeness at equal distance differs by ${x.waves} at most. An untrained learned table: by up to ${x.learned}.`,
        },
      ],
      question:
        'A model that hides the future can do something without positions. How can it tell where it is?',
      answer:
        'From the mask. The first place may look at one character, the tenth at ten. A mean over what is allowed differs from place to place.',
    },

    answer: {
      title: 'The smallest decoder that answers',
      goal: 'Watch two questions become answers in 60 steps.',
      steps: [
        {
          say: 'Five words, two questions, two numbers for each word, one head. Everything in this model can be checked by hand.',
          ask: 'It is asked “what is statquest”. What will it say before training? There are the words what, is, statquest, awesome and <EOS>, which ends an answer.',
          act: 'Ask it untrained',
          see: (x) => `Questions answered right: ${x.before} of 2.`,
        },
        {
          say: 'Each step shows it one of its two lines.',
          ask: 'How many of the two will it answer after 60 steps?',
          options: ['None', 'One', 'Both'],
          act: 'Train 60 steps and ask again',
          see: (x) => `Questions answered right: ${x.answers} of 2.`,
        },
      ],
      question: 'Both answers are right. Does the model understand the questions?',
      answer:
        'There is no sign of it. Both answers are the same two words, and it has seen these two lines only. It knows them by heart.',
    },

    cross: {
      title: 'Encoder and decoder',
      goal: 'See where a writer looks in what a reader has read.',
      steps: [
        {
          say: 'An encoder reads the whole string, both ways. A decoder writes, and for each letter it may look at all that the encoder read. That is cross attention.',
          ask: 'To write “fedcba” after reading “abcdef”, where should its first letter look?',
          options: [
            'At the first letter read',
            'At the last letter read',
            'At all alike',
          ],
          act: 'Train it and open the best head',
          see: (x) =>
            `Share of held-out strings right to the last letter: ${x.answered}. Its best head puts ${x.mirrored} on the mirrored letter; an even spread would be ${x.evenSpread}.`,
        },
        {
          say: 'Ask it yourself. It learned from random letters; this word is hardly one of its strings.',
          ask: 'Will it write “glassy” backwards?',
          options: ['Yes', 'Some letters', 'No'],
          act: 'Ask for “glassy”',
          see: (x) =>
            x.writtenBackwards === '1'
              ? 'Every letter is right.'
              : 'Not every letter is right.',
        },
      ],
      question: 'The encoder’s heads have no triangle. Why may they look ahead?',
      answer:
        'The encoder only reads. It does not guess what comes next, so seeing it gives nothing away, and nothing needs to be hidden.',
    },

    induction: {
      title: 'The poet, and a circuit that copies',
      goal: 'Train a small poet, then find two heads that work together.',
      steps: [
        {
          say: 'The poet of the course has 10.8 million weights and learns Martín Fierro; a step takes seconds. This is a small twin: the same parts, two layers of two heads, on the text of this page.',
          ask: 'After 300 steps, where will its held-out loss be?',
          options: [
            'Clearly below letter pairs',
            'At letter pairs',
            'Above letter pairs',
          ],
          act: 'Train the small poet',
          see: (x) => `Held-out loss ${x.heldOut}, letter pairs ${x.pairs}.`,
        },
        {
          say: 'Now a text where only looking back helps: random letters, a bar, and the same letters again. The first copy cannot be guessed, the second can.',
          ask: 'What will the loss of the second copy do?',
          options: [
            'Fall evenly from the start',
            'Stay for a while, then fall fast',
            'Stay for ever',
          ],
          act: 'Train two layers of one head',
          see: (x) =>
            `Second copy: ${x.early} at step 150, ${x.secondCopy} at step 500. First copy: ${x.firstCopy}.`,
        },
        {
          say: 'Some head looks at what followed the same letter last time. The page can find it by its score.',
          act: 'Find it',
          see: (x) =>
            `Its weight on the place to copy from: ${x.stripe}. By chance it would be ${x.stripeChance}.`,
        },
        {
          say: 'A score shows where a head looks. Whether the model needs it shows only when it is gone.',
          ask: 'With this head switched off, the loss will',
          options: ['rise a lot', 'stay', 'fall'],
          act: 'Switch it off',
          see: (x) => `Guesses are ${x.offDelta} nats worse without it.`,
        },
      ],
      question: 'Copying takes two layers. Why is one not enough?',
      answer:
        'A head in layer 2 must find the place that comes after the last same letter. So each place has to know which letter stood before it. A head in layer 1 brings that news: it looks one back.',
    },
  }),
};
