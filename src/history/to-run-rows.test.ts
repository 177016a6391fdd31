import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { assertion, outcome, textResponse } from '../../test/support/runs/build-outcome.js';
import { runOf, type StoredResult } from '../../test/support/runs/stored-runs.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { AssertionResult, FileOutcome, RequestOutcome } from '../runner/outcome/result.js';
import { openHistory } from './open-history.js';
import { parseRunRows } from './store/run-rows.js';
import { toRunRowJson, toRunRows } from './to-run-rows.js';

function file(...results: RequestOutcome[]): FileOutcome {
  return {
    file: 'shop/orders.http',
    startedAt: 1000.4,
    duration: 276.6,
    passed: 1,
    failed: 2,
    skipped: 3,
    results,
    broken: [],
  };
}

function secretsOf(...values: string[]): SecretSet {
  const secrets = new SecretSet();
  secrets.addAll(values);
  return secrets;
}

function stored(result: RequestOutcome, secrets = new SecretSet()): StoredResult {
  const [first] = runOf(toRunRows(file(result), '/work', 'dev', secrets, 'cli')).results;
  if (first === undefined) throw new Error('nothing was stored');
  return first;
}

function storedAssertion(changes: Partial<AssertionResult>): { expected: string; actual: string } {
  const [first] = stored(outcome({ assertions: [assertion(changes)] })).assertions;
  return { expected: first?.expected ?? '', actual: first?.actual ?? '' };
}

describe('a run to store', () => {
  const long = file(outcome({ response: textResponse('"é" '.repeat(12_000)) }));

  it('has whole milliseconds, its counts and its origin', () => {
    expect(runOf(toRunRows(file(), '/work', 'dev', new SecretSet(), 'server'))).toEqual({
      workspace: '/work',
      source: 'server',
      filePath: 'shop/orders.http',
      environment: 'dev',
      startedAt: 1000,
      finishedAt: 1277,
      durationMs: 277,
      passed: 1,
      failed: 2,
      skipped: 3,
      total: 6,
      results: [],
    });
  });

  it('holds no cookie that the body repeats', () => {
    const response = textResponse('{"session":"cookie-value-77"}');
    const headers = { ...response.headers, 'Set-Cookie': 'sid=cookie-value-77; HttpOnly' };
    expect(stored(outcome({ response: { ...response, headers } })).bodyPreview).toBe(
      '{"session":"[REDACTED]"}',
    );
  });

  it('is the same as JSON: a text when it is short, else bytes that have memory of their own', () => {
    for (const count of [0, 1, 5, 250]) {
      const checks = Array.from({ length: count }, (_, at) => assertion({ message: `"é" ${at}` }));
      const results = Array.from({ length: count }, () => outcome({ assertions: checks.slice(0, 3) }));
      const given = [
        file(...results, outcome({ assertions: checks })),
        '/work',
        'dev',
        new SecretSet(),
        'server',
      ] as const;
      const json = toRunRowJson(...given);
      expect(parseRunRows(json)).toEqual(toRunRows(...given));
      expect(typeof json === 'string').toBe(count < 250);
      const text = typeof json === 'string' ? json : Buffer.from(json).toString();
      expect(text).toBe(JSON.stringify(toRunRows(...given)));
      if (typeof json !== 'string') expect(json.buffer.byteLength).toBe(json.byteLength);
    }
  });

  it('is written as JSON once, also when a few results are long', () => {
    const given = [long, '/work', 'dev', new SecretSet(), 'server'] as const;
    const rows = toRunRows(...given);
    const write = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => write.mockRestore());
    const json = toRunRowJson(...given);
    expect(write.mock.calls.filter(([value]) => isDeepStrictEqual(value, rows))).toHaveLength(1);
    expect(json).toBeInstanceOf(Uint8Array);
    expect(parseRunRows(json)).toEqual(rows);
    if (typeof json !== 'string') expect(json.buffer.byteLength).toBe(json.byteLength);
  });

  it('is bytes of its parts when its JSON is longer than a text can be', () => {
    const given = [long, '/work', 'dev', new SecretSet(), 'server'] as const;
    const { stringify } = JSON;
    const write = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
      if (typeof value === 'object' && value !== null && 'runs' in value) throw new RangeError('too long');
      return stringify(value);
    });
    onTestFinished(() => write.mockRestore());
    expect(parseRunRows(toRunRowJson(...given))).toEqual(toRunRows(...given));
  });

  it('names unnamed requests as they are shown, and distinguishes errors from none', () => {
    const failed = outcome({
      name: '',
      shownName: 'GET {{base}}/x',
      error: 'refused',
      errorKind: 'connect',
      duration: 61.4,
    });
    expect(stored(failed)).toMatchObject({ requestName: 'GET {{base}}/x', error: 'refused', durationMs: 61 });
    expect(stored(outcome()).error).toBeNull();
  });
});

describe('the body preview', () => {
  it('is at most 65,536 bytes, cut between characters', () => {
    expect(stored(outcome({ response: textResponse('x'.repeat(70_000)) })).bodyPreview).toBe(
      'x'.repeat(65_536),
    );
    const preview = stored(outcome({ response: textResponse(`x${'💡'.repeat(20_000)}`) })).bodyPreview;
    expect(preview).toBe(`x${'💡'.repeat(16_383)}`);
    expect(Buffer.byteLength(preview)).toBe(65_533);
  });

  it.each([
    ['image/png', false],
    ['application/octet-stream', false],
    ['application/pdf', false],
    ['multipart/mixed; boundary=x', false],
    ['image/svg+xml', true],
    ['application/problem+json; charset=utf-8', true],
    ['APPLICATION/JSON', true],
    ['text/csv', true],
    ['application/x-www-form-urlencoded', true],
    ['', true],
  ])('of %s is there: %s', (type, there) => {
    expect(stored(outcome({ response: textResponse('content', type) })).bodyPreview).toBe(
      there ? 'content' : '',
    );
  });

  it('of bytes without a type is empty', () => {
    expect(stored(outcome({ response: textResponse('PK\u0003\u0004\u0000', '') })).bodyPreview).toBe('');
    expect(stored(outcome({ response: textResponse('\ufffdPNG', '') })).bodyPreview).toBe('');
  });
});

describe('expected and actual values', () => {
  it.each<[unknown, string]>([
    ['text', 'text'],
    [42.5, '42.5'],
    [true, 'true'],
    [[1, { a: null }], '[1,{"a":null}]'],
    [9_007_199_254_740_993n, '9007199254740993'],
    [{ id: 9_007_199_254_740_993n }, '{"id":9007199254740993}'],
  ])('%o are the text %s', (value, text) => {
    expect(storedAssertion({ expected: value, actual: value })).toEqual({ expected: text, actual: text });
  });

  it('that are absent are empty', () => {
    expect(storedAssertion({ operator: 'exists', expected: null, actual: null })).toEqual({
      expected: '',
      actual: '',
    });
    expect(storedAssertion({ expected: null, actual: undefined })).toEqual({ expected: 'null', actual: '' });
  });

  it('are cut between characters', () => {
    const { expected, actual } = storedAssertion({ expected: 'é'.repeat(3000), actual: '💡'.repeat(3000) });
    expect(expected).toBe('é'.repeat(2048));
    expect(actual).toBe('💡'.repeat(1024));
    expect(storedAssertion({ actual: 'x'.repeat(3000) }).actual).toHaveLength(2048);
  });
});

describe('secrets', () => {
  const secret = 's3cret/key+1';
  const forms = [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    's3cret\\/key+1',
    's3cret\\u002fkey\\u002b1',
  ];
  const everywhere = forms.join(' ');
  const planted = outcome({
    shownName: `name ${everywhere}`,
    description: everywhere,
    skipReason: everywhere,
    error: everywhere,
    request: {
      method: 'GET',
      url: `http://127.0.0.1/${encodeURIComponent(secret)}?api_key=by-place&x=1`,
      headers: { Authorization: 'Bearer literal-token', 'X-Branch': 'branch-header-value' },
    },
    response: {
      ...textResponse(`${everywhere} literal-token by-place-too session=planted-cookie`),
      headers: { 'content-type': 'text/plain', 'Set-Cookie': 'session=planted-cookie; Path=/' },
    },
    assertions: [
      assertion({ expected: everywhere, actual: { deep: [everywhere] }, message: everywhere }),
      assertion({ subject: `header X-${secret}` }),
      assertion({ subject: 'cookie session', expected: 'planted-cookie', actual: 'planted-cookie' }),
      assertion({
        subject: 'header set-cookie',
        actual: 'session=planted-cookie; Path=/',
        message: 'got planted-cookie',
      }),
    ],
    exchanges: [
      {
        startedAt: 0,
        duration: 1,
        request: { method: 'GET', url: '', headers: [['cookie', 'by-place-too']], body: null },
        response: undefined,
        timing: { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 },
      },
    ],
    secretHeaders: ['x-branch'],
    secretParameters: ['api_key'],
  });

  it('are in no field', () => {
    const text = JSON.stringify(toRunRows(file(planted), '/work', `env ${secret}`, secretsOf(secret), 'cli'));
    for (const form of [...forms, 'by-place', 'literal-token', 'planted-cookie']) {
      expect(text).not.toContain(form);
      expect(text).not.toContain(JSON.stringify(form).slice(1, -1));
    }
    expect(text).toContain('?api_key=[REDACTED]&x=1');
  });

  it('in headers are in no field, also when there are no others', () => {
    const shown = (changes: Partial<RequestOutcome>): string => JSON.stringify(stored(outcome(changes)));
    const headers = { 'Content-Type': 'text/plain', 'X-Auth-Token': 'in-a-header' };
    const seen = [
      shown({ response: { ...textResponse('in-a-header'), headers } }),
      shown({ request: { method: 'GET', url: 'http://127.0.0.1/in-a-header', headers } }),
      shown({ assertions: [assertion({ subject: 'header', actual: headers, message: '' })] }),
      shown({ assertions: [assertion({ subject: 'header "x-auth-token"', actual: 'in-a-header' })] }),
      shown({ assertions: [assertion({ subject: 'cookie session', actual: 'in-a-header' })] }),
    ];
    for (const text of seen) {
      expect(text).toContain('[REDACTED]');
      expect(text).not.toContain('in-a-header');
    }
  });

  it('that a cut would split are masked completely', () => {
    const body = `${'x'.repeat(65_530)}${secret}${'y'.repeat(70_000)}`;
    const preview = stored(outcome({ response: textResponse(body) }), secretsOf(secret)).bodyPreview;
    expect(preview.slice(65_530)).toMatch(/^\[RED/);
    expect('[REDACTED]'.startsWith(preview.slice(65_530))).toBe(true);
  });

  it('are not in the bytes of the store, before and after checkpoint, removal and close', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'history.db');
    const store = openHistory({ path, keepRuns: 3, onWarning: (message) => expect.fail(message) });
    const run = toRunRows(file(planted, planted), '/work', `env ${secret}`, secretsOf(secret), 'cli');
    const ids: number[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await store.add(run));
    await expectClean(path);
    expect(await store.query('remove', ids[5] ?? 0)).toBe(true);
    await expectClean(path);
    await store.query('removeAll');
    await store.close();
    await expectClean(path);
  });

  async function expectClean(path: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) {
      const bytes = await readFile(path + end).catch(() => Buffer.alloc(0));
      for (const form of [...forms, 'literal-token', 'planted-cookie', 'by-place', 'branch-header-value']) {
        expect(bytes.includes(form), `${form} in history.db${end}`).toBe(false);
      }
    }
  }
});
