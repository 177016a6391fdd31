// The step of a build that runs the built program, so that V8's code cache can be stored beside its chunks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';
import { runQuietly } from './run.mjs';
import { warmApi } from './warm-api.mjs';

/** What nearly all files have. */
const usualFile = `### Health
GET {{baseUrl}}/health

>>>
expect status == 200
expect header Content-Type contains json
expect body.status == "up"
<<<

### Sign in
POST {{baseUrl}}/session
Content-Type: application/json
Authorization: Bearer {{baseUrl}}

{"user": "nobody", "password": "none"}

>>>
expect status == 401
<<<
`;

/**
 * What most starts load is stored after usual commands on a usual file, because users wait for them. What fewer files
 * need is compiled faster than it is read at each start.
 * @param {string} url of the demo API
 * @param {string} directory of the file and for their output
 */
function usualCommands(url, directory) {
  const file = join(directory, 'usual.http');
  const run = ['run', file, '--variable', `baseUrl=${url}`];
  return [
    ['--version'],
    ['validate', file],
    ['list', file],
    [...run, '--no-history'],
    [...run, '--history-db', join(directory, 'usual.db')],
  ];
}

const otherCommands = [
  ['--help'],
  ['version'],
  ['validate', 'examples'],
  ['list', 'examples'],
  ['fmt', '--check', 'examples'],
  ['mcp', 'serve', '--workspace', 'examples', '--log-level', 'error'],
];
const reports = ['json', 'junit', 'tap', 'html', 'ctrf', 'har'];

/**
 * Commands that run against the demo API of the examples.
 * @param {string} url
 * @param {string} directory for their output
 */
function warmRuns(url, directory) {
  const run = ['run', 'examples', '--variable', `baseUrl=${url}`];
  const written = reports.flatMap((format) => ['--report', `${format}=${join(directory, format)}`]);
  return [
    ['import', 'openapi', apiIn(directory), '-o', join(directory, 'api.http')],
    [...run, '--no-history'],
    [...run, '--history-db', join(directory, 'history.db'), '--parallel', ...written],
    // This command comes last, because it ends the process if something keeps it alive.
    ['serve', 'examples', '--port', '0', '--history-db', join(directory, 'history.db')],
  ];
}

/** @param {string} directory */
function apiIn(directory) {
  return join(directory, 'api.json');
}

/**
 * @param {string} main
 * @param {string} directory where its chunks are
 */
export async function storeCodeCache(main, directory) {
  if ('enableCompileCache' in nodeModule) return; // Later versions of Node have their own cache, see launcher.cjs.
  const script = join(root, 'scripts', 'store-code-cache.cjs');
  const written = await mkdtemp(join(tmpdir(), 'svc-build-'));
  const { startDemoApi } = await import('../examples/demo-api/server.mjs');
  const { url, close } = await startDemoApi(0);
  try {
    await writeFile(apiIn(written), JSON.stringify(warmApi));
    await writeFile(join(written, 'usual.http'), usualFile);
    const usual = usualCommands(url, written).map((command) => JSON.stringify(command));
    const others = [...otherCommands, ...warmRuns(url, written)].map((command) => JSON.stringify(command));
    const args = ['--', script, main, directory, ...usual, 'store', ...others];
    // The address of the demo API for the server.
    const { code, output } = await runQuietly(process.execPath, args, { SVC_VARIABLE_baseUrl: url });
    if (code !== 0) throw new Error(`the built program failed while its code cache was made.\n${output}`);
  } finally {
    await close();
    await rm(written, { recursive: true, force: true });
  }
}
