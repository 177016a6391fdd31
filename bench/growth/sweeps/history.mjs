// How the history grows: to store a run, to list the newest ones and to list results of one request cost the same
// with any number of stored runs. One server is filled up from size to size.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';
import { startTarget } from '../target.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */
/** @typedef {import('../sweep.mjs').Context} Context */

const sizes = [3, 30, 300, 3000];
const looks = 60;

/** @type {readonly Sweep[]} */
export const historySweeps = [
  {
    name: 'history',
    what: 'stored runs, one more is stored and pages are listed',
    expected: 'flat',
    sizes,
    rounds: 1,
    open: async (context) => {
      const target = await startTarget();
      writeFileSync(join(context.directory, 'one.http'), `# @name one\nGET ${target.url}/items/1\n`);
      const flags = ['--port', '0', '--api-only', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags]);
      const run = () =>
        server.call('/api/v1/execute', { method: 'POST', body: { file: 'one.http', results: 'summary' } });
      const use = async () => {
        await run();
        await server.call('/api/v1/history/runs?limit=20&workspace=current');
        await server.call('/api/v1/history/results?requestName=one&filePath=one.http');
      };
      // Code that is not compiled yet would make the first size expensive.
      for (let i = 0; i < 2 * looks; i += 1) await use();
      await server.call('/api/v1/history/runs', { method: 'DELETE' });
      let stored = 0;
      return {
        measure: async (size) => {
          while (stored < size) {
            const count = Math.min(16, size - stored);
            await Promise.all(Array.from({ length: count }, run));
            stored += count;
          }
          const before = await server.usedMs();
          for (let i = 0; i < looks; i += 1) await use();
          return ((await server.usedMs()) - before) / looks;
        },
        close: async () => {
          await server.stop();
          await target.close();
        },
      };
    },
  },
];
