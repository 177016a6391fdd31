// Sweeps over `POST /execute` of a server that runs, so that the start of a process is no part of the cost.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './processes.mjs';
import { startTarget } from './target.mjs';

/** @typedef {import('./sweep.mjs').Sweep} Sweep */
/**
 * @typedef {object} Execution
 * @property {string} name
 * @property {string} what
 * @property {readonly number[]} sizes
 * @property {number} [share] the sizes of one measurement add up to this, so that all take a similar time
 * @property {'all' | 'summary'} [results]
 * @property {(size: number, url: string) => string} file the text of the request file
 * @property {(size: number) => string} [config] the text of service.yaml
 * @property {readonly string[]} [flags]
 * @property {(size: number) => object} [fields] further fields of the call
 */

/** @param {Execution} execution @returns {Sweep} */
export function executionSweep(execution) {
  const sizes = process.env.SIZES?.split(",").map(Number) ?? execution.sizes; const { name, what, share = sizes.at(-1) ?? 1 } = execution;
  return {
    name,
    what,
    expected: 'linear',
    sizes,
    open: async (context) => {
      const target = await startTarget();
      for (const size of sizes) {
        writeFileSync(join(context.directory, `n${size}.http`), execution.file(size, target.url));
      }
      const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags, ...(execution.flags ?? [])]);
      return {
        measure: async (size) => {
          if (execution.config) writeFileSync(join(context.directory, 'service.yaml'), execution.config(size));
          const times = Math.max(1, Math.min(Number(process.env.REPEATS ?? 100), Math.round(share / size)));
          const body = { file: `n${size}.http`, results: execution.results ?? 'summary', ...execution.fields?.(size) };
          const before = await server.usedMs();
          for (let i = 0; i < times; i += 1) checkPassed(await server.call('/api/v1/execute', { method: 'POST', body }));
          return ((await server.usedMs()) - before) / times;
        },
        close: async () => {
          await server.stop();
          await target.close();
        },
      };
    },
  };
}

/** @param {Buffer} response */
function checkPassed(response) {
  /** @type {{ passed: number, failed: number }} */
  const { passed, failed } = JSON.parse(response.toString());
  if (passed === 0 || failed > 0) throw new Error(`unexpected outcome: ${response.toString('utf8', 0, 3000)}`);
}
