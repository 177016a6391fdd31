// How reading and formatting a request file grow. Both are measured in this process, through the public library.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repeated, repetitions } from '../sweep.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */
/**
 * @typedef {object} Library
 * @property {(text: string, path: string) => Promise<{ requests: unknown[] }>} parseRequestFile
 * @property {(text: string, path: string) => Promise<unknown>} formatRequestFile
 */

const url = 'http://127.0.0.1:8080';

/** @type {readonly Sweep[]} */
export const languageSweeps = [
  textSweep('parse', 'requests of a file', 'parseRequestFile', (count) =>
    repeated(
      count,
      (i) =>
        `### r${i}\n# @tags smoke\nPOST ${url}/${i}\nAccept: */*\n\n{"id": ${i}}\n\n>>>\nexpect status 200\n<<<\n\n`,
    ),
  ),
  textSweep(
    'parse-chain',
    'requests of a file, each depends on the one before and the first',
    'parseRequestFile',
    (count) => repeated(count, (i) => chained(i)),
  ),
  textSweep(
    'parse-line',
    'hundreds of bytes of one line with placeholders',
    'parseRequestFile',
    (count) => `@v = 1\nPOST ${url}\n\n["${'one of the words {{v}} '.repeat(count * 4)}"]\n`,
  ),
  textSweep('format', 'requests of a file', 'formatRequestFile', (count) =>
    repeated(count, (i) => chained(i)),
  ),
];

/** @param {number} index */
function chained(index) {
  const depends = index === 0 ? '' : `# @depends r${index - 1}\n`;
  const used = index === 0 ? '' : `/{{r${index - 1}.id}}/{{r0.id}}`;
  return `### Request ${index}\n# @name r${index}\n${depends}GET ${url}${used}\n\n>>>capture\nid from body.id\n<<<\n\n`;
}

/**
 * @param {string} name
 * @param {string} what
 * @param {keyof Library} operation
 * @param {(count: number) => string} createText
 * @returns {Sweep}
 */
function textSweep(name, what, operation, createText) {
  return {
    name,
    what,
    expected: 'linear',
    sizes: [1, 10, 100, 1000, 10_000],
    rounds: 4,
    open: async ({ dist }) => {
      /** @type {Library} */
      const library = await import(pathToFileURL(join(dist, 'index.mjs')).href);
      return {
        measure: async (size) => {
          const text = createText(size);
          const times = repetitions(size, 5000, 1000);
          const before = process.cpuUsage();
          for (let i = 0; i < times; i += 1) await library[operation](text, 'measured.http');
          const { user, system } = process.cpuUsage(before);
          return (user + system) / 1000 / times;
        },
      };
    },
  };
}
