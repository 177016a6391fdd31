// How the history grows with the runs in it: to store one more and to list a page of the newest ones cost the same with
// any number of them. To list the results of one request is linear, because their total is counted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';
import { startTarget } from '../target.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */
/** @typedef {import('../processes.mjs').Server} Server */

const sizes = [3, 30, 300, 3000];
const looks = 60;

/** @type {readonly Sweep[]} */
export const historySweeps = [
  historySweep('history', 'stored runs, one more is stored and three are listed', 'flat', async (server) => {
    await run(server);
    await server.call('/api/v1/history/runs?limit=3&workspace=current');
  }),
  historySweep(
    'history-results',
    'stored runs, three results of a request are listed',
    'linear',
    async (server) => {
      await server.call('/api/v1/history/results?requestName=one&filePath=one.http&limit=3');
    },
  ),
];

/**
 * One server is filled up from size to size. It is used a while before, because code that is not compiled yet would
 * make the first size expensive.
 * @param {string} name
 * @param {string} what
 * @param {Sweep['expected']} expected
 * @param {(server: Server) => Promise<void>} use
 * @returns {Sweep}
 */
function historySweep(name, what, expected, use) {
  return {
    name,
    what,
    expected,
    sizes,
    rounds: 1,
    open: async (context) => {
      const target = await startTarget();
      writeFileSync(join(context.directory, 'one.http'), `# @name one\nGET ${target.url}/items/1\n`);
      const flags = ['--port', '0', '--api-only', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags]);
      await run(server);
      for (let i = 0; i < 3 * looks; i += 1) await use(server);
      await server.call('/api/v1/history/runs', { method: 'DELETE' });
      let stored = 0;
      return {
        measure: async (size) => {
          while (stored < size) {
            const count = Math.min(16, size - stored);
            await Promise.all(Array.from({ length: count }, () => run(server)));
            stored += count;
          }
          const before = await server.usedMs();
          for (let i = 0; i < looks; i += 1) await use(server);
          return ((await server.usedMs()) - before) / looks;
        },
        close: async () => {
          await server.stop();
          await target.close();
        },
      };
    },
  };
}

/** @param {Server} server */
async function run(server) {
  const body = { file: 'one.http', results: 'summary' };
  await server.call('/api/v1/execute', { method: 'POST', body });
}
