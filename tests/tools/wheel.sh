#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python package as a wheel in build/wheel, by `python3 -m build` (PyPI).
#
#   wheel.sh        builds it
#   wheel.sh test   + installs it twice, with what it needs and without, and asks it for a model
set -eu
cd "$(dirname "$0")/../.."
folder=build/wheel

quietly() {
    log=$("$@" 2>&1) || {
        printf 'wheel: %s failed:\n%s\n' "$*" "$log" >&2
        exit 1
    }
}

mkdir -p $folder
[ -d $folder/python ] || quietly python3 -m venv $folder/python
quietly $folder/python/bin/pip install build==1.6.1
# From a copy, where what it leaves disturbs nobody.
rm -rf $folder/package $folder/*.whl
cp -r python $folder/package
quietly $folder/python/bin/python -m build --wheel --outdir $folder $folder/package
ls $folder/*.whl
if [ "${1:-}" != test ]; then exit 0; fi

for name in with without; do
    rm -rf ${folder:?}/$name
    quietly python3 -m venv $folder/$name
done
quietly $folder/with/bin/pip install $folder/*.whl
quietly $folder/without/bin/pip install --no-deps $folder/*.whl
cd $folder # not beside the sources
with/bin/python -c '
from glassformer import Glassformer
model = Glassformer("abc", {"n_layer": 1}, seed=7, workers=2, max_steps=5)
assert (model.seed, model.workers, model.max_steps) == (7, 2, 5)
assert model._esm and len(str(model._esm)) > 500_000
print("with anywidget: a widget of", len(str(model._esm)), "bytes")'
without/bin/python -c '
import glassformer
assert len(glassformer.Frame("abc")._repr_html_()) > 500_000
try:
    glassformer.Glassformer
except ImportError as error:
    print("without:", error)
else:
    raise SystemExit("anywidget is there")'
