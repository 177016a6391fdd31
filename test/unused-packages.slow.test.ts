/** Packages that users install themselves stay unloaded until a setting asks for them, in every thread and process. */
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeFiles, temporaryWorkspace } from './support/files/workspace.js';
import { copyBuild } from './support/program/built.js';
import { startProgram, type LiveSvc } from './support/program/live-svc.js';
import { repositoryRoot } from './support/program/run-svc.js';
import { listening } from './support/servers/raw-server.js';
import { sendRequest } from './support/servers/running-server.js';

const PACKAGES = ['bullmq', 'ioredis', 'postgres'];

let root: string;
let main: string;

/** Beside the build stand packages that leave a line in a file when they are loaded, whichever way. */
beforeEach(async () => {
  const server = createServer((_, response) => void response.end('{"id":7}'));
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  root = await temporaryWorkspace({
    'one.http': `### one\nGET http://127.0.0.1:${port}/\n`,
    'loaded.txt': '',
  });
  main = join(copyBuild(root), 'main.js');
  const installed = join(root, 'node_modules');
  await mkdir(installed);
  // The driver of the local history, which svc brings along.
  const driver = '@photostructure';
  await symlink(join(repositoryRoot, 'node_modules', driver), join(installed, driver), 'junction');
  for (const name of PACKAGES) {
    const trace = `require('node:fs').appendFileSync(${JSON.stringify(join(root, 'loaded.txt'))}, '${name}\\n');`;
    writeFiles(join(installed, name), {
      'package.json': JSON.stringify({ name, exports: { '.': './index.js', './*': './index.js' } }),
      'index.js': `${trace}\nthrow new Error('this package only says that it was loaded');\n`,
    });
  }
});

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): LiveSvc {
  return startProgram([main, ...args], { cwd: root, env: { HOME: root, ...env } });
}

async function loaded(): Promise<readonly string[]> {
  const lines = (await readFile(join(root, 'loaded.txt'), 'utf8')).split('\n');
  return [...new Set(lines)].filter((line) => line !== '').sort();
}

it('run, stress, diff and serve load none of them without a setting', async () => {
  const run = await start(['run', 'one.http', '-o', 'json']).ended;
  expect(run.code).toBe(0);
  writeFiles(root, { 'a.json': run.stdout });
  expect(await start(['diff', 'a.json', 'a.json']).ended).toMatchObject({ code: 0 });
  const load = ['stress', 'one.http', '--rate', '5', '--duration', '1s'];
  expect(await start(load).ended).toMatchObject({ code: 0 });
  expect(await start(['diff', 'stress:last', 'stress:last']).ended).toMatchObject({ code: 0 });
  const server = start(['serve', '.', '--port', '0']);
  await server.until(() => server.stdout().includes('\n'));
  const origin = server.stdout().replace('Listening on ', '').trim();
  const json = { file: 'one.http' };
  expect((await sendRequest(origin, 'POST', '/api/v1/execute', { json })).status).toBe(200);
  for (const path of ['/health', '/history/runs', '/stress/runs']) {
    expect((await sendRequest(origin, 'GET', `/api/v1${path}`)).status).toBe(200);
  }
  server.send('SIGTERM');
  await server.ended;
  expect(await loaded()).toEqual([]);
});

it('those that ask for one load it', async () => {
  await start(['run', 'one.http'], { SVC_HISTORY_URL: 'postgres://127.0.0.1:1/d' }).ended;
  expect(await loaded()).toEqual(['postgres']);
  const env = { SVC_WORKER_KEY: '0123456789abcdef0123456789abcdef' };
  await start(['workers', '--queue', 'redis://127.0.0.1:1'], env).ended;
  expect(await loaded()).toEqual(['ioredis', 'postgres']);
});
