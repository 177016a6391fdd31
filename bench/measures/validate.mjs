// How long does `svc validate` take beside a scan of the lines? Wall time, since the work may use several cores.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { medianPair, takeTurns } from '../medians.mjs';
import { ratioOf } from '../measure.mjs';
import { mainOf, programPath, runNode } from '../processes.mjs';
import { writtenRequests } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

/** @type {readonly Measure[]} */
export const measures = [
  comparison('svc validate of 3,000 files, beside a line scan', 3000, requestsOfFile),
  comparison('svc validate of 10,000 requests in one file, beside a line scan', 1, () => 10_000),
];

/** Half of the files have one request, a few have many; 2.4 on average. @param {number} file */
function requestsOfFile(file) {
  return [1, 3, 1, 2, 1, 1, 5, 1, 2, 7][file % 10] ?? 1;
}

/**
 * @param {string} name
 * @param {number} files
 * @param {(file: number) => number} requests
 * @returns {Measure}
 */
function comparison(name, files, requests) {
  return {
    name,
    group: 'validate',
    better: 'lower',
    bar: 2.5,
    run: async (context) => {
      const root = join(context.directory, `files-${files}`);
      writeFiles(root, files, requests);
      const { own, limit } = await takeTurns(context.rounds, {
        own: async () =>
          (await runNode(['--', mainOf(context), 'validate', root], { cwd: root })).milliseconds,
        limit: async () =>
          (await runNode([programPath('read-files'), root, 'scan'], { cwd: root })).milliseconds,
      });
      const pair = medianPair(own, limit);
      return ratioOf(pair.own, pair.limit, 'ms');
    },
  };
}

/**
 * Each file has a folder of its own: repositories have about as many folders as request files.
 * @param {string} root
 * @param {number} files
 * @param {(file: number) => number} requests
 */
function writeFiles(root, files, requests) {
  let first = 0;
  for (let i = 0; i < files; i += 1) {
    const folder = join(root, `area-${i % 10}`, `folder-${i}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${i}.http`), writtenRequests(requests(i), first));
    first += requests(i);
  }
}
