import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  assertion,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
  STARTED_AT,
} from '../../test/support/runs/build-outcome.js';
import { sampleRun } from '../../test/reports/sample-run.js';
import type { RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { renderCtrf } from './run-ctrf.js';

function documentOf(run: RunOutcome): Record<string, unknown> {
  return JSON.parse([...renderCtrf(run, { version: '1.4.0' })].join('')) as Record<string, unknown>;
}

function testOf(result: RequestOutcome): unknown {
  return (documentOf(runOfTests(result)) as { results: { tests: unknown[] } }).results.tests[0];
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const closed = (required: string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

/** The rules of CTRF 1.0.0 for the written parts: required members, types, no unknown members. */
const CTRF = {
  type: 'object',
  required: ['results', 'reportFormat', 'specVersion'],
  additionalProperties: false,
  properties: {
    reportFormat: { const: 'CTRF' },
    specVersion: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' },
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
    generatedBy: text,
    results: closed(['tool', 'summary', 'tests'], {
      tool: closed(['name'], { name: { type: 'string', minLength: 1 }, version: text }),
      summary: closed(
        ['tests', 'passed', 'failed', 'skipped', 'pending', 'other', 'start', 'stop'],
        Object.fromEntries(
          'tests passed failed skipped pending other flaky suites start stop duration'
            .split(' ')
            .map((name) => [name, integer]),
        ),
      ),
      environment: closed([], { testEnvironment: text }),
      tests: {
        type: 'array',
        items: closed(['name', 'status', 'duration'], {
          name: { type: 'string', minLength: 1 },
          status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
          duration: integer,
          suite: { type: 'array', minItems: 1, items: text },
          filePath: text,
          line: integer,
          tags: { type: 'array', items: text },
          retries: integer,
          flaky: { type: 'boolean' },
          message: text,
          trace: text,
          rawStatus: text,
        }),
      },
    }),
  },
};

it('keeps to the format', () => {
  const validate = new Ajv({ strict: false }).compile(CTRF);
  for (const run of [sampleRun(), runOf([]), runOf([fileOf('a.http', [])])]) {
    expect(validate(documentOf(run)), JSON.stringify(validate.errors)).toBe(true);
  }
});

it('sums up the run', () => {
  const run = runOfTests(outcome({ attempts: 2 }), failed('a', assertion()), skipped('b', 'bail'));
  expect(documentOf(run)).toMatchObject({
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    generatedBy: 'svc',
    results: {
      tool: { name: 'svc', version: '1.4.0' },
      environment: { testEnvironment: 'staging' },
      summary: {
        tests: 3,
        passed: 1,
        failed: 1,
        skipped: 1,
        pending: 0,
        other: 0,
        flaky: 1,
        suites: 1,
        start: STARTED_AT,
        stop: STARTED_AT + 277,
        duration: 277,
      },
    },
  });
});

describe('a test', () => {
  const place = { suite: ['shop/orders.http'], filePath: 'shop/orders.http', line: 24 };

  it('that passed after a retry is flaky', () => {
    const expected = {
      name: 'a',
      status: 'passed',
      duration: 61,
      ...place,
      tags: ['t'],
      retries: 2,
      flaky: true,
    };
    expect(testOf(outcome({ name: 'a', attempts: 3, tags: ['t'] }))).toEqual(expected);
  });

  it('that failed has its reasons, in short and in full', () => {
    expect(testOf(failed('a', assertion(), assertion({ actual: 41, line: 32 })))).toEqual({
      name: 'a',
      status: 'failed',
      duration: 61,
      ...place,
      retries: 0,
      flaky: false,
      message: 'body.total equals: expected 42.5, got 40',
      trace:
        'body.total equals: expected 42.5, got 40 (line 31)\nbody.total equals: expected 42.5, got 41 (line 32)',
    });
  });

  it('that was not completed has the raw status of it', () => {
    const expected = {
      status: 'failed',
      rawStatus: 'error',
      message: 'no such host',
      flaky: false,
      retries: 1,
    };
    expect(testOf(notCompleted('a', 'dns', 'no such host', { attempts: 2 }))).toMatchObject(expected);
  });

  it('that was skipped has no negative retries', () => {
    expect(testOf(skipped('a', 'bail'))).toMatchObject({ status: 'skipped', retries: 0, message: 'bail' });
  });

  it('that was traced names its trace', () => {
    const traceId = 'a'.repeat(32);
    expect(testOf(outcome({ traceId }))).toMatchObject({ extra: { traceId } });
    expect(testOf(outcome())).not.toHaveProperty('extra');
  });

  it('that ran on a worker names it', () => {
    expect(testOf(outcome({ worker: 'eu-1' }))).toMatchObject({ extra: { worker: 'eu-1' } });
  });

  it('without a name has one', () => {
    expect(testOf(outcome({ name: '' }))).toMatchObject({ name: 'GET https://shop.example.test/orders/9' });
  });
});
