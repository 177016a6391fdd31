import { describe, expect, it } from 'vitest';
import {
  responseView,
  assertionOf,
  checkLine,
  testScope,
  variables,
} from '../../test/support/runs/evaluation.js';
import { checkResolved, checkValue, resolveAssertion } from './check-assertion.js';
import type { SnapshotAccess } from './operators/operator.js';

/** A response of an API for shop items. */
const example = responseView(
  '{"id":"42","zip":"007","ok":true,"note":null,"tags":["a","b"],"list":[],"big":12345678901234567891}',
);

describe('outcomes of an example', () => {
  it.each([
    'expect body.id == 42',
    'expect ok true',
    'expect body.gone == null',
    'expect body.note type null',
    'expect body.gone !exists',
    'expect body.tags contains a',
    'expect body.tags[*] each matches /^[a-z]$/',
    'expect body.list each type string',
    'expect body.big == 12345678901234567891',
    'expect body contains "zip"',
  ])('passes: %s', async (line) => {
    expect(await checkLine(line, example)).toMatchObject({ passed: true, message: '' });
  });

  it.each([
    ['expect body.zip == 7', 'expected body.zip == 7, got "007"'],
    ['expect body.ok == "true"', 'expected body.ok == "true", got true'],
    ['expect body.gone type null', 'expected body.gone type "null", there is no value'],
    ['expect body.note exists', 'expected body.note exists, got null'],
    ['expect body.gone !contains x', 'there is no value'],
    ['expect body.ok !includes a', 'the value is not a list'],
    ['expect body.list[*] exists', 'expected body.list[*] exists, got []'],
    ['expect header X-None exists', 'expected header X-None exists, there is no value'],
    ['expect body.big == 12345678901234567890', 'got 12345678901234567891'],
  ])('fails: %s', async (line, message) => {
    const checked = await checkLine(line, example);
    expect(checked.passed).toBe(false);
    expect(checked.message).toContain(message);
  });
});

describe('subjects', () => {
  const view = responseView('{"a":{"b":[{"n":1},{"n":2}]},"list":[],"text":"x","length":5}', {
    status: 404,
    duration: 41.7,
    url: 'http://127.0.0.1/end?x=1#top',
    headers: [
      ['X-A', '1'],
      ['X-A', '2'],
      ['Set-Cookie', 'sid=1; Path=/'],
    ],
  });

  it.each([
    ['status == 404', 404],
    ['duration == 42', 42],
    ['p50 == 42', 42],
    ['p99 < 100', 42],
    ['size == 61', 61],
    ['url == http://127.0.0.1/end?x=1', 'http://127.0.0.1/end?x=1'],
    ['header x-a == "1, 2"', '1, 2'],
    ['header Content-Type application/json', 'application/json'],
    [
      'header contains X-A',
      { 'content-type': 'application/json', 'x-a': '1, 2', 'set-cookie': 'sid=1; Path=/' },
    ],
    ['header length 3', 3],
    ['cookie sid == 1', '1'],
    ['body.a.b[*].n == [1, 2]', [1, 2]],
    ['a.b.length == 2', 2],
    ['jsonpath $.a.b[0].n == 1', 1],
    ['jsonpath $.a.b[*].n == [1, 2]', [1, 2]],
    ['jsonpath "$.a.b[?(@.n > 1)].n" == [2]', [2]],
    ['regex /"n":(\\d)/ == 1', '1'],
    ['regex /NO(PE)?/i !exists', null],
    ['body startsWith \'{"a"\'', '{"a":{"b":[{"n":1},{"n":2}]},"list":[],"text":"x","length":5}'],
    ['body type object', { a: { b: [{ n: 1 }, { n: 2 }] }, list: [], text: 'x', length: 5 }],
    ['body.list exists', []],
    ['body.length == 5', 5],
    ['body length 4', 4],
    ['jsonpath $.list[*] !exists', []],
    ['jsonpath $.gone !exists', null],
  ])('expect %s', async (line, actual) => {
    expect(await checkLine(`expect ${line}`, view)).toMatchObject({ passed: true, actual, message: '' });
  });

  it('reports when a body is not JSON or a pattern fails', async () => {
    const text = responseView('plain', { type: 'text/plain' });
    expect((await checkLine('expect body.a exists', text)).message).toContain('the body is not JSON');
    expect((await checkLine('expect jsonpath $.a exists', text)).message).toContain('the body is not JSON');
    const damaged = responseView('{"a": 1, oops', { type: 'application/json' });
    expect((await checkLine('expect body.a exists', damaged)).message).toContain(
      'the body is not valid JSON',
    );
    const empty = responseView('', { type: 'application/json' });
    expect((await checkLine('expect body.a exists', empty)).message).toContain('the body is empty');
    expect((await checkLine('expect xpath //a exists', text)).message).toContain('not well-formed XML');
    expect(await checkLine('expect body == plain', text)).toMatchObject({ passed: true });
    expect(await checkLine('expect body.length !exists', text)).toMatchObject({ passed: true });
  });

  it('reads XML and HTML by XPath', async () => {
    const xml = responseView('<r xmlns="urn:x"><i id="1">a</i><i>b</i></r>', { type: 'application/xml' });
    expect(await checkLine('expect xpath //i == ["a", "b"]', xml)).toMatchObject({ passed: true });
    expect(await checkLine('expect xpath //i[@id="1"] == a', xml)).toMatchObject({
      passed: true,
      actual: 'a',
    });
    expect(await checkLine('expect xpath count(//i) == 2', xml)).toMatchObject({ passed: true, actual: 2 });
    expect(await checkLine('expect xpath //none !exists', xml)).toMatchObject({ passed: true, actual: null });
    expect(await checkLine('expect xpath //p:i exists', xml)).toMatchObject({
      passed: false,
      message: 'expected xpath //p:i exists, there is no value (the root element declares no prefix `p`)',
    });
  });
});

describe('expected values', () => {
  it.each([
    ['expect body.day 2026-01-31 # checked', 'equals', '2026-01-31'],
    ['expect body.note "done # kept"', 'equals', 'done # kept'],
    ['expect body.re matches /^a #b$/i # c', 'matches', '/^a #b$/i'],
    ['expect body.price approx 9.99 +- 0.01', 'approx', { value: 9.99, delta: 0.01 }],
    ['expect body.p between 1 and 2', 'between', [1, 2]],
    ['expect body.ids each type integer', 'each', { operator: 'type', expected: 'integer' }],
    ['expect body.ids each exists', 'each', { operator: 'exists', expected: null }],
    ['expect body.x not contains y', 'notContains', 'y'],
    ['expect body.x !length > 3', 'lengthLessOrEqual', 3],
    ['expect status in [200, 201]', 'in', [200, 201]],
    ['expect body.x exists', 'exists', null],
    ['expect body.x type null', 'type', 'null'],
    ['expect body.big == 12345678901234567891', 'equals', 12345678901234567891n],
  ])('%s', async (line, operator, expected) => {
    expect(await checkLine(line, example)).toMatchObject({ operator, expected, line: 4 });
  });

  it('compares text as it was written, also through placeholders', async () => {
    const scope = testScope({ variables: variables({ version: '1.10', re: '/^V/i', plain: '/a/' }) });
    const view = responseView('{"v":"v1.10","path":"/a/b"}');
    for (const line of [
      'expect body.v endsWith 1.10',
      'expect body.v endsWith {{version}}',
      'expect body.v contains {{version}}',
      'expect body.v == v{{version}}',
      'expect body.v matches {{re}}',
      'expect body.v matches "^v{{version}}$"',
      'expect body.path startsWith "{{plain}}"',
      'expect body.v each == 1',
    ]) {
      expect((await checkLine(line, view, { scope })).passed, line).toBe(!line.includes('each'));
    }
  });

  it('resolves before anything is sent', async () => {
    const assertion = assertionOf('expect body.id == {{$random(42, 42)}}');
    const context = { schema: () => Promise.resolve(true), snapshot: snapshotAccess('never') };
    const resolved = resolveAssertion(assertion, testScope());
    expect(await checkResolved(resolved, example, context)).toMatchObject({ passed: true, expected: 42 });
    expect(() => resolveAssertion(assertionOf('expect body.id == {{gone}}'), testScope())).toThrow(
      'variable "gone" has no value',
    );
  });

  it('reads assertions built without source text', async () => {
    const built = [
      { operator: 'equals', expected: '42' },
      { operator: 'between', expected: [41, 43] },
      { operator: 'matches', expected: '/^4/' },
      { operator: 'in', expected: ['42', 1] },
      { operator: 'type', expected: 'string' },
      { operator: 'approx', expected: { value: 42, delta: 0.5 } },
      { operator: 'exists', expected: null },
    ] as const;
    for (const parts of built) {
      const resolved = resolveAssertion({ subject: 'body.id', line: 1, ...parts }, testScope());
      const checked = await checkResolved(resolved, example, {
        schema: () => Promise.resolve(true),
        snapshot: snapshotAccess('never'),
      });
      expect(checked, parts.operator).toMatchObject({ passed: true, expected: parts.expected });
    }
  });
});

describe('messages', () => {
  it('names the first element that does not pass', async () => {
    const view = responseView('{"l":["a","b",3]}');
    const checked = await checkLine('expect body.l each type string', view);
    expect(checked.message).toContain('the element at index 2 does not pass');
  });

  it('cuts long values', async () => {
    const { message } = await checkLine(
      'expect body.t == x',
      responseView(JSON.stringify({ t: 'y'.repeat(5000) })),
    );
    expect(message.length).toBeLessThan(300);
    expect(message).toContain('…');
  });
});

describe('database columns', () => {
  it('are checked by the same operators', async () => {
    const checked = await checkValue('db total', assertionOf('expect body.total > 3'), 4, testScope());
    expect(checked).toMatchObject({ subject: 'db total', operator: 'greaterThan', actual: 4, passed: true });
  });
});

function snapshotAccess(
  storing: SnapshotAccess['storing'],
  stored?: unknown,
): SnapshotAccess & { written: unknown[] } {
  const written: unknown[] = [];
  return {
    storing,
    written,
    redact: (value) => (value === 'secret' ? '[REDACTED]' : value),
    read: () => Promise.resolve(stored),
    write: (name, value) => Promise.resolve(void written.push([name, value])),
  };
}

describe('snapshots', () => {
  const view = responseView('{"a":{"b":[1,"2"]},"s":"secret"}');
  const check = (line: string, snapshot: SnapshotAccess): ReturnType<typeof checkLine> =>
    checkLine(line, view, { snapshot });

  it('stores what is new, redacted, with a remark', async () => {
    const fresh = snapshotAccess('new');
    expect(await check('expect body.a snapshot', fresh)).toMatchObject({
      passed: true,
      message: 'snapshot created',
      expected: null,
    });
    expect(await check('expect body.s snapshot named', fresh)).toMatchObject({
      passed: true,
      expected: 'named',
    });
    expect(fresh.written).toEqual([
      [null, { b: [1, '2'] }],
      ['named', '[REDACTED]'],
    ]);
  });

  it('compares strictly', async () => {
    expect(await check('expect body.a snapshot', snapshotAccess('new', { b: [1, '2'] }))).toMatchObject({
      passed: true,
      message: '',
    });
    expect(await check('expect body.s snapshot', snapshotAccess('new', '[REDACTED]'))).toMatchObject({
      passed: true,
    });
    const differs = await check('expect body.a snapshot', snapshotAccess('new', { b: [1, 2] }));
    expect(differs.passed).toBe(false);
    expect(differs.message).toBe('expected body.a snapshot: differs from the snapshot\n~ b[1]: 2 -> "2"');
  });

  it('stores nothing where that is not allowed, always when asked to', async () => {
    const locked = snapshotAccess('never');
    expect((await check('expect body.a snapshot', locked)).message).toContain('there is no stored snapshot');
    expect(locked.written).toEqual([]);
    const update = snapshotAccess('always', 'other');
    expect(await check('expect body.a snapshot', update)).toMatchObject({
      passed: true,
      message: 'snapshot stored',
    });
    expect(update.written).toHaveLength(1);
    expect(await check('expect body.gone snapshot', update)).toMatchObject({ passed: false });
    expect(update.written).toHaveLength(1);
  });
});
