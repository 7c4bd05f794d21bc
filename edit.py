p='tests/project/types.test.js'; s=open(p).read()
s=s.replace('''import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ATTR''','''import { join } from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { ATTR''')
s=s.replace('''const ROOT = fileURLToPath(new URL('../../', import.meta.url));

''','')
a=s.index('/** @param {string} good @param'); b=s.index("test('a TypeScript project gets the types of sessions")
s=s[:a]+'''const OPTIONS = {
  noEmit: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  jsx: ts.JsxEmit.Preserve,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  // TypeScript's own, no others.
  skipDefaultLibCheck: true,
};

/** What TypeScript brings along, read once. @type {Map<string, ts.SourceFile | undefined>} */
const libraries = new Map();

/** Reads files as in a start of tsc in that folder. @param {string} folder */
function hostOf(folder) {
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile;
  const libraryFolder = ts.getDirectoryPath(host.getDefaultLibFileName(OPTIONS));
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (name, ...how) => {
    if (!name.startsWith(libraryFolder)) return read(name, ...how);
    if (!libraries.has(name)) libraries.set(name, read(name, ...how));
    return libraries.get(name);
  };
  return host;
}

/** A project of its own: what one imports is not there for the others.
 * @param {string} good @param {string} head of what is refused @param {string[]} bad */
function compile(good, head, bad) {
  project.write('good.tsx', good);
  const lines = bad.map((line) => `// @ts-expect-error\\n${line}`).join('\\n');
  project.write('bad.tsx', `${head}\\n${lines}\\nexport {};\\n`);
  const host = hostOf(project.folder);
  const names = ['good.tsx', 'bad.tsx'].map((name) => join(project.folder, name));
  const program = ts.createProgram(names, OPTIONS, host);
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host);
}

'''+s[b:]
s=s.replace('getDirectoryPath(','getDirectoryPath(')
open(p,'w').write(s)
