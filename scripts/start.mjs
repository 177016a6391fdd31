// `npm start`: sets up the clone if necessary, then serves the example workspace with its demo API.
// `npm start -- <flags of svc serve>` adds flags.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './files.mjs';
import { install } from './setup.mjs';

const usualPort = 4000;
const demoPort = 7070;
const parent = process.ppid;

try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
  const { startDemoApi } = await import('../examples/demo-api/server.mjs');
  const { url, close } = await startDemoApi((await isFree(demoPort)) ? demoPort : 0);
  console.log(`\nThe demo API of the examples listens on ${url}`);
  try {
    process.exitCode = await serve(url, process.argv.slice(2));
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Runs until Ctrl-C, which the server receives too; then it only waits for the end of the server.
 * @param {string} demoApi
 * @param {readonly string[]} flags
 * @returns {Promise<number>} the exit code
 */
async function serve(demoApi, flags) {
  const isNamed = flags.some((flag) => /^(?:-p|--port)/.test(flag)) || process.env['SVC_PORT'] !== undefined;
  const port = isNamed || (await isFree(usualPort)) ? [] : ['--port', '0'];
  if (port.length > 0) console.log(`Port ${usualPort} is taken, so a free one is used.`);
  const args = ['serve', 'examples', ...port, ...flags];
  console.log(`$ node dist/main.js ${args.join(' ')}\n`);
  const child = spawn(process.execPath, ['--', join(root, 'dist', 'main.js'), ...args], {
    cwd: root,
    env: { ...process.env, SVC_VARIABLE_baseUrl: demoApi },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  endWithNpm(() => child.kill('SIGTERM'));
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    process.stdout.write(text);
    const [, url] = /^Listening on (\S+)/.exec(text) ?? [];
    if (url !== undefined) console.log(advice(url, demoApi));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * A signal for npm ends the shell between npm and this process, but may not reach this process. Then a changed parent
 * process is the only indication.
 * @param {() => void} end
 */
function endWithNpm(end) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 500).unref();
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** @param {string} url @param {string} demoApi */
function advice(url, demoApi) {
  const api = `${url}/api/v1`;
  // The port that service.yaml of the examples uses.
  const elsewhere = demoApi.endsWith(`:${demoPort}`) ? '' : ` --variable baseUrl=${demoApi}`;
  return `
The example workspace is served until Ctrl-C. Open it in a browser:

  ${url}

Or try in another terminal:

  $ curl ${api}/workspace
  $ curl ${api}/execute -H 'Content-Type: application/json' -d '{"file": "parcels.http"}'
  $ curl ${api}/openapi.json

Or on the command line:

  $ node dist/main.js run examples --parallel${elsewhere}
  $ node dist/main.js run examples/parcels.http -v${elsewhere}
  $ node dist/main.js --help

Requests to the server are logged below.
`;
}
