import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyBuild } from './support/program/built.js';
import { listening } from './support/servers/raw-server.js';
import { temporaryWorkspace } from './support/files/workspace.js';
import { type Loaded, loadedBy, probed } from './start-up-setup.js';

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
