import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { parseResultFile } from './result-file.js';

function parse(document: unknown): ReturnType<typeof parseResultFile> {
  return parseResultFile(
    Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
    'a.json',
  );
}

function problem(document: unknown): string {
  try {
    parse(document);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'input') return error.message;
    throw error;
  }
  return 'none';
}

describe('a results document', () => {
  it('is read whatever else is in it', () => {
    const test = { name: 'a', file: 'x.http', line: 3, passed: true, duration: 12.5, future: { deep: 1 } };
    expect(parse({ schemaVersion: 1, duration: 277.25, time: 'x', tests: [test], more: [] })).toEqual({
      duration: 277.25,
      startedAt: undefined,
      environment: '',
      tests: [{ name: 'a', file: 'x.http', status: 'passed', duration: 12.5 }],
    });
  });

  it('may tell when and where it ran, and in which pass', () => {
    const document = { time: '2031-04-05T06:07:08.120Z', environment: 'qa', tests: [{ iteration: 2 }] };
    expect(parse(document)).toMatchObject({
      startedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 120),
      environment: 'qa',
      tests: [{ iteration: 2 }],
    });
    expect(parse({ time: 5, environment: {}, tests: [] })).toMatchObject({
      startedAt: undefined,
      environment: '',
    });
  });

  it('may begin with a byte-order mark and leave out what has a natural value', () => {
    expect(parse('\ufeff{"tests":[{}]}')).toEqual({
      duration: 0,
      startedAt: undefined,
      environment: '',
      tests: [{ name: '', file: '', status: 'failed', duration: 0 }],
    });
  });

  it.each([
    ['shop/a.http', 'shop/a.http'],
    ['shop\\sub\\a.http', 'shop/sub/a.http'],
    ['./a.http', 'a.http'],
    ['.\\a.http', 'a.http'],
    ['././/a.http', 'a.http'],
    ['../a.http', '../a.http'],
    ['.hidden/a.http', '.hidden/a.http'],
    ['/abs/a.http', '/abs/a.http'],
  ])('has the file %s as %s', (file, normal) => {
    expect(parse({ tests: [{ file }] }).tests[0]?.file).toBe(normal);
  });

  it.each([
    [{ passed: true }, 'passed'],
    [{ passed: false }, 'failed'],
    [{ passed: false, skipped: true }, 'skipped'],
    [{ passed: true, skipped: false }, 'passed'],
  ])('with %o has a test that is %s', (test, status) => {
    expect(parse({ tests: [test] }).tests[0]?.status).toBe(status);
  });

  it.each<[string, unknown, string]>([
    ['broken text', '{"tests": [\n  1,,\n]}', 'a.json is not JSON (line 2, column 5)'],
    ['text that ends early', '{"tests": [', 'a.json is not JSON (line 1, column 12)'],
    ['nothing', ' \n', 'a.json is not JSON: it is empty'],
    ['a list', [], 'a.json is not a results document: it is not a JSON object'],
    ['null', 'null', 'a.json is not a results document: it is not a JSON object'],
    ['no tests', { duration: 1 }, 'a.json is not a results document: it has no "tests" array'],
    ['tests that are none', { tests: {} }, 'a.json is not a results document: it has no "tests" array'],
    [
      'a later version',
      { schemaVersion: 2, tests: [] },
      'a.json has schemaVersion 2, but this svc reads up to 1; use a later svc',
    ],
    [
      'a version that is text',
      { schemaVersion: '1', tests: [] },
      'a.json is not a results document: "schemaVersion" is not a number',
    ],
    [
      'a test that is text',
      { tests: [{}, 'x'] },
      'a.json is not a results document: tests[1] is not an object',
    ],
    [
      'a name that is a number',
      { tests: [{ name: 1 }] },
      'a.json is not a results document: tests[0]: "name" is not a string',
    ],
    [
      'a verdict that is text',
      { tests: [{ passed: 'yes' }] },
      'a.json is not a results document: tests[0]: "passed" is not true or false',
    ],
    [
      'time that runs backwards',
      { tests: [{ duration: -1 }] },
      'a.json is not a results document: tests[0]: "duration" is not a number of 0 or more',
    ],
    [
      'a pass that is none',
      { tests: [{ iteration: 0 }] },
      'a.json is not a results document: tests[0]: "iteration" is not a whole number of 1 or more',
    ],
    [
      'endless time',
      '{"tests":[], "duration": 1e999}',
      'a.json is not a results document: "duration" is not a number of 0 or more',
    ],
  ])('that is %s is refused', (_case, document, message) => {
    expect(problem(document)).toBe(message);
  });

  it('that is not UTF-8 is refused', () => {
    expect(() => parseResultFile(Buffer.from([0x7b, 0xff, 0x7d]), 'a.json')).toThrow(
      'a.json is not UTF-8 text',
    );
  });
});
