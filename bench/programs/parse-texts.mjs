// parse-texts.mjs <dist> <rounds>: parses large texts, and splits them and matches every line, by turns. Prints the
// times in milliseconds as JSON.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { denseRequests, fullRequests, plainRequests } from '../texts/request-files.mjs';

const [dist = '', rounds] = process.argv.slice(2);
/** @type {{ parseRequestFile: (text: string, path: string) => Promise<{ requests: unknown[], diagnostics: unknown[] }> }} */
const { parseRequestFile } = await import(pathToFileURL(join(dist, 'index.mjs')).href);

const texts = [
  { name: 'small', count: 10_000, text: plainRequests(10_000) },
  { name: 'plain', count: 100_000, text: plainRequests(100_000) },
  { name: 'full', count: 20_000, text: fullRequests(20_000) },
  { name: 'dense', count: 100_000, text: denseRequests(100_000) },
];
const encoder = new TextEncoder();
const times = texts.map((each) => ({
  ...each,
  megabytes: encoder.encode(each.text).length / 1e6,
  /** @type {number[]} */
  own: [],
  /** @type {number[]} */
  limit: [],
}));

for (let round = 0; round < Number(rounds); round += 1) {
  for (const { count, text, own, limit } of times) {
    own.push(await timeOf(() => parse(text, count)));
    limit.push(await timeOf(() => splitAndMatch(text)));
  }
}
const measured = times.map(({ name, megabytes, own, limit }) => [name, { megabytes, own, limit }]);
console.log(JSON.stringify(Object.fromEntries(measured)));

/** @param {() => unknown} work */
async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * @param {string} text
 * @param {number} expected
 */
async function parse(text, expected) {
  const { requests, diagnostics } = await parseRequestFile(text, 'bench.http');
  if (requests.length !== expected || diagnostics.length > 0)
    throw new Error('the text was not read as meant');
}

/** @param {string} text */
function splitAndMatch(text) {
  let count = 0;
  for (const line of text.split('\n')) if (/^\s*([A-Za-z]+)\s+(\S+)/.test(line)) count += 1;
  if (count === 0) throw new Error('nothing matched');
}
