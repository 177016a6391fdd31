// How long does a workspace of 10,000 files take, and how much memory? Wall time, since the work may use several
// cores; the limit is a bare script that lists and reads the same files.
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { median, takeTurns } from '../medians.mjs';
import { alone, ratioOf } from '../measure.mjs';
import { mainOf, programPath, runNode, start } from '../processes.mjs';
import { workspaceFile } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../processes.mjs').Used} Used */

const FILES = 10_000;
const LOOKS = 22;
const UNITS = { milliseconds: 'ms', megabytes: 'MB' };

/** @type {readonly Measure[]} */
export const measures = [
  comparison('serve until GET /workspace responds, 10,000 files', 'cold', 'milliseconds', 1500),
  comparison('memory of that server', 'cold', 'megabytes', 150),
  comparison('svc list of 10,000 files', 'list', 'milliseconds'),
  comparison('memory of svc list', 'list', 'megabytes', 150),
  comparison('svc validate of 10,000 files', 'validate', 'milliseconds'),
  comparison('memory of svc validate', 'validate', 'megabytes', 150),
  {
    name: 'GET /workspace of 10,000 files, warm',
    group: 'workspace',
    better: 'lower',
    bar: 60,
    compared: 'bar',
    run: async (context) => alone((await workspaceCosts(context)).warm, 'ms'),
  },
  {
    name: 'GET /workspace, cold by warm',
    group: 'workspace',
    better: 'higher',
    bar: 20,
    compared: 'bar',
    run: async (context) => {
      const { cold, warm } = await workspaceCosts(context);
      // From the start of the server on, since it lists its files before it is asked.
      return ratioOf(median(cold.map(({ milliseconds }) => milliseconds)), warm, 'ms');
    },
  },
];

/**
 * @param {string} name
 * @param {'cold' | 'list' | 'validate'} contestant
 * @param {keyof typeof UNITS} figure
 * @param {number} [bar]
 * @returns {Measure}
 */
function comparison(name, contestant, figure, bar) {
  return {
    name,
    group: 'workspace',
    better: 'lower',
    bar,
    barOn: 'own',
    run: async (context) => {
      const { [contestant]: own, bare } = await workspaceCosts(context);
      const [ours = 0, limit = 0] = [own, bare].map((used) => median(used.map((each) => each[figure])));
      return ratioOf(ours, limit, UNITS[figure]);
    },
  };
}

/** @param {Context} context */
function workspaceCosts(context) {
  return context.once('workspace', async () => {
    const { directory, rounds } = context;
    const root = join(directory, 'many');
    writeWorkspace(root);
    /** @type {number[]} */
    const warm = [];
    const costs = await takeTurns(rounds, {
      bare: () => runNode([programPath('read-files'), root], { cwd: directory }),
      cold: () => coldServer(context, root, warm),
      list: () => runNode(['--', mainOf(context), 'list', root], { cwd: directory }),
      validate: () => runNode(['--', mainOf(context), 'validate', root], { cwd: directory }),
    });
    return { ...costs, warm: median(warm) };
  });
}

/** @param {string} root */
function writeWorkspace(root) {
  mkdirSync(root);
  for (let i = 0; i < FILES; i += 1) {
    const folder = join(root, `group-${i % 100}`);
    if (i < 100) mkdirSync(folder);
    writeFileSync(join(folder, `${i}.http`), workspaceFile(i));
  }
}

/**
 * From the start of the process to the first response; then once more and again while it is warm.
 * @param {Context} context
 * @param {string} root
 * @param {number[]} warm
 */
async function coldServer(context, root, warm) {
  const started = performance.now();
  const flags = ['--port', '0', '--api-only', '--history-db', join(context.directory, 'history.db')];
  const server = await start([mainOf(context), 'serve', root, ...flags], { cwd: context.directory });
  try {
    const url = `${server.url}/api/v1/workspace`;
    await timeOf(url);
    const milliseconds = performance.now() - started;
    const megabytes = await server.ask('resident');
    const looks = warm.length === 0 ? LOOKS : 0;
    for (let look = 0; look < looks; look += 1) {
      const taken = await timeOf(url);
      // The second call may still read files that changed just before the first.
      if (look > 0) warm.push(taken);
    }
    return { milliseconds, megabytes };
  } finally {
    await server.stop();
  }
}

/** @param {string} url @returns {Promise<number>} milliseconds */
function timeOf(url) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = http.get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      // The bytes are discarded, because parsing a megabyte of text may take longer than the call itself.
      response.resume().once('end', () => resolve(performance.now() - started));
    });
    asked.once('error', reject);
  });
}
