// SPDX-License-Identifier: MIT
// A vocabulary as tokenizer.json, the file of Hugging Face's tokenizers
// (https://huggingface.co/docs/tokenizers).

/**
 * As a checkpoint has it (src/text/tokenizer/tokenizer.h).
 * @typedef {{ kind: string, characters?: string, merges?: number[], pieces?: string[],
 *   scores?: number[], unknown?: number, begin?: number, end?: number, form?: string,
 *   tokens?: (string | null)[], added?: number[], split?: string, whole?: boolean,
 *   words?: boolean, leading_space?: boolean, unless_space?: boolean }} Vocabulary
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
export function byteCharacters() {
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
/** Words as src/text/tokenizer/splits.c divides a text. */
const CHUNK =
  ` ?[^${SPACES}${SYMBOLS}0-9]+| ?[0-9]+| ?[${SYMBOLS}]+` +
  `|[${SPACES}]+?(?= [^${SPACES}])|[${SPACES}]+`;
/** Of what ByteLevel makes of them at most 64 bytes, the last of which ends a character. */
const PART = '.{1,64}(?![Ģ-ł¡-¬Ń®-¿])';

/** @param {boolean} use_regex @param {boolean} add_prefix_space */
const byteLevel = (use_regex, add_prefix_space) => ({
  ...{ type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex },
});

/** @param {object} first @param {boolean} use_regex @param {object[]} last */
const before = (first, use_regex, ...last) => ({
  type: 'Sequence',
  pretokenizers: [first, byteLevel(use_regex, false), ...last],
});

/** @param {string} Regex */
const isolated = (Regex) => ({
  ...{ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
});

const LLAMA3 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}" +
  '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';

/** By their names in src/text/tokenizer/splits.h; a space may come before.
 * @type {Record<string, (spaced: boolean) => object>} */
const SPLITS = {
  gpt2: (spaced) => byteLevel(true, spaced),
  llama3: () => before(isolated(LLAMA3), false),
  smollm: () => before({ type: 'Digits', individual_digits: true }, true),
  glassformer: () => before(isolated(CHUNK), false, isolated(PART)),
};

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
  return file({
    pre_tokenizer: SPLITS.glassformer(false),
    decoder: byteLevel(false, false),
    model: bpe(tokens, pairs),
  });
}

const SPACE = '▁';

/** What Llama's tokenizer does before and after. */
const PREPEND = {
  type: 'Sequence',
  normalizers: [
    { type: 'Prepend', prepend: SPACE },
    { type: 'Replace', pattern: { String: ' ' }, content: SPACE },
  ],
};
const SPACES_AGAIN = {
  type: 'Sequence',
  decoders: [
    { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
    { type: 'ByteFallback' },
    { type: 'Fuse' },
    { type: 'Strip', content: ' ', start: 1, stop: 0 },
  ],
};

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

/** Puts a token before every text. @param {string} first @param {number} id */
const beginsWith = (first, id) => ({
  type: 'TemplateProcessing',
  single: [
    { SpecialToken: { id: first, type_id: 0 } },
    { Sequence: { id: 'A', type_id: 0 } },
  ],
  pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
  special_tokens: { [first]: { id: first, ids: [id], tokens: [first] } },
});

/** @param {string} content @param {number} id */
const added = (content, id) => ({
  ...{ id, content, single_word: false, lstrip: false, rstrip: false },
  ...{ normalized: false, special: true },
});

/** @param {Vocabulary} vocabulary */
function ofPieces({ pieces = [], scores = [], unknown = 0, begin = 1, end = 2 }) {
  const tokens = pieces.map((piece) => piece.replaceAll(' ', SPACE));
  return file({
    added_tokens: [...new Set([unknown, begin, end])].map((id) =>
      added(tokens[id], id),
    ),
    normalizer: PREPEND,
    post_processor: beginsWith(tokens[begin], begin),
    decoder: SPACES_AGAIN,
    model: bpe(tokens, mergesOf(tokens, scores), {
      unk_token: tokens[unknown],
      fuse_unk: true,
      byte_fallback: true,
    }),
  });
}

/** A vocabulary that came from such a file. @param {Vocabulary} vocabulary */
function ofVocabulary({ tokens: list = [], merges = [], added: own = [], ...v }) {
  const bytes = v.form === 'bytes';
  const isOwn = new Set(own);
  const tokens = list.map((token, id) =>
    bytes || isOwn.has(id) ? token : (token?.replaceAll(' ', SPACE) ?? null),
  );
  const vocab = Object.fromEntries(
    tokens.flatMap((token, id) => (token === null ? [] : [[token, id]])),
  );
  /** @type {[string, string][]} */
  const pairs = [];
  for (let i = 0; i < merges.length; i += 2)
    pairs.push([String(tokens[merges[i]]), String(tokens[merges[i + 1]])]);
  const { begin = -1, unknown = -1, leading_space: spaced = false } = v;
  const isPlain = spaced && !v.unless_space && !v.words;
  const metaspace = {
    ...{ type: 'Metaspace', replacement: SPACE, split: v.words },
    prepend_scheme: spaced ? 'first' : 'never',
  };
  return file({
    added_tokens: own.map((id) => added(String(tokens[id]), id)),
    normalizer: !bytes && isPlain ? PREPEND : null,
    pre_tokenizer: bytes
      ? SPLITS[v.split ?? 'gpt2'](spaced)
      : isPlain
        ? null
        : metaspace,
    post_processor: begin < 0 ? null : beginsWith(String(tokens[begin]), begin),
    decoder: bytes ? byteLevel(true, spaced) : SPACES_AGAIN,
    model: {
      ...bpe([], pairs, { byte_fallback: !bytes, ignore_merges: v.whole === true }),
      ...(unknown >= 0 && { unk_token: tokens[unknown], fuse_unk: true }),
      vocab,
    },
  });
}

/** @type {Record<string, (vocabulary: Vocabulary) => object>} */
const KINDS = {
  ...{ chars: ofCharacters, bpe: ofBytes },
  ...{ sentencepiece: ofPieces, bpe_vocabulary: ofVocabulary },
};

/** @param {Vocabulary} vocabulary @returns {object | null} null: of words, whose spaces the
 *   format cannot express */
export const tokenizerFile = (vocabulary) =>
  KINDS[vocabulary.kind]?.(vocabulary) ?? null;
