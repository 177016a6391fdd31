import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programViolations, STARTS_THREADS, startedThreads } from './support/rules/program-rules.js';
import { repositoryRoot } from './support/program/run-svc.js';
import { crowdedFolders, violations } from './support/rules/source-rules.js';
import { webImportViolations } from './support/rules/web-imports.js';
import { wordTableViolations } from './support/rules/word-tables.js';
import { changesOf, WRITING_FILES, writeViolations } from './support/rules/write-rules.js';

describe('the sources', () => {
  it('keep to length, names, places, no barrels and no process state', async () => {
    const files = await sourceFiles();
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(violations)).toEqual([]);
    expect(crowdedFolders(files)).toEqual([]);
  });
});

describe('the import rules of the web interface', () => {
  it('hold', async () => {
    const files = (await sourceFiles()).filter(({ path }) => path.startsWith('web/'));
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(webImportViolations)).toEqual([]);
  });

  it.each([
    ['a view in a store', 'web/src/state/x.ts', '../views/y.js', 'web/src/views/y.ts'],
    ['a store in a component', 'web/src/components/x.tsx', '../state/y.js', 'web/src/state/y.ts'],
    ['the API in a view', 'web/src/views/a/x.tsx', '../../api/y.js', 'web/src/api/y.ts'],
    ['the entry', 'web/src/views/x.tsx', '../app.js', 'web/src/app.ts'],
    ['the server', 'web/src/api/x.ts', '../../../src/server/y.js', 'src/server/y.ts'],
    ['a test', 'web/src/api/x.ts', '../../../test/y.js', 'test/y.ts'],
  ])('refuse %s, by value, by type and lazily', (_case, path, specifier, target) => {
    for (const text of [
      `import { y } from '${specifier}'; export const x = <p>{y}</p>;`,
      `import type { Y } from '${specifier}'; export type X = Y;`,
      `export type { Y } from '${specifier}';`,
      `export const x = () => import('${specifier}');`,
    ]) {
      const source = path.endsWith('.tsx') ? text : text.replace('<p>{y}</p>', 'y');
      expect(webImportViolations({ path, text: source }), text).toEqual([`${path} imports ${target}`]);
    }
  });

  it('accept lower modules, types of the API and the language', () => {
    const text = [
      "import { a } from '../state/a.js';",
      "import { b } from '../components/b.js';",
      "import type { C } from '../../../src/server/api-types.js';",
      "import { d } from '../../../src/request-file/d.js';",
      "import { e } from 'preact';",
    ].join('\n');
    expect(webImportViolations({ path: 'web/src/views/x.tsx', text })).toEqual([]);
  });
});

describe('the editor of the web interface', () => {
  it('has no words of the language of its own', async () => {
    const files = (await sourceFiles()).filter(({ path }) =>
      /^web\/src\/editor\/(?!.*\.test\.ts$)/.test(path),
    );
    expect(files.length).toBeGreaterThan(8);
    expect(files.flatMap(wordTableViolations)).toEqual([]);
  });

  it.each([
    ["const METHODS = ['GET', 'x'];", 'get'],
    ["const SUBJECTS = new Set(['x', 'jsonpath']);", 'jsonpath'],
    ['const OPERATOR = /^!?(?:contains|x)\\b/;', 'contains'],
    ["const WORDS = 'x|startsWith'.split('|'); const y = `^(?:startsWith|x)`;", 'startswith'],
    ["const HELP = { timeout: 'the time', x: '' };", 'timeout'],
    ["if (name === 'Content-Type') show();", 'content-type'],
    ["const FUNCTIONS = ['base64', 'x'] as const;", 'base64'],
  ])('would be refused one: %s', (text, word) => {
    const path = 'web/src/editor/x.ts';
    expect(wordTableViolations({ path, text })).toEqual([
      `${path}: "${word}" is a word of a table; read it from there`,
    ]);
  });

  it.each([
    "import { x } from './header.js'; export type Y = 'header' | 'GET';",
    'const { status, body: text } = response; const x = { size, body: read() };',
    "const label = 'Text of the body'; const space = /\\s\\w/;",
  ])('may have other words: %s', (text) => {
    expect(wordTableViolations({ path: 'web/src/editor/x.ts', text })).toEqual([]);
  });
});

describe('files of src that change the disk', () => {
  it('are those of the list, and each of them does', async () => {
    const files = await sourceFiles();
    expect(files.flatMap(writeViolations)).toEqual([]);
    const writing = files.filter((file) => file.path in WRITING_FILES && changesOf(file).length > 0);
    expect(writing.map(({ path }) => path).toSorted()).toEqual(Object.keys(WRITING_FILES).toSorted());
  });

  it.each([
    ["import { writeFile } from 'node:fs/promises';", 'imports writeFile'],
    ["import { readFile, renameSync as move } from 'node:fs';", 'imports renameSync'],
    ["import { mkdtemp } from 'fs/promises';", 'imports mkdtemp'],
    ["import * as fs from 'node:fs';", 'imports the file system as a whole'],
    ["import fs from 'node:fs';", 'imports the file system as a whole'],
    ["export const x = import('node:fs/promises');", 'imports the file system as a whole'],
    ["import { openSync } from 'node:fs'; openSync(path, 'a', 0o600);", 'opens files for writing'],
    ["import { open } from 'node:fs/promises'; open(resolve(a, b), 'w');", 'opens files for writing'],
    [
      "import { constants, open } from 'node:fs/promises'; open(p, constants.O_RDWR);",
      'opens files for writing',
    ],
  ])('are found: %s', (text, finding) => {
    expect(writeViolations({ path: 'src/cli/x.ts', text })).toEqual([`src/cli/x.ts: ${finding}`]);
  });

  it.each([
    "import { open, readFile } from 'node:fs/promises'; open(path, 'r');",
    "import { constants, openSync, type WriteStream as W } from 'node:fs'; openSync(path, constants.O_RDONLY);",
  ])('are not those that read: %s', (text) => {
    expect(writeViolations({ path: 'src/cli/x.ts', text })).toEqual([]);
  });
});

describe('threads and child processes', () => {
  it('are started with built programs, threads in one place', async () => {
    const files = await sourceFiles();
    expect(files.flatMap(programViolations)).toEqual([]);
    const place = files.find(({ path }) => path === STARTS_THREADS);
    expect(startedThreads(place?.text ?? '')).toBe(1);
  });

  it.each([
    ['new Worker(file, {});', 'starts a thread'],
    ['new threads.Worker(file);', 'starts a thread'],
    ['const options = { eval: true };', 'runs a program that is a string'],
    ["fork('', [], { execArgv: ['-e', PROGRAM] });", 'runs a program that is a string'],
    ['spawn(node, ["--eval", PROGRAM]);', 'runs a program that is a string'],
    ['spawn(node, [`--eval=${PROGRAM}`]);', 'runs a program that is a string'],
  ])('are found: %s', (text, finding) => {
    expect(programViolations({ path: 'src/http/x.ts', text })).toEqual([`src/http/x.ts: ${finding}`]);
  });

  it.each([
    'new WorkerThread({ file });',
    "const flags = ['-x', '-extra'];",
    'const program = { evaluate: true };',
  ])('are not: %s', (text) => {
    expect(programViolations({ path: 'src/http/x.ts', text })).toEqual([]);
  });
});

describe('the source rules', () => {
  it('refuse folders with too many files, not counting tests', () => {
    const files = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => ({ path: `src/cli/${name}-${index}.ts`, text: '' }));
    expect(crowdedFolders([...files(40, 'x'), { path: 'src/cli/x.test.ts', text: '' }])).toEqual([]);
    expect(crowdedFolders(files(41, 'x'))).toEqual(['src/cli: 41 files']);
  });

  it.each([
    ['too many lines', 'src/cli/x.ts', 'export const x = 1;\n'.repeat(501), 'src/cli/x.ts: 501 lines'],
    ['a long function', 'src/cli/x.ts', functionOf(81), 'src/cli/x.ts:2: a function of 81 lines'],
    [
      'a long method',
      'src/cli/x.ts',
      `class A {\nx = ${functionOf(81)} }`,
      'src/cli/x.ts:3: a function of 81 lines',
    ],
    [
      'a long arrow',
      'src/cli/x.ts',
      `const f = () => {${'\n'.repeat(80)}};`,
      'src/cli/x.ts:1: a function of 81 lines',
    ],
    ['an empty name', 'src/cli/utils.ts', '', 'src/cli/utils.ts: "utils" says nothing'],
    [
      'an empty part of a name',
      'src/cli/flag-helpers.ts',
      '',
      'src/cli/flag-helpers.ts: "helpers" says nothing',
    ],
    [
      'an empty folder name',
      'src/cli/commands/common/x.ts',
      '',
      'src/cli/commands/common/x.ts: "common" says nothing',
    ],
    ['an unknown module', 'src/extras/x.ts', '', 'src/extras/x.ts: "extras" is in no layer'],
    [
      'an unknown sub-module',
      'src/http/extras/x.ts',
      '',
      'src/http/extras/x.ts: "extras" is in no layer of "http"',
    ],
    ['a file outside of the parts', 'src/http/x.ts', '', 'src/http/x.ts: "." is in no layer of "http"'],
    ['an unknown file', 'src/extra.ts', '', 'src/extra.ts: "extra.ts" is in no layer'],
    ['a barrel', 'src/cli/x.ts', "export { a } from './a.js';", 'src/cli/x.ts: is a barrel'],
    ['a barrel of types', 'src/cli/x.ts', "export type { A } from './a.js';", 'src/cli/x.ts: is a barrel'],
    ['a star', 'src/cli/x.ts', "export * from './a.js'; export const b = 1;", 'src/cli/x.ts: is a barrel'],
    [
      'an import inside a type',
      'src/cli/x.ts',
      "export type X = import('./y.js').Y;",
      'src/cli/x.ts: imports inside a type',
    ],
    ['process', 'src/cli/x.ts', 'export const x = process.env;', 'src/cli/x.ts: reads process'],
    ['process in pieces', 'src/cli/x.ts', 'const { env } = process;', 'src/cli/x.ts: reads process'],
    [
      'globalThis.process',
      'src/cli/x.ts',
      'export const x = globalThis.process;',
      'src/cli/x.ts: reads process',
    ],
    ['node:process', 'src/cli/x.ts', "import { env } from 'node:process';", 'src/cli/x.ts: reads process'],
  ])('refuse %s', (_case, path, text, finding) => {
    expect(violations({ path, text })).toEqual([finding]);
  });

  it.each([
    ['a file of 500 lines', 'src/cli/x.ts', 'export const x = 1;\n'.repeat(500)],
    ['a function of 80 lines', 'src/cli/x.ts', functionOf(80)],
    ['long functions in tests', 'src/cli/x.test.ts', functionOf(80)],
    ['the public index', 'src/index.ts', "export { a } from './a.js';"],
    [
      'one passed on name beside own ones',
      'src/cli/x.ts',
      "export type { A } from './a.js'; export const b = 1;",
    ],
    ['process in the entry', 'src/main.ts', 'process.exitCode = 1;'],
    ['process in the entry of a child process', 'src/http/connect/x-child.ts', 'process.send?.(1);'],
    ['a parameter called process', 'src/cli/x.ts', 'export const f = ({ process }: A) => process.name;'],
    [
      'other things called process',
      'src/cli/x.ts',
      'export const x = { process: 1 }; export const y = x.process;',
    ],
  ])('accept %s', (_case, path, text) => {
    expect(violations({ path, text })).toEqual([]);
  });
});

async function sourceFiles(): Promise<{ path: string; text: string }[]> {
  const places = ['src', 'web/src'].map((place) => join(repositoryRoot, place));
  const entries = await Promise.all(
    places.map((place) => readdir(place, { recursive: true, withFileTypes: true })),
  );
  const paths = entries
    .flat()
    .filter((entry) => /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(repositoryRoot, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}

function functionOf(lines: number): string {
  return `// a comment is not part of it\nfunction f() {${'\n'.repeat(lines - 1)}}`;
}
