// How a run grows: with its requests, and with what one request has.
import { executionSweep } from '../execution-sweep.mjs';
import { repeated } from '../sweep.mjs';

const ofRequests = { sizes: [1, 10, 100, 1000], share: 600, most: 1 };
const ofOneRequest = { sizes: [1, 10, 100, 1000, 10_000], share: 5000 };

/** @type {readonly import('../sweep.mjs').Sweep[]} */
export const runSweeps = [
  executionSweep({
    ...ofRequests,
    name: 'run',
    what: 'requests of a file',
    fields: { parallel: true, concurrency: 8 },
    request: (count, url) =>
      repeated(
        count,
        (i) => `### r${i}\nGET ${url}/items/${i}\n\n>>>\nexpect status 200\nexpect body.id == 7\n<<<\n\n`,
      ),
  }),
  executionSweep({
    ...ofRequests,
    sizes: [1, 10, 100, 1000],
    name: 'run-chain',
    what: 'requests of a file, each uses a capture of the one before',
    request: (count, url) =>
      repeated(count, (i) => {
        const depends = i === 0 ? '' : `# @depends r${i - 1}\n`;
        const used = i === 0 ? '' : `{{r${i - 1}.id}}`;
        return `### r${i}\n# @name r${i}\n${depends}GET ${url}/items/${used}\n\n>>>capture\nid from body.id\n<<<\n\n`;
      }),
  }),
  executionSweep({
    ...ofRequests,
    name: 'run-rows',
    what: 'rows of data of one request',
    fields: { parallel: true, concurrency: 8 },
    files: (count) => ({ 'rows.csv': `id\n${repeated(count, (i) => `${i}\n`)}` }),
    request: (_, url) => `# @data rows.csv\nGET ${url}/items/{{row.id}}\n`,
  }),
  executionSweep({
    ...ofOneRequest,
    name: 'assertions',
    what: 'assertions of a request',
    request: (count, url, index) =>
      `### a${index}\nGET ${url}/items/1\n\n>>>\n${repeated(count, (i) =>
        i % 2 === 0 ? 'expect body.id == 7\n' : `expect body.weight < ${i + 2}\n`,
      )}<<<\n\n`,
  }),
  executionSweep({
    ...ofOneRequest,
    name: 'captures',
    what: 'captures of a request',
    request: (count, url, index) =>
      `### c${index}\nGET ${url}/items/1\n\n>>>capture\n${repeated(count, (i) => `c${i} from body.id\n`)}<<<\n\n`,
  }),
];
