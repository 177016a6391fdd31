import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  assertion,
  brokenFile,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
} from '../../test/support/runs/build-outcome.js';
import { sampleRun } from '../../test/reports/sample-run.js';
import type { RequestOutcome } from '../runner/outcome/result.js';
import { RESULTS_SCHEMA } from './results-schema.js';
import { renderJson } from './run-json.js';
import { textOf } from '../../test/support/unit/run-json-setup.js';

function testOf(result: RequestOutcome): Record<string, unknown> {
  const { tests } = JSON.parse(textOf(runOfTests(result))) as { tests: Record<string, unknown>[] };
  return tests[0] ?? {};
}

const ALWAYS = ['name', 'file', 'line', 'passed', 'duration', 'attempts'];

it('gives the example of the specification', () => {
  const result = failed('readOrder', { ...assertion(), message: '' });
  const headers = { Authorization: 'Bearer x' };
  const sent = { method: 'GET', url: 'https://shop.example.test/orders/9', headers };
  expect(JSON.parse(textOf(runOfTests({ ...result, request: sent })))).toEqual({
    schemaVersion: 1,
    version: '1.4.0',
    environment: 'staging',
    time: '2031-04-05T06:07:08.120Z',
    duration: 277,
    summary: { total: 1, passed: 0, failed: 1, skipped: 0 },
    tests: [
      {
        name: 'readOrder',
        file: 'shop/orders.http',
        line: 24,
        passed: false,
        duration: 61,
        attempts: 1,
        request: { ...sent, headers: { Authorization: '[REDACTED]' } },
        response: {
          statusCode: 200,
          status: '200 OK',
          headers: { 'Content-Type': 'application/json' },
          duration: 61,
          size: 12,
        },
        assertions: [
          { subject: 'body.total', operator: 'equals', expected: 42.5, actual: 40, passed: false, line: 31 },
        ],
      },
    ],
  });
});

describe('the fields of a test', () => {
  it('are the six for a filtered-out one, and that it was skipped', () => {
    expect(Object.keys(testOf(skipped('a', 'filtered out')))).toEqual([...ALWAYS, 'skipped']);
  });

  it('have the reason of any other skip', () => {
    const test = testOf(skipped('a', 'bail'));
    expect(Object.keys(test)).toEqual([...ALWAYS, 'skipped', 'skipReason']);
    expect(test).toMatchObject({
      passed: false,
      skipped: true,
      skipReason: 'bail',
      attempts: 0,
      duration: 0,
    });
  });

  it('have error and request without a response', () => {
    const test = testOf(notCompleted('a', 'dns', 'no such host'));
    expect(Object.keys(test)).toEqual([...ALWAYS, 'error', 'errorKind', 'request']);
    expect(test).toMatchObject({ error: 'no such host', errorKind: 'dns' });
  });

  it('have no request when none was built', () => {
    const request = { method: 'GET', url: '{{base}}/x', headers: {} };
    expect(testOf(notCompleted('a', 'variable', 'no value', { request }))).not.toHaveProperty('request');
  });

  it('have everything there is, and never a body', () => {
    const test = testOf(
      outcome({
        description: 'd',
        tags: ['t'],
        pulledIn: true,
        assertions: [assertion({ passed: true, message: 'snapshot stored' })],
        captures: { a: 1 },
        warnings: ['w'],
      }),
    );
    const more = [
      'description',
      'tags',
      'pulledIn',
      'request',
      'response',
      'assertions',
      'captures',
      'warnings',
    ];
    expect(Object.keys(test)).toEqual([...ALWAYS, ...more]);
    expect(test['response']).not.toHaveProperty('body');
    expect(test['assertions']).toMatchObject([{ message: 'snapshot stored' }]);
  });

  it('of a file that does not parse are those of one failed test', () => {
    const [test] = (
      JSON.parse(textOf(runOf([brokenFile('b.http', ['b.http:1:2: x', 'b.http:3:4: y'])]))) as {
        tests: object[];
      }
    ).tests;
    const error = 'b.http:1:2: x\nb.http:3:4: y';
    expect(test).toEqual({
      name: 'b.http',
      file: 'b.http',
      line: 0,
      passed: false,
      duration: 0,
      attempts: 0,
      error,
      errorKind: 'file',
    });
  });

  it('cut the text of an actual value at 2,048 characters, not that of an expected one', () => {
    const long = 'é'.repeat(3000);
    const list = [long, 'end'];
    const test = testOf(
      failed('a', assertion({ expected: long, actual: long }), assertion({ expected: list, actual: list })),
    );
    expect(test['assertions']).toMatchObject([
      { expected: long, actual: long.slice(0, 2048) },
      { expected: list, actual: JSON.stringify(list).slice(0, 2048) },
    ]);
  });
});

it('keeps every digit of large numbers', () => {
  expect(textOf(runOfTests(outcome({ captures: { id: 9_007_199_254_740_993n } })))).toContain(
    '"id": 9007199254740993\n',
  );
});

it('is indented by two spaces and ends with a line feed, also without tests', () => {
  const text = textOf(runOf([]));
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  const full = textOf(runOfTests(outcome(), skipped('a', 'bail')));
  expect(full).toBe(`${JSON.stringify(JSON.parse(full), undefined, 2)}\n`);
});

it('carries coverage, without secrets', () => {
  const run = runOf([fileOf('a.http', [])], ['hidden-part']);
  const coverage = {
    spec: 'api.yaml',
    total: 0,
    covered: 0,
    percent: 100,
    tags: {},
    operations: [],
    unmatched: ['GET /hidden-part'],
  };
  expect(JSON.parse(textOf(run, coverage))).toMatchObject({
    coverage: { ...coverage, unmatched: ['GET /[REDACTED]'] },
  });
});

it('keeps to the published schema', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(RESULTS_SCHEMA);
  for (const run of [sampleRun(), runOf([])]) {
    expect(validate(JSON.parse(textOf(run))), JSON.stringify(validate.errors)).toBe(true);
  }
  expect(validate({ ...(JSON.parse(textOf(runOf([]))) as object), tests: [{}] })).toBe(false);
});

describe('the document of a shard', () => {
  const shard = { index: 2, count: 3, files: ['shop/orders.http', 'shop/secret-token.http'] };
  const shardOf = (...results: readonly RequestOutcome[]): unknown => {
    const run = runOf([fileOf('shop/orders.http', results)], ['secret-token']);
    return (JSON.parse([...renderJson(run, { version: '1.4.0', shard })].join('')) as { shard: unknown })
      .shard;
  };
  const files = ['shop/orders.http', 'shop/[REDACTED].http'];

  it('says which one it is', () => {
    expect(shardOf(outcome())).toEqual({ index: 2, count: 3, files });
  });

  it('names requests without a name that cannot be named by what was sent', () => {
    const title = 'GET {{base}}/orders?key=secret-token';
    const results = [outcome({ name: '' }), outcome(), { ...outcome({ name: '' }), shownName: title }];
    expect(shardOf(...results)).toEqual({
      index: 2,
      count: 3,
      files,
      titles: { 2: 'GET {{base}}/orders?key=[REDACTED]' },
    });
  });
});
