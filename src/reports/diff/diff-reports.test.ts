import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  exampleDiff as example,
  namedDiff as named,
  repeatedDiff as repeatedExample,
  testResult as test,
} from '../../../test/support/runs/diff-sides.js';
import { renderDiffConsole } from './diff-console.js';
import { renderDiffJson } from './diff-json.js';
import { DIFF_SCHEMA } from './diff-schema.js';
import type { NamedDiff } from './diff-text.js';
import { styler } from '../console/style.js';

function consoleText(diff: NamedDiff, coloured = false): string {
  return [...renderDiffConsole(diff, styler(coloured))].join('');
}

describe('the console report', () => {
  it('has the layout of the specification', () => {
    expect(consoleText(example(20))).toBe(`File 1: main.json
File 2: branch.json

Summary
  Total: 5   Improved: 1   Regressed: 1   Unchanged: 1   New: 1   Removed: 1

Duration
  File 1: total 640ms, average 158.0ms
  File 2: total 655ms, average 152.5ms

Tests
  ↑ shop/orders.http  login          120ms -> 84ms    -30.0%
  ↓ shop/orders.http  createOrder    132ms -> 165ms   +25.0%
  = shop/orders.http  readOrder      300ms -> 311ms    +3.7%
  - shop/orders.http  oldReport      (removed)
  + shop/orders.http  newReport      (new, 50ms)

✗ Threshold 20%: 1 test above it
    createOrder +25.0%
`);
  });

  it('shows that a threshold holds, and nothing without one', () => {
    expect(consoleText(example(25))).toMatch(/\(new, 50ms\)\n\n✓ Threshold 25%: no test above it\n$/);
    expect(consoleText(example(null))).toMatch(/\(new, 50ms\)\n$/);
    expect(consoleText(example(2.5))).toMatch(
      /✗ Threshold 2\.5%: 2 tests above it\n {4}createOrder \+25\.0%\n {4}readOrder \+3\.7%\n$/,
    );
  });

  it('shows flips, unnamed tests, fractions, and rounds without a minus zero', () => {
    const diff = named(
      [
        test('', 10, 'failed'),
        test('b', 1000),
        test('c', 5, 'skipped'),
        test('d', 0.25),
        test('長い名前', 7),
      ],
      [
        test('', 10),
        test('b', 999.9, 'failed'),
        test('c', 5, 'failed'),
        test('d', 0.25),
        test('長い名前', 7),
      ],
    );
    expect(consoleText(diff).split('Tests\n')[1]).toBe(
      [
        '  ↑ shop/orders.http  (unnamed)    10ms -> 10ms        +0.0%  failed -> passed',
        '  ↓ shop/orders.http  b            1000ms -> 999.9ms   +0.0%  passed -> failed',
        '  ↓ shop/orders.http  c            5ms -> 5ms          +0.0%  skipped -> failed',
        '  = shop/orders.http  d            0.3ms -> 0.3ms      +0.0%',
        '  = shop/orders.http  長い名前     7ms -> 7ms          +0.0%',
        '',
      ].join('\n'),
    );
  });

  it('leaves out the tests when there are none', () => {
    expect(consoleText(named([], [], 5))).toBe(`File 1: main.json
File 2: branch.json

Summary
  Total: 0   Improved: 0   Regressed: 0   Unchanged: 0   New: 0   Removed: 0

Duration
  File 1: total 640ms, average 0.0ms
  File 2: total 655ms, average 0.0ms

✓ Threshold 5%: no test above it
`);
  });

  it('marks what may be noise, and says how sure several runs make it', () => {
    const noisy = named([test('a', 3), test('b', 100)], [test('a', 8), test('b', 104)], 3);
    expect(consoleText(noisy).split('Tests\n')[1]).toBe(
      [
        '  ↓ shop/orders.http  a    3ms -> 8ms       +166.7%  within noise',
        '  = shop/orders.http  b    100ms -> 104ms     +4.0%  within noise',
        '',
        '✗ Threshold 3%: 2 tests above it',
        '    a +166.7%  within noise',
        '    b +4.0%  within noise',
        '',
      ].join('\n'),
    );
    expect(consoleText(named([test('a', 3)], [test('a', 8)], 3, 6))).toMatch(
      /\n {2}= shop\/orders\.http {2}a {4}3ms -> 8ms {3}\+166\.7% {2}within noise\n\n✓ Threshold 3%: no test above it\n$/,
    );
    const lines = consoleText(repeatedExample()).split('Tests (medians of the runs)\n')[1]?.split('\n');
    expect(lines?.slice(0, 2)).toEqual([
      '  ↓ shop/orders.http  createOrder    103ms -> 143ms   +38.8%  p = 0.008, 5 runs against 5',
      '  ↓ shop/orders.http  ping           6ms -> 7ms       +16.7%  within noise  p = 0.398, 5 runs against 5',
    ]);
  });

  it('lets no control character of a file through', () => {
    const evil = { ...named([test('a\u001b[31m\nb', 1)], [], 0), file1: 'x\u009b.json' };
    const text = consoleText(evil);
    expect(text).toContain('a\\u001b[31m\\u000ab');
    expect(text).toContain('File 1: x\\u009b.json');
  });

  it('is coloured on request only, in the same columns', () => {
    const coloured = consoleText(example(20), true);
    expect(coloured).toContain('\u001b[31m✗\u001b[39m Threshold');
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(consoleText(example(20)));
  });
});

describe('the JSON report', () => {
  const document = (diff: NamedDiff): unknown => JSON.parse([...renderDiffJson(diff)].join(''));

  it('has exactly the fields of the specification, in its order', () => {
    const text = [
      ...renderDiffJson(named([test('login', 120)], [test('login', 84), test('n', 5, 'skipped')], 20)),
    ].join('');
    expect(text).toBe(`{
  "schemaVersion": 1,
  "file1": "main.json",
  "file2": "branch.json",
  "summary": {
    "totalTests": 2,
    "improved": 1,
    "regressed": 0,
    "unchanged": 0,
    "newTests": 1,
    "removedTests": 0,
    "totalDuration1": 640,
    "totalDuration2": 655,
    "avgDuration1": 120,
    "avgDuration2": 84,
    "thresholdPercent": 20,
    "thresholdPassed": true,
    "noiseFloorMs": 10,
    "minChangeMs": 0
  },
  "comparisons": [
    {
      "testName": "login",
      "file": "shop/orders.http",
      "statusChange": "improved",
      "status1": "passed",
      "status2": "passed",
      "duration1": 120,
      "duration2": 84,
      "durationChange": -30,
      "overThreshold": false,
      "noise": false,
      "runs1": 1,
      "runs2": 1,
      "pValue": null
    },
    {
      "testName": "n",
      "file": "shop/orders.http",
      "statusChange": "new",
      "status1": "absent",
      "status2": "skipped",
      "duration1": 0,
      "duration2": 5,
      "durationChange": 0,
      "overThreshold": false,
      "noise": false,
      "runs1": 0,
      "runs2": 0,
      "pValue": null
    }
  ]
}
`);
  });

  it('is a document without tests too, and null is no threshold', () => {
    expect(document(named([], []))).toMatchObject({
      summary: { thresholdPercent: null, thresholdPassed: true },
      comparisons: [],
    });
  });

  it('keeps unrounded numbers', () => {
    expect(document(example(null))).toMatchObject({
      comparisons: [{}, {}, { durationChange: 1100 / 300 }, {}, {}],
    });
  });

  it('fits its schema, which knows every field', () => {
    const closed = JSON.parse(JSON.stringify(DIFF_SCHEMA), (_key, value: unknown) =>
      isObject(value) && 'properties' in value ? { ...value, additionalProperties: false } : value,
    ) as object;
    const accepts = new Ajv2020({ strict: false, allErrors: true }).compile(closed);
    for (const diff of [
      example(20),
      example(null),
      repeatedExample(),
      named([], []),
      named([test('', 0.5, 'skipped')], []),
    ]) {
      accepts(document(diff));
      expect(accepts.errors).toBeNull();
    }
    expect(accepts({ ...(document(example(1)) as object), file1: 1 })).toBe(false);
  });
});

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
