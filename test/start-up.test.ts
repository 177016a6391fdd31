import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyBuild } from './support/program/built.js';
import { runProgram } from './support/program/run-svc.js';
import { listening } from './support/servers/raw-server.js';
import { temporaryWorkspace } from './support/files/workspace.js';

/** Loaded before the launcher: tells on standard error what the program has loaded of its own and of Node. */
const probe = `
const before = new Set(process.moduleLoadList);
const vm = process.getBuiltinModule('node:vm');
const { Script } = vm;
const chunks = [];
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    chunks.push(options.filename);
  }
};
process.on('exit', () => {
  const required = Object.keys(require.cache).filter((path) => /[\\\\/]build-[0-9a-f]+[\\\\/]/.test(path));
  const files = [...chunks, ...required].map((path) => path.replace(/.*[\\\\/]/, ''));
  const modules = process.moduleLoadList.filter((name) => !before.has(name) && name.startsWith('NativeModule '));
  const loaded = { files, modules: modules.map((name) => name.slice('NativeModule '.length)) };
  process.stderr.write(JSON.stringify(loaded) + '\\n');
});
`;

interface Loaded {
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

async function loadedBy(args: readonly string[], files: Record<string, string>): Promise<Loaded> {
  const root = await temporaryWorkspace(files);
  const dist = copyBuild(root);
  return probed(root, [join(dist, 'main.js'), ...args]);
}

async function probed(root: string, script: readonly string[]): Promise<Loaded> {
  await writeFile(join(root, 'probe.cjs'), probe);
  const command = ['--require', join(root, 'probe.cjs'), '--', ...script];
  const { code, stderr } = await runProgram(process.execPath, command, { cwd: root });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^\{.*\}\n$/) as string });
  return JSON.parse(stderr) as Loaded;
}

const START = ['base.js', 'command-line.js', 'main.js', 'rolldown-runtime.js'];

/** What the launcher and one connection need. Some of these are loaded by every Node before the program starts. */
const NEEDED: ReadonlySet<string> = new Set([
  ...['vm', 'zlib', 'module'],
  ...['stream', 'stream/promises', 'string_decoder', 'diagnostics_channel', 'net', 'tty'],
]);

function unneeded({ modules }: Loaded): readonly string[] {
  return modules.filter((name) => !name.startsWith('internal/') && !NEEDED.has(name));
}

it.each([
  ['without a history', ['--no-history'], []],
  ['with a history', ['--history-db', 'history.db'], ['spool.js']],
])('loads for a run of one request %s nothing that it does not need', async (_case, flags, more) => {
  const server = createServer((_, response) => void response.end('{"id":7}'));
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const text = `GET http://127.0.0.1:${port}/\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n`;
  const loaded = await loadedBy(['run', 'one.http', ...flags], { 'one.http': text });
  expect([...loaded.files].sort()).toEqual(
    [...START, 'request-files.js', 'run-command.js', 'runner.js', ...more].sort(),
  );
  expect(unneeded(loaded)).toEqual([]);
  // `performance` and the promises of timers are more modules than a whole connection needs.
  expect(loaded.modules.filter((name) => /^internal\/perf\/(?:performance|usertiming)$/.test(name))).toEqual(
    [],
  );
});

it('loads neither the runner nor a socket to validate', async () => {
  const text = 'GET http://127.0.0.1:1/\n\n>>>\nexpect status == 200\n<<<\n';
  const loaded = await loadedBy(['validate', 'one.http'], { 'one.http': text });
  expect(loaded.files).not.toContain('runner.js');
  expect(unneeded(loaded)).toEqual([]);
});

it('loads two chunks to print the version', async () => {
  const loaded = await loadedBy(['--version'], {});
  expect([...loaded.files].sort()).toEqual(['base.js', 'main.js']);
});

/** What the language needs, which is all that an import of the library loads. */
const LANGUAGE = [
  'base.js',
  'command-line.js',
  'format-text.js',
  'print-file.js',
  'print-tree.js',
  'request-files.js',
  'tree-difference.js',
];

it.each([
  ['index.mjs', ['library.js', 'rolldown-runtime.js', ...LANGUAGE]],
  ['testing.mjs', ['testing.js']],
])('loads no byte of the engine to import %s', async (module, expected) => {
  const root = await temporaryWorkspace({
    'use.mjs': `import * as all from './dist/${module}';\nvoid all;\n`,
  });
  copyBuild(root);
  const loaded = await probed(root, [join(root, 'use.mjs')]);
  expect(loaded.files.filter((name) => name !== 'rolldown-runtime.js').sort()).toEqual(
    expected.filter((name) => name !== 'rolldown-runtime.js').sort(),
  );
  expect(
    unneeded(loaded).filter((name) =>
      /^(?:net|tls|http|https|http2|dns|child_process|worker_threads)/.test(name),
    ),
  ).toEqual([]);
});
