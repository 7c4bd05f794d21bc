// SPDX-License-Identifier: MIT
// A vocabulary as tokenizer.json, the file of Hugging Face's tokenizers
// (https://huggingface.co/docs/tokenizers).

/**
 * As a checkpoint has it (src/text/tokenizer/tokenizer.h).
 * @typedef {{ kind: string, characters?: string, merges?: number[], pieces?: string[],
 *   scores?: number[], unknown?: number, begin?: number, end?: number }} Vocabulary
 */

/** What differs between kinds. @param {object} parts */
const file = (parts) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: { type: 'Fuse' },
  ...parts,
});

/** @param {string[]} tokens */
const idsOf = (tokens) => Object.fromEntries(tokens.map((token, id) => [token, id]));

/** @param {string[]} tokens @param {[string, string][]} merges @param {object} [more] */
const bpe = (tokens, merges, more) => ({
  ...{ type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: null },
  ...{ end_of_word_suffix: null, fuse_unk: false, byte_fallback: false },
  ...more,
  ...{ vocab: idsOf(tokens), merges },
});

/** Pairs that nothing merges: every character is a token. @param {Vocabulary} vocabulary */
const ofCharacters = ({ characters = '' }) => file({ model: bpe([...characters], []) });

/** Characters that stand for bytes, so that each can be seen (Radford et al. 2019, GPT-2). */
function byteCharacters() {
  const seen = (/** @type {number} */ byte) =>
    (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(seen(byte) ? byte : next++),
  );
}

/** The groups of src/text/tokenizer/char_class.c; what is in neither is a letter. */
const SPACES = ' \t-\r\u0085\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const SYMBOLS =
  '\u0000-\u0008\u000e-\u001f!-/:-@\\[-\\^`{-\u0084\u0086-\u009f¡-©«-´¶-¹»-¿×÷' +
  '‐-\u201a“-„†-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2bff\ufe00-\ufe0f\u{1f000}-\u{1faff}';
/** Words as src/text/tokenizer/chunks.c divides a text. */
const CHUNK =
  ` ?[^${SPACES}${SYMBOLS}0-9]+| ?[0-9]+| ?[${SYMBOLS}]+` +
  `|[${SPACES}]+?(?= [^${SPACES}])|[${SPACES}]+`;

/** @param {Vocabulary} vocabulary */
function ofBytes({ merges = [] }) {
  const tokens = byteCharacters();
  /** @type {[string, string][]} */
  const pairs = [];
  for (let i = 0; i < merges.length; i += 2) {
    const [left, right] = [tokens[merges[i]], tokens[merges[i + 1]]];
    pairs.push([left, right]);
    tokens.push(left + right);
  }
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true };
  const split = { type: 'Split', pattern: { Regex: CHUNK }, invert: false };
  return file({
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { ...split, behavior: 'Isolated' },
        { ...byteLevel, use_regex: false },
      ],
    },
    decoder: { ...byteLevel, use_regex: false },
    model: bpe(tokens, pairs),
  });
}

const SPACE = '▁';

/** Every way to make a piece of two, the likeliest piece first.
 * @param {string[]} pieces @param {number[]} scores @returns {[string, string][]} */
function mergesOf(pieces, scores) {
  const known = new Set(pieces);
  const order = pieces.map((_, id) => id).sort((a, b) => scores[b] - scores[a]);
  return order.flatMap((id) => {
    const characters = [...pieces[id]];
    return characters.slice(1).flatMap((_, n) => {
      const left = characters.slice(0, n + 1).join('');
      const right = characters.slice(n + 1).join('');
      /** @type {[string, string][]} */
      const pair = [[left, right]];
      return known.has(left) && known.has(right) ? pair : [];
    });
  });
}

/** @param {Vocabulary} vocabulary */
function ofPieces({ pieces = [], scores = [], unknown = 0, begin = 1, end = 2 }) {
  const tokens = pieces.map((piece) => piece.replaceAll(' ', SPACE));
  const special = [...new Set([unknown, begin, end])].map((id) => ({
    ...{ id, content: tokens[id], single_word: false, lstrip: false, rstrip: false },
    ...{ normalized: false, special: true },
  }));
  const first = tokens[begin];
  return file({
    added_tokens: special,
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Prepend', prepend: SPACE },
        { type: 'Replace', pattern: { String: ' ' }, content: SPACE },
      ],
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: first, type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
      ],
      pair: [
        { Sequence: { id: 'A', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
      ],
      special_tokens: { [first]: { id: first, ids: [begin], tokens: [first] } },
    },
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        { type: 'Strip', content: ' ', start: 1, stop: 0 },
      ],
    },
    model: bpe(tokens, mergesOf(tokens, scores), {
      unk_token: tokens[unknown],
      fuse_unk: true,
      byte_fallback: true,
    }),
  });
}

/** @type {Record<string, (vocabulary: Vocabulary) => object>} */
const KINDS = { chars: ofCharacters, bpe: ofBytes, sentencepiece: ofPieces };

/** @param {Vocabulary} vocabulary @returns {object | null} null: of words, whose spaces the
 *   format cannot express */
export const tokenizerFile = (vocabulary) =>
  KINDS[vocabulary.kind]?.(vocabulary) ?? null;
