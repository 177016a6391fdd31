// How soon does `svc mcp serve` respond, how fast are its calls, and does its memory stay flat?
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, takeTurns } from '../medians.mjs';
import { ratioOf } from '../measure.mjs';
import { cleanEnvironment, mainOf, reportFigures } from '../processes.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {{ id: number, result: { isError?: boolean } }} ToolResponse */

const MIN_ROUNDS = 11;
const CALLS = 1000;
/** What a bare script needs for messages of that form. */
const BARE = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line);
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
});`;
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'svc mcp serve until it has initialized, of node -e 0',
    group: 'mcp',
    better: 'lower',
    bar: 3,
    run: async (context) => {
      writeWorkspace(context);
      const { own, limit } = await takeTurns(Math.max(context.rounds, MIN_ROUNDS), {
        limit: () => timeOf(() => spawnSync(process.execPath, ['-e', '0'])),
        own: () => initializeTime(context),
      });
      return ratioOf(median(own), median(limit), 'ms');
    },
  },
  {
    name: '1,000 svc_validate calls, beside a bare script',
    group: 'mcp',
    better: 'lower',
    bar: 2000,
    barOn: 'own',
    run: async (context) => {
      const { own, bare, good } = await calls(context);
      return ratioOf(own, bare, 'ms', `${good} validated, the others rate limited`);
    },
  },
  {
    name: 'memory after 5,000 calls, of that after 2,000',
    group: 'mcp',
    better: 'lower',
    bar: 1.25,
    compared: 'bar',
    run: async (context) => {
      const { sizes } = await calls(context);
      return ratioOf(sizes.at(-1) ?? Number.NaN, sizes[1] ?? Number.NaN, 'MB');
    },
  },
];

/** @param {Context} context */
function writeWorkspace({ directory }) {
  const check = '>>>\nexpect status == 200\n<<<\n';
  writeFileSync(join(directory, 'one.http'), `### One\nGET http://127.0.0.1/\n\n${check}`);
}

/** @param {() => unknown} work */
async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @param {Context} context */
async function initializeTime(context) {
  /** @type {ReturnType<typeof connect> | undefined} */
  let client;
  const time = await timeOf(async () => {
    client = connect(serveArguments(context), context.directory);
    await client.ask('initialize', INITIALIZE);
  });
  await client?.close();
  return time;
}

/** @param {Context} context */
function serveArguments(context) {
  return ['--', mainOf(context), 'mcp', 'serve', '--workspace', context.directory, '--log-level', 'error'];
}

/**
 * The first thousand calls count, since calls beyond the rate limit get responses too, as errors.
 * @param {Context} context
 */
function calls(context) {
  return context.once('calls', async () => {
    writeWorkspace(context);
    const bareClient = connect(['-e', BARE], context.directory);
    const bare = await timeOf(() => validateAll(bareClient));
    await bareClient.close();
    const client = connect(['--import', reportFigures(''), ...serveArguments(context)], context.directory);
    await client.ask('initialize', INITIALIZE);
    const sizes = [];
    let good = 0;
    const own = await timeOf(async () => (good = await validateAll(client)));
    sizes.push(await client.megabytes());
    for (let round = 1; round < 5; round += 1) {
      await validateAll(client);
      sizes.push(await client.megabytes());
    }
    await client.close();
    if (good === 0) throw new Error('no call succeeded');
    return { own, bare, good, sizes };
  });
}

/**
 * Sequential, as an agent makes its calls.
 * @param {ReturnType<typeof connect>} client
 * @returns {Promise<number>} how many succeeded
 */
async function validateAll(client) {
  const call = { name: 'svc_validate', arguments: { file: 'one.http' } };
  let good = 0;
  for (let made = 0; made < CALLS; made += 1) {
    const { result } = await client.ask('tools/call', call);
    if (result.isError !== true) good += 1;
  }
  return good;
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function connect(args, cwd) {
  const env = cleanEnvironment(cwd);
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  /** @type {Map<number, (message: ToolResponse) => void>} */
  const waiting = new Map();
  if (child.stdin === null || child.stdout === null) throw new Error('the server has no streams');
  const { stdin } = child;
  createInterface({ input: child.stdout }).on('line', (line) => {
    /** @type {ToolResponse} */
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  return {
    /** @param {string} method @param {object} params @returns {Promise<ToolResponse>} */
    ask: (method, params) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
      }),
    /** @returns {Promise<number>} */
    megabytes: () =>
      new Promise((resolve) => {
        child.once('message', (figure) => resolve(Number(figure)));
        child.send('resident');
      }),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        if (child.connected) child.disconnect();
        stdin.end();
      }),
  };
}
