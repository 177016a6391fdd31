// How long does `svc validate` take beside a scan of the lines? Wall time, since the work may use several cores.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { medianPair, takeTurns } from '../medians.mjs';
import { ratioOf } from '../measure.mjs';
import { mainOf, programPath, runNode } from '../processes.mjs';
import { fullRequests } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

/** @type {readonly Measure[]} */
export const measures = [
  comparison('svc validate of 3,000 files, beside a line scan', 3000, 4),
  comparison('svc validate of 10,000 requests in one file, beside a line scan', 1, 10_000),
];

/**
 * @param {string} name
 * @param {number} files
 * @param {number} requests of each file
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
 * @param {string} root
 * @param {number} files
 * @param {number} requests
 */
function writeFiles(root, files, requests) {
  for (let i = 0; i < files; i += 1) {
    const folder = join(root, `folder-${i % 50}`);
    if (i < 50) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${i}.http`), fullRequests(requests, i * requests));
  }
}
