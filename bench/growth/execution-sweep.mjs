// Sweeps over `POST /execute` of a server that runs already, so that the start of a process is no part of the cost.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './processes.mjs';
import { repeated, repetitions } from './sweep.mjs';
import { startTarget } from './target.mjs';

/** @typedef {import('./sweep.mjs').Sweep} Sweep */
/**
 * @typedef {object} Execution
 * @property {string} name
 * @property {string} what
 * @property {readonly number[]} sizes
 * @property {number} share the sizes of all requests of a measurement add up to this
 * @property {(size: number, url: string, index: number) => string} request the text of a request, or of several
 * @property {(size: number) => string} [head] the text above all requests
 * @property {(size: number, version: number) => Readonly<Record<string, string>>} [files] further files, by name
 * @property {object} [fields] further fields of the call
 * @property {number} [most] the maximum number of requests, 1 for a size that belongs to the file
 */

/** Servers run files of more than 128 KiB in other threads; a long comment puts all sizes into the same one. */
const padding = `# ${'x'.repeat(128 * 1024)}`;

/**
 * A file has its request several times when the size belongs to the request, because one small request costs less
 * than the call around it; when the size belongs to the file, the call is repeated instead. The text differs in every
 * call, since parsing is part of the cost and a server parses each version of a file only once.
 * @param {Execution} execution
 * @returns {Sweep}
 */
export function executionSweep(execution) {
  const { sizes, share, most = 100 } = execution;
  return {
    name: execution.name,
    what: execution.what,
    expected: 'linear',
    sizes,
    rounds: most === 1 ? 3 : 6,
    open: async (context) => {
      const target = await startTarget();
      const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags]);
      const body = { file: 'measured.http', results: 'summary', ...execution.fields };
      let version = 0;
      /** @param {number} size @param {number} copies */
      const execute = async (size, copies) => {
        version += 1;
        for (const [name, text] of Object.entries(execution.files?.(size, version) ?? {}))
          writeFileSync(join(context.directory, name), text);
        const requests = repeated(copies, (index) => execution.request(size, target.url, index));
        const text = `${padding} ${version}\n${execution.head?.(size) ?? ''}${requests}`;
        writeFileSync(join(context.directory, body.file), text);
        checkPassed(await server.call('/api/v1/execute', { method: 'POST', body }));
      };
      return {
        measure: async (size) => {
          const copies = repetitions(size, share, most);
          const calls = most === 1 ? repetitions(size, share, 30) : 1;
          const before = await server.usedMs();
          for (let i = 0; i < calls; i += 1) await execute(size, copies);
          return ((await server.usedMs()) - before) / calls / copies;
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
  if (passed === 0 || failed > 0)
    throw new Error(`unexpected outcome: ${response.toString('utf8', 0, 2000)}`);
}
