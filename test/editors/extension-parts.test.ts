/** Parts of the extension for VS Code that need no editor. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidates, needsShell } from '../../editors/vscode/src/desktop/find-program.js';
import { requestAt, requestsIn } from '../../editors/vscode/src/requests.js';
import { loopbackOrigin } from '../../editors/vscode/src/running/loopback-origin.js';
import { toRunResult, type RestTest } from '../../editors/vscode/src/running/rest-result.js';
import { closingLines, testLine } from '../../editors/vscode/src/testing/console-report.js';
import * as browserPath from '../../src/lsp/browser/node-path.js';

describe('the program that is the language server', () => {
  const places = {
    path: '',
    folders: ['/w/shop'],
    isTrusted: true,
    searchPath: ['/usr/bin', 'bin', '.', '/opt/bin'].join(process.platform === 'win32' ? ';' : ':'),
    platform: 'linux' as const,
  };
  const posixed = (paths: readonly string[]): string[] => paths.map((path) => path.replaceAll('\\', '/'));

  it('is the one of the folder, else one of the search path, never by a relative entry of that', () => {
    expect(posixed(candidates(places))).toEqual([
      '/w/shop/node_modules/.bin/svc',
      '/usr/bin/svc',
      '/opt/bin/svc',
    ]);
  });

  it('is none of a folder that is not trusted', () => {
    expect(posixed(candidates({ ...places, isTrusted: false }))).toEqual(['/usr/bin/svc', '/opt/bin/svc']);
  });

  it('is the one of the setting and no other', () => {
    expect(candidates({ ...places, path: '/my/svc' })).toEqual(['/my/svc']);
  });

  it('is a batch file on Windows, which a shell starts', () => {
    const found = posixed(candidates({ ...places, platform: 'win32', searchPath: '' }));
    expect(found).toEqual(['/w/shop/node_modules/.bin/svc.cmd', '/w/shop/node_modules/.bin/svc.exe']);
    expect(found.map(needsShell)).toEqual([true, false]);
  });
});

describe('the address of svc serve', () => {
  it.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/files/a.http', 'http://localhost:4000'],
    ['https://[::1]:4000/', 'https://[::1]:4000'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
  ])('%s is one of this machine', (written, origin) => {
    expect(loopbackOrigin(written)).toBe(origin);
  });

  it.each([
    'http://example.test',
    'http://127.0.0.1.example.test',
    'http://localhost.example.test',
    'http://10.0.0.1:4000',
    'http://user:secret@127.0.0.1:4000',
    'ftp://127.0.0.1',
    'localhost:4000',
    'nonsense',
  ])('%s is refused', (written) => {
    expect(() => loopbackOrigin(written)).toThrow(/^svc\.serverUrl /);
  });
});

describe('results of svc serve', () => {
  const response = { statusCode: 200, status: '200 OK', headers: {}, size: 12 };
  const test = (more: Partial<RestTest>): RestTest => ({
    name: 'readOrder',
    file: 'shop/orders.http',
    line: 24,
    passed: false,
    duration: 61,
    attempts: 1,
    response,
    ...more,
  });
  const run = (...tests: readonly RestTest[]) =>
    toRunResult(
      { environment: 'staging', duration: 145, tests },
      { id: 'abc', isCancelled: false, uriOf: (file) => `file:///w/${file}` },
    );

  it('are those of a run by the language server', () => {
    const assertion = {
      subject: 'body.total',
      operator: 'equals',
      expected: 42.5,
      actual: 40,
      passed: false,
      line: 31,
      message: 'expected body.total == 42.5, got 40',
    };
    const message = 'body.total equals: expected 42.5, got 40';
    expect(run(test({ assertions: [assertion] }))).toEqual({
      run: 'abc',
      verdict: 'failed',
      passed: 0,
      failed: 1,
      skipped: 0,
      durationMs: 145,
      environment: 'staging',
      tests: [
        {
          uri: 'file:///w/shop/orders.http',
          name: 'readOrder',
          line: 24,
          status: 'failed',
          durationMs: 61,
          attempts: 1,
          response: { statusCode: 200, status: '200 OK', size: 12 },
          message,
          failures: [{ line: 31, message, expected: '42.5', actual: '40' }],
        },
      ],
    });
  });

  it('say when there is no value, which is not null', () => {
    const message = 'expected header X == "a", there is no value';
    const assertion = { subject: 'header X', operator: 'equals', expected: 'a', actual: null, message };
    const { tests } = run(test({ assertions: [{ ...assertion, passed: false, line: 9 }] }));
    expect(tests[0]?.failures).toMatchObject([{ line: 9, actual: 'absent' }]);
  });

  it('name why a request was skipped or not completed, and the status of one without assertions', () => {
    const { response: _, ...unsent } = test({ error: 'connection refused' });
    const { tests } = run(
      test({ skipped: true, skipReason: 'condition not met' }),
      unsent,
      test({ response: { ...response, statusCode: 404, status: '404 Not Found' } }),
      test({ passed: true }),
    );
    expect(
      tests.map(({ status, message, failures }) => [status, message, failures.map(({ line }) => line)]),
    ).toEqual([
      ['skipped', 'condition not met', []],
      ['failed', 'connection refused', []],
      ['failed', 'status between: expected 200 to 299, got 404', [24]],
      ['passed', undefined, []],
    ]);
  });

  it('are an error when no failed request got a response', () => {
    const { response: _, ...unsent } = test({ error: 'connection refused' });
    expect([run(unsent).verdict, run(test({ passed: true })).verdict]).toEqual(['error', 'passed']);
  });

  it('are shown in the form of the console report', () => {
    const result = run(
      test({ passed: true }),
      test({ error: 'timeout' }),
      test({ skipped: true, skipReason: 'x' }),
    );
    expect(result.tests.map(testLine)).toEqual([
      '  ✓ readOrder (61ms)',
      '  ✗ readOrder (61ms)',
      '  - readOrder (x)',
    ]);
    expect(closingLines(result, () => 'shop/orders.http')).toEqual([
      '',
      'Failures',
      '',
      '1) readOrder  shop/orders.http:24',
      '   -> 200 OK',
      '   timeout',
      '',
      'Tests: 1 passed, 1 failed, 1 skipped, 3 total',
      'Time:  145ms',
      '',
    ]);
  });
});

it('the request at a line is the one that started before', () => {
  const requests = requestsIn(
    '# a\n\n### one\nGET http://a\n\n### two\n# @name second\nGET http://a\n',
    'a.http',
  );
  expect(requests).toEqual([
    { name: 'one', line: 3 },
    { name: 'second', line: 6 },
  ]);
  expect([1, 3, 5, 6, 99].map((line) => requestAt(requests, line)?.name)).toEqual([
    undefined,
    'one',
    'one',
    'second',
    'second',
  ]);
});

describe('paths in a browser', () => {
  const parts = ['', '.', '..', '/', 'a', '/a', 'a/', 'a/b', '/a/../b', '../../a', '/..', './a//b/.', 'a/..'];

  it.each(parts)('%j is handled as Node does', (path) => {
    expect(browserPath.normalize(path)).toBe(posix.normalize(path));
    expect(browserPath.dirname(path)).toBe(posix.dirname(path));
    expect(browserPath.basename(path)).toBe(posix.basename(path));
    expect(browserPath.isAbsolute(path)).toBe(posix.isAbsolute(path));
    for (const other of parts) expect(browserPath.join(path, other)).toBe(posix.join(path, other));
  });
});
