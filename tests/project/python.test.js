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
const PYTHON = ['/usr/bin/python3', findProgram(['python3'])];

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

test(
  'the traits of the Python widget are attributes, or what the element sets',
  { skip },
  () => {
    const names = answer(
      python,
      `import ast
tree = ast.parse(open(${JSON.stringify(`${FOLDER}glassformer/widget.py`)}).read())
cls = next(n for n in tree.body if isinstance(n, ast.ClassDef))
print(json.dumps([n.targets[0].id for n in cls.body if isinstance(n, ast.Assign)]))`,
    );
    const attributes = [...Object.keys(ATTRIBUTES), ...SWITCHES];
    const known = [
      '_esm',
      ...attributes.map((name) => name.replace('-', '_')),
      ...'state progress measurements attention attention_shape tokens'.split(' '),
    ];
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((/** @type {string} */ name) => !known.includes(name)),
      [],
    );
  },
);

test('settings of Python become a link', { skip }, () => {
  const program = `from glassformer.values import link
print(json.dumps([link({"n_layer": 2, "tied_head": True}), link({})]))`;
  assert.deepEqual(answer(python, program), ['v=1&n_layer=2&tied_head=true', '']);
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
w = Glassformer(text="abc", settings={"n_layer": 1}, preset="tiny")
print(json.dumps([w.corpus, w.config, w.preset, w.attention_weights()]))`;
    assert.deepEqual(answer(complete, program), ['abc', 'v=1&n_layer=1', 'tiny', null]);
  },
);
