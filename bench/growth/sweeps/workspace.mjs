// How a workspace grows with its files: reading all of them is linear, and so is listing them again; to change and
// read a single one costs the same in any of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, usedByCommand } from '../processes.mjs';
import { repetitions } from '../sweep.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */
/** @typedef {import('../sweep.mjs').Context} Context */
/** @typedef {import('../processes.mjs').Server} Server */

const filesPerFolder = 100;
const sizes = [1, 10, 100, 1000, 5000];

/** @type {readonly Sweep[]} */
export const workspaceSweeps = [
  {
    name: 'workspace-open',
    what: 'files of a workspace that a new server lists',
    expected: 'linear',
    sizes,
    rounds: 2,
    open: async (context) => ({
      measure: async (size) => {
        const server = await openWorkspace(context, size);
        const used = await server.usedMs();
        await server.stop();
        return used;
      },
    }),
  },
  commandSweep('list', 'files that `svc list` reads'),
  commandSweep('validate', 'files that `svc validate` reads'),
  serverSweep(
    'workspace-list',
    'files of a workspace that is listed again',
    'linear',
    async (server, size) => {
      const times = repetitions(size, 10_000, 50);
      for (let i = 0; i < times; i += 1) await server.call('/api/v1/workspace');
      return times;
    },
  ),
  serverSweep(
    'workspace-change',
    'files of a workspace of which one is changed and read',
    'flat',
    async (server) => {
      const times = 30;
      for (let i = 0; i < times; i += 1) {
        const body = `GET http://127.0.0.1:1/${i}\n`;
        await server.call('/api/v1/files/group-0/0.http', { method: 'PUT', body, type: 'text/plain' });
        await server.call('/api/v1/files/group-0/0.http');
      }
      return times;
    },
  ),
];

/**
 * @param {'list' | 'validate'} command
 * @param {string} what
 * @returns {Sweep}
 */
function commandSweep(command, what) {
  return {
    name: command,
    what,
    expected: 'linear',
    sizes,
    rounds: 2,
    open: async (context) => ({
      measure: async (size) => usedByCommand(context, [command, createWorkspace(context, size)]),
    }),
  };
}

/**
 * The servers stay open, so that every round measures the same ones.
 * @param {string} name
 * @param {string} what
 * @param {Sweep['expected']} expected
 * @param {(server: Server, size: number) => Promise<number>} use returns how often it did what is measured
 * @returns {Sweep}
 */
function serverSweep(name, what, expected, use) {
  return {
    name,
    what,
    expected,
    sizes: expected === 'flat' ? [10, 100, 1000, 5000] : sizes,
    rounds: 3,
    open: async (context) => {
      /** @type {Map<number, Server>} */
      const servers = new Map();
      return {
        measure: async (size) => {
          const server = servers.get(size) ?? (await openWorkspace(context, size));
          servers.set(size, server);
          const before = await server.usedMs();
          const times = await use(server, size);
          return ((await server.usedMs()) - before) / times;
        },
        close: async () => {
          await Promise.all([...servers.values()].map((server) => server.stop()));
        },
      };
    },
  };
}

/** @param {Context} context @param {number} size */
async function openWorkspace(context, size) {
  const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error'];
  const server = await startServer(context, ['serve', createWorkspace(context, size), ...flags]);
  await server.call('/api/v1/workspace');
  return server;
}

/** @param {Context} context @param {number} size */
function createWorkspace({ directory }, size) {
  const root = `files-${size}`;
  if (mkdirSync(join(directory, root), { recursive: true }) === undefined) return root;
  for (let i = 0; i < size; i += 1) {
    const folder = join(directory, root, `group-${Math.floor(i / filesPerFolder)}`);
    if (i % filesPerFolder === 0) mkdirSync(folder);
    writeFileSync(join(folder, `${i}.http`), requestFile(i));
  }
  return root;
}

/** @param {number} index */
function requestFile(index) {
  const check = '>>>\nexpect status 200\nexpect body.id exists\n<<<\n';
  const read = `### Read ${index}\n# @name read\nGET {{base}}/items/${index}\n\n${check}`;
  const change = `### Change ${index}\n# @depends read\nPUT {{base}}/items/${index}\n\n{"id": ${index}}\n`;
  return `@base = http://127.0.0.1:1\n\n${read}\n${change}`;
}
