// SPDX-License-Identifier: MIT
// Notebooks: the Python package as a widget, in their own readers.
import { AWAY_PAGE, BASE, BODY, REACT, VITE, asLesson, mounting } from './parts.js';

const PATH = 'lessons/attention.ipynb';

/** @param {string} code of its one cell */
const notebook = (code) => ({
  [PATH]: JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    },
    cells: [
      {
        cell_type: 'code',
        id: 'model',
        metadata: {},
        execution_count: null,
        outputs: [],
        source: code,
      },
    ],
  }),
});

/** @param {string} code */
const marimo = (code) => ({
  'attention.py': `import marimo
app = marimo.App()

@app.cell
def _():
${code.replaceAll(/^(?=.)/gm, '    ')}
    return
`,
});

/** When its kernel is there. */
const RUN_ALL = [
  '.jp-Notebook-ExecutionIndicator[data-status=idle]',
  '.jp-CodeCell .cm-content',
  'text="Run"',
  'text="Run All Cells"',
];
const DARK = ['text="Settings"', 'text="Theme"', 'text="JupyterLab Dark"'];
/** Of both Jupyter servers. */
const JUPYTER = `--no-browser --allow-root --ip=127.0.0.1 --port={port} --ServerApp.base_url=${BASE} \
--IdentityProvider.token= --ServerApp.root_dir=. --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
--LabApp.news_url=None`;

/** @type {import('./parts.js').Host[]} */
export const NOTEBOOKS = [
  {
    name: 'JupyterLab',
    path: `lab/tree/${PATH}`,
    python: 'jupyterlab',
    files: {},
    notebook,
    serve: `jupyter lab ${JUPYTER}`,
    open: RUN_ALL,
    dark: DARK,
    stays: true,
  },
  {
    name: 'Notebook 7',
    path: `notebooks/${PATH}`,
    python: 'notebook',
    files: {},
    notebook,
    serve: `jupyter notebook ${JUPYTER}`,
    own: /reading 'schema'/,
    open: RUN_ALL,
    dark: DARK,
    stays: true,
  },
  {
    name: 'marimo',
    path: '',
    python: 'marimo',
    files: { 'pyproject.toml': '[tool.marimo.display]\ntheme = "system"\n' },
    notebook: marimo,
    serve: `marimo run attention.py --headless --no-token --port {port} --base-url ${BASE.slice(0, -1)}`,
    stays: true,
  },
  {
    name: 'MyST',
    path: 'lessons/attention/',
    packages: { '@myst-theme/anywidget': '1.4.1', vite: VITE, ...REACT },
    bundle: 'public/glassformer.js',
    files: {
      'index.html': mounting('main.js'),
      'src/main.js': `import { ANY_RENDERERS } from '@myst-theme/anywidget';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import page from '../lessons/attention.md?raw';
const [, path, model] = /\\{anywidget\\} (\\S+)\\n([^]*?)\\n\`\`\`/.exec(page);
const node = { esm: new URL(path, \`\${location.origin}${BASE}lessons/attention.md\`).href, model: JSON.parse(model) };
createRoot(document.getElementById('root')).render(createElement(ANY_RENDERERS.anywidget, { node }));`,
    },
    build: `vite build --base ${BASE} && ${asLesson('dist')}`,
    out: 'dist',
  },
  {
    name: 'anywidget by `data:`',
    path: 'lessons/attention.html',
    bundle: 'glassformer.js',
    files: {
      'away.html': AWAY_PAGE,
      'lessons/attention.html': `${BODY}<body><a href="../away.html">Away</a>
<script type="module" src="widget.js"></script>`,
    },
  },
];
