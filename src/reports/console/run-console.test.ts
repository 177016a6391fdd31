import { describe, expect, it } from 'vitest';
import {
  assertion,
  exchange,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
} from '../../../test/support/runs/build-outcome.js';
import { requestFile } from '../../../test/support/runs/request-file.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { createConsoleReport, renderConsole } from './run-console.js';
import { styler } from './style.js';

const plain = { style: styler(false), version: '1.4.0' };

function consoleOf(...results: readonly RequestOutcome[]): Promise<string> {
  return renderConsole(runOfTests(...results), { ...plain, verbosity: 0 });
}

function detailed(verbosity: number, ...results: readonly RequestOutcome[]): Promise<string> {
  return renderConsole(runOfTests(...results), { ...plain, verbosity });
}

it('prints the example of the documentation', async () => {
  const run = runOfTests(
    outcome({ name: 'login', duration: 84 }),
    outcome({ name: 'createOrder', duration: 132, description: 'Places an order with two lines' }),
    failed('readOrder', assertion()),
    notCompleted('cancelOrder', 'connect', '127.0.0.1:8099 refused the connection', {
      line: 38,
      duration: 2100,
      request: { ...outcome().request, method: 'DELETE' },
    }),
    skipped('archiveOrder', 'dependency failed: readOrder'),
  );
  const file = await requestFile({
    24: '###',
    25: 'GET /',
    30: '>>>',
    31: 'expect body.total == 42.5',
    32: '<<<',
  });
  const text = await renderConsole(run, { ...plain, verbosity: 0, findFile: () => file });
  expect(text).toBe(`svc 1.4.0

shop/orders.http
  ✓ login (84ms)
  ✓ createOrder (132ms)
      Places an order with two lines
  ✗ readOrder (61ms)
  x cancelOrder (2.1s)
  - archiveOrder (dependency failed: readOrder)

Failures

1) readOrder                                   shop/orders.http:31
   GET https://shop.example.test/orders/9 -> 200 OK
     31 | expect body.total == 42.5
   Expected: 42.5
   Actual:   40

2) cancelOrder                                 shop/orders.http:38
   DELETE https://shop.example.test/orders/9
   connect: 127.0.0.1:8099 refused the connection

Tests: 2 passed, 2 failed, 1 skipped, 5 total
Time:  277ms
`);
});

describe('one test', () => {
  it('shows the number of the attempt from the second on', async () => {
    expect(await consoleOf(outcome({ attempts: 3 }))).toContain('  ✓ readOrder (61ms, attempt 3)\n');
    expect(await consoleOf(notCompleted('a', 'timeout', 'after 5 s', { attempts: 2 }))).toContain(
      '  x a (61ms, attempt 2)\n',
    );
  });

  it('hides what was filtered out, and counts it', async () => {
    const text = await consoleOf(skipped('a', 'filtered out'), skipped('b', 'bail'));
    expect(text).not.toContain('  - a');
    expect(text).toContain('  - b (bail)\n');
    expect(text).toContain('Tests: 2 skipped, 2 total\n');
    expect(await detailed(1, skipped('a', 'filtered out'))).toContain('  - a (filtered out)\n');
  });

  it('names its worker with -v only', async () => {
    const test = outcome({ worker: 'eu-1', lostOn: ['eu-2'] });
    expect(await consoleOf(test)).not.toContain('eu-1');
    expect(await detailed(1, test)).toContain('      Worker: eu-1 (lost on eu-2)\n');
  });

  it('shows warnings of passed tests with -v only', async () => {
    const warnings = ['capture "id" found nothing'];
    expect(await consoleOf(outcome({ warnings }))).not.toContain('Warning');
    expect(await detailed(1, outcome({ warnings }))).toContain('      Warning: capture "id" found nothing\n');
  });
});

describe('-v', () => {
  it('adds status, captures and events', async () => {
    const sseEvents = [
      { id: '', type: '', data: 'one' },
      { id: '7', type: 'tick', data: 'two' },
    ];
    expect(await detailed(1, outcome({ captures: { id: 9, list: [1] }, sseEvents })))
      .toContain(`  ✓ readOrder (61ms)
      Status: 200
      Captures:
        id = 9
        list = [1]
      Events:
        message: "one"
        tick #7: "two"

`);
  });
});

describe('-vv and -vvv', () => {
  const { request, response } = outcome();
  const test = outcome({
    request: { ...request, method: 'POST', body: 'sent\nbody' },
    response: { ...response, finalUrl: 'https://shop.example.test/moved', body: 'x'.repeat(70_000) },
    timing: { dns: 0, connect: 1.04, tls: 2, firstByte: 30, body: 4 },
    exchanges: [
      exchange({
        response: {
          statusCode: 301,
          statusText: '',
          httpVersion: '1.1',
          headers: [],
          body: new Uint8Array(),
          wireSize: 0,
        },
      }),
      exchange(),
    ],
    attempts: 2,
  });

  it('add headers, redirects and attempts', async () => {
    expect(await detailed(2, test)).toContain(`      Request: POST https://shop.example.test/orders/9
        Accept: */*
        User-Agent: svc/1.4.0
      Exchanges:
        GET https://shop.example.test/orders/9 -> 301 (61ms)
        GET https://shop.example.test/orders/9 -> 200 OK (61ms)
      Response: 200 OK (12 bytes)
        Content-Type: application/json
      Final URL: https://shop.example.test/moved
      Attempts: 2
`);
  });

  it('add bodies up to 65,536 bytes and the phases', async () => {
    const text = await detailed(3, test);
    expect(text).toContain('      Request body:\n        sent\n        body\n');
    expect(/Response body:\n +(x+)\n/.exec(text)?.[1]).toHaveLength(65_536);
    expect(text).toContain('      Timing: dns 0ms, connect 1ms, tls 2ms, first byte 30ms, body 4ms\n');
    expect(await detailed(2, test)).not.toMatch(/body:|Timing/);
  });
});

describe('several files', () => {
  it('have one heading each, and are counted at the end', async () => {
    const run = runOf([fileOf('a.http', [outcome()], 10), fileOf('b.http', [skipped('x', 'bail')], 20)]);
    expect(await renderConsole(run, { ...plain, verbosity: 0, showVersion: false })).toBe(`a.http
  ✓ readOrder (61ms)

b.http
  - x (bail)

Tests: 1 passed, 1 skipped, 2 total
Files: 1 passed, 1 skipped, 2 total
Time:  30ms
`);
  });

  it('are failed when one of their tests failed', async () => {
    const files = [
      fileOf('a.http', [outcome(), failed('b')]),
      fileOf('c.http', [outcome()]),
      fileOf('d.http', [outcome()]),
    ];
    const text = await renderConsole(runOf(files), { ...plain, verbosity: 0 });
    expect(text).toContain('\nFiles: 1 failed, 2 passed, 3 total\nTime:  831ms\n');
  });

  it('without a selected request are only counted, except with -v', async () => {
    const empty = [skipped('x', 'filtered out'), skipped('y', 'filtered out')];
    const files = [fileOf('a.http', empty), fileOf('b.http', [outcome()]), fileOf('c.http', empty)];
    const text = await renderConsole(runOf(files), { ...plain, verbosity: 0, showVersion: false });
    expect(text).toBe(`b.http
  ✓ readOrder (61ms)

2 files had nothing selected

Tests: 1 passed, 4 skipped, 5 total
Files: 1 passed, 2 skipped, 3 total
Time:  831ms
`);
    const one = await renderConsole(runOf(files.slice(0, 2)), { ...plain, verbosity: 0 });
    expect(one).toContain('\n\n1 file had nothing selected\n\n');
    const detailedText = await renderConsole(runOf(files), { ...plain, verbosity: 1 });
    expect(detailedText).toContain('c.http\n  - x (filtered out)\n  - y (filtered out)\n');
    expect(detailedText).not.toContain('nothing selected');
  });

  it('may be none at all', async () => {
    expect(await renderConsole(runOf([]), { ...plain, verbosity: 0 })).toBe(
      'svc 1.4.0\n\nTests: 0 total\nTime:  0ms\n',
    );
  });
});

describe('while the run goes on', () => {
  const first = fileOf('a.http', [
    outcome({ name: 'a1' }),
    outcome({ name: 'a2 [1]' }),
    outcome({ name: 'a2 [2]' }),
  ]);
  const second = fileOf('b.http', [outcome({ name: 'b1' })]);
  const run = runOf([first, second]);

  function endOf(file: FileOutcome, result: number, position: number, last = true): RunEvent {
    const found = file.results[result] ?? outcome();
    const fileIndex = run.files.indexOf(file);
    const place = {
      file: file.file,
      fileIndex,
      name: found.name,
      line: found.line,
      index: position,
      position,
      total: 2,
      last,
    };
    return { kind: 'request-end', ...place, outcome: found };
  }

  const fileEvent = (kind: 'file-start' | 'file-end', file: FileOutcome): RunEvent =>
    kind === 'file-start'
      ? { kind, file: file.file, index: run.files.indexOf(file), total: 2 }
      : { kind, file: file.file, index: run.files.indexOf(file), total: 2, outcome: file };

  function recorder(): { report: ReturnType<typeof createConsoleReport>; text: () => string } {
    const chunks: string[] = [];
    const write = (text: string): void => void chunks.push(text);
    const report = createConsoleReport({ ...plain, verbosity: 0, secrets: new SecretSet(), write });
    return { report, text: () => chunks.join('') };
  }

  it('a line is out as soon as all earlier ones are', async () => {
    const { report, text } = recorder();
    report.onEvent({ kind: 'run-start', files: 2, total: 3 });
    report.onEvent(fileEvent('file-start', second));
    report.onEvent(endOf(second, 0, 0));
    report.onEvent(fileEvent('file-end', second));
    expect(text()).toBe('');
    report.onEvent(fileEvent('file-start', first));
    expect(text()).toBe('');
    report.onEvent(endOf(first, 1, 1, false));
    expect(text()).not.toContain('a2');
    report.onEvent(endOf(first, 0, 0));
    expect(text()).toBe('svc 1.4.0\n\na.http\n  ✓ a1 (61ms)\n  ✓ a2 [1] (61ms)\n');
    report.onEvent(endOf(first, 2, 1));
    expect(text()).toContain('a2 [2] (61ms)\n');
    expect(text()).not.toContain('b.http');
    report.onEvent(fileEvent('file-end', first));
    expect(text()).toContain('\n\nb.http\n  ✓ b1 (61ms)\n');
    report.onEvent({ kind: 'run-end', outcome: run });
    expect(text()).toBe(await renderConsole(run, { ...plain, verbosity: 0 }));
    report.finish(run);
    expect(text()).toBe(await renderConsole(run, { ...plain, verbosity: 0 }));
  });

  it('results without events are printed at the end', async () => {
    const { report, text } = recorder();
    report.onEvent(fileEvent('file-start', first));
    report.onEvent(endOf(first, 0, 0));
    report.finish(run);
    expect(text()).toBe(await renderConsole(run, { ...plain, verbosity: 0 }));
  });
});

describe('a run of more than 100 tests', () => {
  const passing = (file: string, count: number): FileOutcome =>
    fileOf(
      file,
      Array.from({ length: count }, (_, i) => outcome({ name: `t${i}`, duration: 1 })),
    );
  const many = runOf([
    passing('a.http', 60),
    fileOf('b.http', [
      outcome({ name: 'before', duration: 1 }),
      failed('bad', assertion()),
      outcome({ name: 'after' }),
    ]),
    passing('c.http', 50),
    fileOf('d.http', [outcome({ name: 'ran', duration: 1 }), skipped('left', 'later')]),
    fileOf('e.http', [skipped('x', 'later')]),
  ]);

  it('has one line for a file that passes, and every test of one that does not', async () => {
    const text = await renderConsole(many, { ...plain, verbosity: 0 });
    const lines = text.replaceAll(/\(\d+(?:ms|\.\ds)\)/g, '(0ms)').split('\n');
    expect(lines.slice(0, 14)).toEqual([
      'svc 1.4.0',
      '',
      '✓ a.http: 60 passed (0ms)',
      '',
      'b.http',
      '  ✓ before (0ms)',
      '  ✗ bad (0ms)',
      '  ✓ after (0ms)',
      '',
      '✓ c.http: 50 passed (0ms)',
      '✓ d.http: 1 passed, 1 skipped (0ms)',
      '- e.http: 1 skipped (0ms)',
      '',
      'Failures',
    ]);
    expect(lines.slice(-4)).toEqual([
      'Tests: 113 passed, 1 failed, 2 skipped, 116 total',
      'Files: 1 failed, 3 passed, 1 skipped, 5 total',
      expect.stringMatching(/^Time: /),
      '',
    ]);
  });

  it('shows all of them with -v, and up to 100 always', async () => {
    const whole = await renderConsole(many, { ...plain, verbosity: 1 });
    expect(whole).toContain('a.http\n  ✓ t0 (1ms)\n');
    const few = await renderConsole(runOf([passing('a.http', 100)]), { ...plain, verbosity: 0 });
    expect(few).toContain('  ✓ t99 (1ms)\n');
    const more = await renderConsole(runOf([passing('a.http', 101)]), { ...plain, verbosity: 0 });
    expect(more).toMatch(
      /^svc 1\.4\.0\n\n✓ a\.http: 101 passed \(\d+(?:ms|\.\ds)\)\n\nTests: 101 passed, 101 total\n/,
    );
  });
});
