import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { assertionResult, requestOutcome } from '../../test/support/request-outcome.js';
import { parseResultFile } from '../diff/result-file.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { RequestOutcome, RunOutcome } from '../runner/result.js';
import { renderJson } from './run-json.js';
import { RESULTS_SCHEMA } from './results-schema.js';

const noResponse = { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 };
const outcomes: RequestOutcome[] = [
  requestOutcome({
    description: 'reads',
    tags: ['smoke'],
    request: { method: 'GET', url: 'http://127.0.0.1/', headers: { Accept: '*/*' } },
    assertions: [
      assertionResult({ message: 'close' }),
      assertionResult({ expected: { a: [1n] }, actual: null }),
    ],
    captures: { id: 7, list: [true] },
    warnings: ['capture `x` found nothing'],
    pulledIn: true,
  }),
  requestOutcome({
    name: '',
    skipped: true,
    passed: false,
    skipReason: 'bail',
    attempts: 0,
    response: noResponse,
  }),
  requestOutcome({ passed: false, error: 'refused', errorKind: 'connect', response: noResponse }),
];
const run: RunOutcome = {
  startedAt: Date.UTC(2031, 3, 5),
  duration: 277.4,
  environment: 'staging',
  files: [
    {
      file: 'orders.http',
      startedAt: 0,
      duration: 277,
      passed: 1,
      failed: 1,
      skipped: 1,
      results: outcomes,
      broken: [],
    },
  ],
  passed: 1,
  failed: 1,
  skipped: 1,
  secrets: new SecretSet(),
};
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

/** A schema that refuses what it does not name, so that no field is forgotten in it. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as object;
}

it('the schema of results fits what svc run writes, and knows every field', () => {
  const text = [...renderJson(run, { version: '1.4.0', coverage })].join('');
  const accepts = new Ajv2020({ strict: false, allErrors: true }).compile(closed(RESULTS_SCHEMA));
  accepts(JSON.parse(text));
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
