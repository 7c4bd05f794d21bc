// SPDX-License-Identifier: MIT
// A TypeScript project that installed the published package: what it may do compiles, and what
// it may not do does not, under the strictest settings and without skipping our declarations.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { viewStateOf } from '../../web/element/view-state.js';
import { initialState } from '../../web/state/state.js';
import { ATTRIBUTES, SWITCHES, properties } from '../../web/element/attributes.js';
import { packedProject } from '../tools/packed.js';
import { readManifest } from '../tools/read-manifest.js';

const LESSON_IDS = readdirSync(
  new URL('../../web/lessons/built-in', import.meta.url),
).map((name) => name.replace('.json', ''));

/** @type {ReturnType<typeof packedProject>} */
let project;
before(() => void (project = packedProject()));
after(() => project.remove());

const SESSION = `
import { GlassError, EngineSession, Session, configPresets, createSession } from 'glassformer';

const session: Session = await createSession({ text: 'abc', config: { n_layer: 2 }, workers: 1 });
session.on('progress', ({ step, loss }) => console.log(step.toFixed(), loss.toFixed(2)));
const end: string = await session.run({ until: 10 });
const { text, tokens } = await session.sample({ prompt: 'a', chars: 3, temperature: 0.8 });
const file: Uint8Array = await session.save();
const names: string[] = (await configPresets()).map(({ name }) => name);
const steps: number[] = session.history.step;
export const told = [end, text.length, tokens.length, file.length, names, steps, GlassError, EngineSession];
`;

/** Each line by itself must be refused; types that are `any` would refuse nothing. */
const NOT_A_SESSION = [
  `await createSession({});`,
  `await createSession({ text: 1 });`,
  `(await createSession({ text: 'a' })).sample({ chars: 'many' });`,
  `(await createSession({ text: 'a' })).trian();`,
  `const steps: string = (await createSession({ text: 'a' })).steps;`,
];

const { attributes, members, events } = readManifest();
const lessons = readManifest('glass-lessons');

/** Every name of the manifest, used. */
const ELEMENT = `
import { GlassFormer } from 'glassformer/element';
import widget from 'glassformer/anywidget';

const element = document.createElement('glass-former');
element.seed = 7;
element.autostart = 'visible';
const { step, loss } = (await element.step(3))!;
const { text } = await element.sample({ prompt: 'a', chars: 3, minP: 0.1, repetitionPenalty: 1.1 });
await element.load(await element.save(), new Blob());
await element.load([new Blob()]);
const kept: number[] = element.exportState().history!.loss;
const seen: number | null | undefined = element.viewState?.viewedStep;
const attention: Float32Array | undefined = element.viewState?.activations?.attention;
const end: () => void = widget.render({
  model: { get: () => 1, set() {}, save_changes() {}, on() {}, off() {} },
  el: document.body,
});
export const told = [step.toFixed(), loss.toFixed(2), text.length, kept.length, seen, attention, end];
${Object.keys(viewStateOf(initialState()))
  .map((name) => `void element.viewState!.${name};`)
  .join('\n')}
${Object.keys(properties)
  .map((name) => `void element.${name};`)
  .join('\n')}
${members.map(use).join('\n')}
${events.map(listen).join('\n')}
`;

/** With a value that it allows. @param {{ name: string }} attribute */
function inJsx({ name }) {
  if (SWITCHES.includes(name)) return `${name}={true}`;
  const [start, isFine] = ATTRIBUTES[name];
  return `${name}="${[start, '1', 'a'].find((value) => value && isFine(value))}"`;
}

/** @param {{ name: string }} attribute */
const lessonInJsx = ({ name }) =>
  ({ lesson: 'lesson="slip"', folded: 'folded', theme: 'theme="dark"' })[name] ??
  `${name}="a"`;

/** @param {Record<string, any>} member */
function use(member) {
  return `void ${member.static ? 'GlassFormer' : 'element'}.${member.name};`;
}

/** @param {Record<string, any>} event */
function listen({ name, type }) {
  const details = type.text.replace(/[{}\s]/g, '').split(',');
  const used = details.map((/** @type {string} */ each) => `event.detail.${each}`);
  return `element.addEventListener('${name}', (event) => [${used.join(', ')}]);`;
}

/** Where events bubble to, and JSX: every attribute of the manifest. */
const HOSTS = `
import 'glassformer/element';
import 'glassformer/lessons';

const steps: number[] = [];
const listener = ({ detail }: CustomEvent<{ step: number }>) => void steps.push(detail.step);
const element = document.createElement('glass-former');
${['element', 'document.body', 'document', 'window']
  .flatMap((target) =>
    ['add', 'remove'].map(
      (verb) => `${target}.${verb}EventListener('gf-progress', listener);`,
    ),
  )
  .join('\n')}
document.addEventListener('gf-lesson-step', ({ detail }) => detail.measures.heldOut > detail.step);
document.addEventListener('gf-lesson', ({ detail }) => detail.lesson === 'slip');
document.addEventListener('keydown', ({ key }) => key);
export const all = (
  <section>
    <glass-former
      ${attributes.map(inJsx).join('\n      ')}
      id="one"
      class="wide"
      data-topic="attention"
      onClick={() => steps.pop()}
      ongf-progress={({ detail }) => detail.loss.toFixed(2)}
    >
      What readers see first.
    </glass-former>
    <glass-lessons
      ${lessons.attributes.map(lessonInJsx).join('\n      ')}
    ></glass-lessons>
  </section>
);
declare global {
  namespace JSX {
    interface IntrinsicElements {
      section: { children?: unknown };
    }
  }
}
`;

const NOT_FOR_HOSTS = [
  `document.addEventListener('gf-progress', ({ detail }) => detail.height);`,
  `element.removeEventListener('gf-state', 7);`,
  `const one = <glass-former autostart="sometimes" />;`,
  `const two = <glass-former maxSteps={300} />;`,
  `const three = <glass-lessons lesson={7} />;`,
];

const LESSONS = `
import { GlassLessons } from 'glassformer/lessons';
import type { BuiltInLessonId, LessonId } from 'glassformer/lessons';

const element = document.createElement('glass-lessons');
export const ids: BuiltInLessonId[] = ${JSON.stringify(LESSON_IDS)};
element.lesson = ids[0];
element.lesson = 'a-lesson-of-my-own';
element.addEventListener('gf-lesson', ({ detail }) => {
  const id: LessonId | '' = detail.lesson;
  return id;
});
const found: number | undefined = element.element?.exportState().step;
export const told = [GlassLessons, found, element.for, element.src, element.folded, element.lang];
${lessons.members.map(use).join('\n')}
${lessons.events.map(listen).join('\n')}
`;

const NOT_LESSONS = [
  `element.lesson = 7;`,
  `const own: import('glassformer/lessons').BuiltInLessonId = 'algebra';`,
  `element.showHandout();`,
  `element.addEventListener('gf-lesson', ({ detail }) => detail.step);`,
];

const NOT_AN_ELEMENT = [
  `element.trian();`,
  `element.state = 'idle';`,
  `element.viewState = null;`,
  `element.viewState!.line = 'abc';`,
  `const step: string = element.viewState!.step;`,
  `element.autostart = 'sometimes';`,
  `await element.load('file');`,
  `element.addEventListener('gf-state', ({ detail }) => detail.step);`,
  `element.addEventListener('gf-progress', ({ detail: { loss } }) => loss.length);`,
];

const TSC = fileURLToPath(
  new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url),
);
const OPTIONS = {
  noEmit: true,
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  jsx: 'preserve',
  lib: ['es2023', 'dom'],
  types: [],
  // TypeScript's own, no others.
  skipDefaultLibCheck: true,
};

/** A project of its own: what one imports is not there for the others.
 * @param {string} good @param {string} head of what is refused @param {string[]} bad
 * @returns {string} what tsc objects to */
function compile(good, head, bad) {
  project.write('good.tsx', good);
  const lines = bad.map((line) => `// @ts-expect-error\n${line}`).join('\n');
  project.write('bad.tsx', `${head}\n${lines}\nexport {};\n`);
  const files = ['good.tsx', 'bad.tsx'];
  project.write('tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS, files }));
  const { stdout, stderr, status } = spawnSync(process.execPath, [TSC], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `tsc: ${status}\n${stdout}${stderr}`;
}

test('a TypeScript project gets the types of sessions and samples', () => {
  const head = `import { createSession } from 'glassformer';`;
  assert.equal(compile(SESSION, head, NOT_A_SESSION), '');
});

test('a TypeScript project gets the types of the element, every name of it', () => {
  assert.ok(attributes.length > 20 && members.length > 10 && events.length > 5);
  const head = `import 'glassformer/element';
const element = document.createElement('glass-former');`;
  assert.equal(compile(ELEMENT, head, NOT_AN_ELEMENT), '');
});

test('a TypeScript project gets JSX, and the events wherever they bubble to', () => {
  const head = `import 'glassformer/element';
import 'glassformer/lessons';
const element = document.createElement('glass-former');`;
  assert.equal(compile(HOSTS, head, NOT_FOR_HOSTS), '');
});

test('a TypeScript project gets the types of the lessons, every name of them', () => {
  assert.ok(lessons.members.length > 2 && lessons.events.length > 2);
  const head = `import 'glassformer/lessons';
const element = document.createElement('glass-lessons');`;
  assert.equal(compile(LESSONS, head, NOT_LESSONS), '');
});

test('TypeScript that does not read `exports` finds the types of each import', () => {
  const paths = ['', '/element', '/lessons', '/anywidget', '/worker.js', '/core.wasm'];
  for (const path of paths) {
    const { resolvedModule } = ts.resolveModuleName(
      `glassformer${path}`,
      `${project.folder}/index.ts`,
      { moduleResolution: ts.ModuleResolutionKind.Node10 },
      ts.sys,
    );
    assert.match(
      resolvedModule?.resolvedFileName ?? '',
      /dist\/types\/\w+\.d\.ts$/,
      path,
    );
  }
});

test('types bring what is said of them, once', () => {
  const read = (/** @type {string} */ path) =>
    readFileSync(join(project.folder, 'node_modules/glassformer', path), 'utf8');
  for (const path of project.files.filter((each) => each.endsWith('.d.ts')))
    assert.doesNotMatch(read(path), /@(typedef|import)\b/, path);
  const types = read('dist/types/shared/types.d.ts');
  assert.match(types, /\/\*\* first … last - 1: .*\*\/\nexport type Range =/);
  assert.match(types, /\/\*\* a string is encoded as UTF-8 \*\/\nexport type Bytes =/);
});
