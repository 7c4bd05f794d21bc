// SPDX-License-Identifier: MIT
// The Python package: its traits are what the widget reads, its settings are links. Without
// anywidget the class itself is not made; everything else is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ATTRIBUTES, SWITCHES } from '../../web/element/attributes.js';
import { findProgram } from '../tools/find-program.js';

const FOLDER = fileURLToPath(new URL('../../python/', import.meta.url));
/** The last is there once `make hosts` was. */
const PYTHON = [
  '/usr/bin/python3',
  findProgram(['python3']),
  fileURLToPath(new URL('../../build/hosts/python/bin/python', import.meta.url)),
];

/** The first Python that has these modules. @param {string} modules */
const pythonWith = (modules) =>
  PYTHON.find((each) => each && run(each, `import ${modules}`).status === 0);

/** @param {string} python @param {string} program */
function run(python, program) {
  const env = { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' };
  return spawnSync(python, ['-c', program], { encoding: 'utf8', env });
}

/** What a program prints, as JSON. @param {string} python @param {string} program */
function answer(python, program) {
  const { status, stdout, stderr } = run(python, `import json\n${program}`);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const python = pythonWith('ast') ?? '';
const skip = python ? false : 'no python3';

/** As Python writes them. */
const NAMES = [...Object.keys(ATTRIBUTES), ...SWITCHES].map((name) =>
  name.replace('-', '_'),
);
/** Set by the element. */
const NUMBERS = 'state progress measurements attention attention_shape tokens'.split(
  ' ',
);

test('the widget of Python has every attribute as a trait', { skip }, () => {
  const program = `import ast
tree = ast.parse(open(${JSON.stringify(`${FOLDER}glassformer/widget.py`)}).read())
cls = next(n for n in tree.body if isinstance(n, ast.ClassDef))
traits = [n.targets[0].id for n in cls.body if isinstance(n, ast.Assign)]
from glassformer.values import ATTRIBUTES
print(json.dumps([traits, ATTRIBUTES]))`;
  const [traits, known] = answer(python, program);
  assert.deepEqual(traits.sort(), ['_esm', ...NAMES, ...NUMBERS].sort());
  assert.deepEqual(known.sort(), [...NAMES].sort());
});

/** What an expression raises. @param {string} expression */
const raises = (expression) => `try:
    ${expression}
except Exception as error:
    print(json.dumps([type(error).__name__, str(error)]))`;

test(
  'Python refuses names that are no attributes, and names the nearest',
  { skip },
  () => {
    const ask = (/** @type {string} */ named) =>
      answer(
        python,
        `from glassformer import Frame\n${raises(`Frame('abc', ${named})`)}`,
      );
    const near = ask('max_step=3');
    assert.equal(near[0], 'TypeError');
    assert.match(
      near[1],
      /^there is no argument 'max_step'; 'max_steps' is one; settings/,
    );
    assert.match(ask('n_layer=3')[1], /'n_layer'.*settings=\{…\}$/);
  },
);

const bare = PYTHON.find((each) => each && run(each, 'import anywidget').status !== 0);

test(
  'without anywidget one sentence says what to install',
  { skip: bare ? false : 'no Python without anywidget' },
  () => {
    const program = raises('from glassformer import Glassformer');
    const [kind, sentence] = answer(String(bare), program);
    assert.equal(kind, 'ImportError');
    assert.match(sentence, /^Glassformer needs \w+ \(pip install anywidget numpy\); /);
  },
);

test('settings of Python become a link', { skip }, () => {
  const program = `from glassformer.values import link
print(json.dumps([link({"n_layer": 2, "tied_head": True}), link({})]))`;
  assert.deepEqual(answer(python, program), ['n_layer=2&tied_head=true', '']);
});

test(
  'a frame holds the bundle, or its address, and attributes that end nothing',
  { skip },
  () => {
    const program = `from glassformer import frame
from pathlib import Path
frame._BUNDLE = Path(${JSON.stringify(`${FOLDER}glassformer/values.py`)})
text = 'a "b" </script>'
print(json.dumps([frame.Frame(text, max_steps=3, readonly=False)._page(),
                  frame.Frame(bundle="https://my.site/g.js")._page(),
                  frame.Frame(text, height=300)._repr_html_()]))`;
    const [inline, linked, shown] = answer(python, program);
    assert.match(
      inline,
      /<glass-former max-steps="3" corpus="a &quot;b&quot; &lt;\/script&gt;"><\/glass-former>/,
    );
    assert.match(inline, /<script type="module"># SPDX.*def link/s);
    assert.match(
      linked,
      /<script type="module" src="https:\/\/my.site\/g.js"><\/script>/,
    );
    assert.match(shown, /^<iframe [^>]*sandbox="allow-scripts"[^>]*block-size: 300px/);
    assert.equal(shown.match(/[<>]/g)?.length, 4);
  },
);

const scientific = pythonWith('numpy') ?? '';

test(
  'attention is an array of numpy with the shape of the model',
  { skip: scientific ? false : 'no numpy' },
  () => {
    const program = `from glassformer.values import weights
import struct
data = struct.pack("<8f", *range(8))
a = weights(data, [1, 2, 2, 2])
print(json.dumps([a.shape, float(a[0, 1, 0, 1]), str(a.dtype), weights(b"", []) is None]))`;
    assert.deepEqual(answer(scientific, program), [[1, 2, 2, 2], 5, 'float32', true]);
  },
);

const complete = pythonWith('anywidget, numpy') ?? '';

test(
  'the widget takes a text and settings',
  { skip: complete ? false : 'no anywidget' },
  () => {
    const program = `from glassformer import Glassformer
w = Glassformer("abc", {"n_layer": 1}, "the line", seed=7, workers=2, max_steps="30",
                worker_url="w.js", step=5, background=True)
print(json.dumps([w.corpus, w.config, w.text, w.preset, w.seed, w.workers, w.max_steps,
                  w.worker_url, w.step, w.background, w.layer, w.attention_weights()]))`;
    assert.deepEqual(answer(complete, program), [
      ...['abc', 'n_layer=1', 'the line', '', 7, 2, '30', 'w.js', 5, true],
      ...[null, null],
    ]);
    const refused = `from glassformer import Glassformer\n${raises('Glassformer(max_step=3)')}`;
    assert.match(answer(complete, refused)[1], /^there is no argument 'max_step'/);
  },
);
