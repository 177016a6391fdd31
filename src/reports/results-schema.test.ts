import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import {
  assertion,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  skipped,
} from '../../test/support/runs/build-outcome.js';
import { parseResultFile } from '../diff/result-file.js';
import { renderJson } from './run-json.js';
import { RESULTS_SCHEMA } from './results-schema.js';

const run = runOf([
  fileOf('orders.http', [
    outcome({
      description: 'reads',
      tags: ['smoke'],
      assertions: [
        assertion({ passed: true, message: 'close' }),
        assertion({ expected: { a: [1n] }, actual: null }),
      ],
      captures: { id: 7, list: [true] },
      warnings: ['capture `x` found nothing'],
      pulledIn: true,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    }),
    skipped('', 'bail'),
    notCompleted('readOrder', 'connect', 'refused', { name: '', worker: 'eu-1', lostOn: ['eu-2'] }),
  ]),
]);
const coverage = {
  spec: 'desk.yaml',
  total: 1,
  covered: 1,
  percent: 100,
  tags: { parcels: { total: 1, covered: 1 } },
  operations: [
    { method: 'GET', path: '/', operationId: '', tags: ['parcels'], covered: true, statuses: [200] },
  ],
  unmatched: ['GET /x'],
};

/** The schema without unknown members, so that a missing field fails the test. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as object;
}

it('the schema of results fits what svc run writes, and knows every field', () => {
  const shard = { index: 1, count: 2, files: ['shop/orders.http'] };
  const text = [...renderJson(run, { version: '1.4.0', coverage, shard })].join('');
  expect(text).toContain('"titles"');
  const accepts = new Ajv2020({ strict: false, allErrors: true }).compile(closed(RESULTS_SCHEMA));
  accepts({ ...(JSON.parse(text) as object), parts: 2 });
  expect(accepts.errors).toBeNull();
  expect(accepts({ ...(JSON.parse(text) as object), tests: [{}] })).toBe(false);
});

it('svc diff reads what svc run writes', () => {
  const text = [...renderJson(run, { version: '1.4.0' })].join('');
  expect(parseResultFile(Buffer.from(text), 'a.json').tests.map(({ status }) => status)).toEqual([
    'passed',
    'skipped',
    'failed',
  ]);
});
