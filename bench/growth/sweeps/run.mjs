// How a run grows: with its requests, and with what one request has.
import { executionSweep } from '../execution-sweep.mjs';

const sizes = [1, 10, 100, 1000, 10_000];

/** @param {number} count @param {(index: number) => string} line */
function lines(count, line) {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

/** @type {readonly import('../sweep.mjs').Sweep[]} */
export const runSweeps = [
  executionSweep({
    name: 'run',
    what: 'requests of a file, one after another',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    file: (count, url) =>
      lines(count, (i) => `### r${i}\nGET ${url}/items/${i}\n\n>>>\nexpect status 200\nexpect body.id == 7\n<<<\n\n`),
  }),
  executionSweep({
    name: 'run-results',
    what: 'requests of a file, whole results in the response',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    results: 'all',
    file: (count, url) =>
      lines(count, (i) => `### r${i}\nGET ${url}/items/${i}\n\n>>>\nexpect status 200\nexpect body.id == 7\n<<<\n\n`),
  }),
  executionSweep({
    name: 'assertions',
    what: 'assertions of one request',
    sizes,
    file: (count, url) =>
      `GET ${url}/items/1\n\n>>>\n${lines(count, (i) => (i % 2 === 0 ? 'expect body.id == 7\n' : `expect body.weight < ${i + 2}\n`))}<<<\n`,
  }),
  executionSweep({
    name: 'captures',
    what: 'captures of one request',
    sizes,
    file: (count, url) => `# @name a\nGET ${url}/items/1\n\n>>>capture\n${lines(count, (i) => `c${i} from body.id\n`)}<<<\n`,
  }),
  executionSweep({
    name: 'headers',
    what: 'headers and query lines of one request with variables',
    sizes: [1, 3, 10, 30, 100, 300],
    file: (count, url) => `@v = 1\nGET ${url}/items/1\n${lines(count, (i) => `X-H${i}: {{v}}\n`)}`,
  }),
  executionSweep({
    name: 'chain',
    what: 'requests that each depend on the one before',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    file: (count, url) =>
      lines(
        count,
        (i) =>
          `### r${i}\n# @name r${i}\n${i > 0 ? `# @depends r${i - 1}\n` : ''}GET ${url}/items/${i > 0 ? `{{r${i - 1}.id}}` : 0}\n\n>>>capture\nid from body.id\n<<<\n\n`,
      ),
  }),
  executionSweep({
    name: 'depends',
    what: 'requests that one request depends on',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    file: (count, url) =>
      `${lines(count, (i) => `### r${i}\n# @name r${i}\nGET ${url}/items/${i}\n\n`)}### last\n${lines(count, (i) => `# @depends r${i}\n`)}GET ${url}/items/last\n`,
  }),
  executionSweep({
    name: 'rows',
    what: 'rows of data of one request',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    file: (count, url) =>
      `# @data [${Array.from({ length: count }, (_, i) => `{"id": ${i}}`).join(', ')}]\nGET ${url}/items/{{row.id}}\n\n>>>\nexpect body.id == 7\n<<<\n`,
  }),
  executionSweep({
    name: 'parallel',
    what: 'requests of a file in parallel',
    sizes: [1, 10, 100, 1000, 3000],
    share: 1000,
    fields: () => ({ parallel: true, concurrency: 50 }),
    file: (count, url) => lines(count, (i) => `### r${i}\nGET ${url}/items/${i}\n\n>>>\nexpect status 200\n<<<\n\n`),
  }),
];
