// How the evaluation grows: with variables, secrets, environments, and the size of bodies.
import { executionSweep } from '../execution-sweep.mjs';

const sizes = [1, 10, 100, 1000, 10_000];

/** @param {number} count @param {(index: number) => string} line */
function lines(count, line) {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

/** @type {readonly import('../sweep.mjs').Sweep[]} */
export const valueSweeps = [
  executionSweep({
    name: 'variables',
    what: 'variables of a file that a body uses',
    sizes,
    file: (count, url) => `${lines(count, (i) => `@v${i} = ${i}\n`)}POST ${url}/items\n\n${lines(count, (i) => `{{v${i}}}\n`)}`,
  }),
  executionSweep({
    name: 'nested',
    what: 'variables that each contain the one before',
    sizes: [1, 10, 100, 1000, 10_000],
    file: (count, url) =>
      `${lines(count, (i) => `@v${i} = ${i === 0 ? 'x' : `{{v${i - 1}}}`}\n`)}POST ${url}/items\n\n{{v${count - 1}}}\n`,
  }),
  executionSweep({
    name: 'secrets',
    what: 'secret variables, all in the body that is sent and masked',
    sizes,
    results: 'all',
    file: (count, url) =>
      `${lines(count, (i) => `@secret v${i} = s3cret-${i}-x\n`)}POST ${url}/items\n\n${lines(count, (i) => `{{v${i}}}\n`)}`,
  }),
  executionSweep({
    name: 'environments',
    what: 'environments of service.yaml',
    sizes: [1, 10, 100, 1000, 3000],
    config: (count) => `environments:\n${lines(count, (i) => `  e${i}:\n    baseUrl: http://127.0.0.1:${1000 + i}\n    name: n${i}\n`)}`,
    fields: (count) => ({ environment: `e${count - 1}` }),
    file: (_, url) => `POST ${url}/items\n\n{{name}}\n`,
  }),
  executionSweep({
    name: 'environment-variables',
    what: 'variables of one environment that a body uses',
    sizes: [1, 10, 100, 1000, 3000],
    config: (count) => `environments:\n  dev:\n${lines(count, (i) => `    v${i}: "{{v${i}x}}"\n    v${i}x: ${i}\n`)}`,
    file: (count, url) => `POST ${url}/items\n\n${lines(count, (i) => `{{v${i}}}\n`)}`,
  }),
  executionSweep({
    name: 'body',
    what: 'entries of a response of which one is checked',
    sizes: [1, 10, 100, 1000, 10_000],
    file: (count, url) => `GET ${url}/list/${count}\n\n>>>\nexpect body[${count - 1}].id == ${count - 1}\nexpect body contains parcel\n<<<\n`,
  }),
  executionSweep({
    name: 'body-results',
    what: 'entries of a response, whole result',
    sizes: [1, 10, 100, 1000, 10_000],
    results: 'all',
    file: (count, url) => `GET ${url}/list/${count}\n\n>>>\nexpect body[${count - 1}].id == ${count - 1}\n<<<\n`,
  }),
  executionSweep({
    name: 'body-secrets',
    what: 'entries of a response with 100 secrets, whole result',
    sizes: [1, 10, 100, 1000, 10_000],
    results: 'all',
    file: (count, url) => `${lines(100, (i) => `@secret v${i} = s3cret-${i}-x\n`)}GET ${url}/list/${count}?{{v1}}\n\n>>>\nexpect body[${count - 1}].id == ${count - 1}\n<<<\n`,
  }),
  executionSweep({
    name: 'jsonpath',
    what: 'entries of a response that a filter visits',
    sizes: [1, 10, 100, 1000, 10_000],
    file: (count, url) =>
      `GET ${url}/list/${count}\n\n>>>\nexpect jsonpath "$[?@.state == 'created'].id" exists\nexpect jsonpath "$..tags[0]" contains a\nexpect body each .id >= 0\n<<<\n`.replace(
        'expect body each .id >= 0\n',
        '',
      ),
  }),
  executionSweep({
    name: 'chunks',
    what: 'chunks of a response',
    sizes,
    file: (count, url) => `GET ${url}/chunks/${count}\n\n>>>\nexpect status 200\n<<<\n`,
  }),
  executionSweep({
    name: 'sent',
    what: 'kilobytes of a body that is sent',
    sizes: [1, 10, 100, 1000, 5000],
    file: (count, url) => `POST ${url}/items\nContent-Type: application/json\n\n["${'0123456789abcdef'.repeat(64 * count)}"]\n`,
  }),
];
