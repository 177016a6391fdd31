import { describe, expect, it } from 'vitest';
import { outcome } from '../../../test/support/runs/build-outcome.js';
import { spansIn, type CollectedSpan } from '../../../test/support/servers/trace-collector.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { createBrokenOutcome } from '../../runner/file-progress.js';
import type { AssertionResult, RequestOutcome } from '../../runner/outcome/result.js';
import { spanLines } from './span-json.js';
import { traceRequest } from './trace-request.js';

const NOW = Date.UTC(2031, 3, 5, 6, 7, 8, 120);

async function spansOf(
  outcomes: readonly RequestOutcome[],
  ...secrets: string[]
): Promise<readonly CollectedSpan[]> {
  const set = new SecretSet();
  set.addAll(secrets);
  const spans = spanLines(outcomes, { secrets: set, environment: 'staging', now: NOW });
  return spansIn(traceRequest([{ runId: 'r1', spans }]));
}

async function spanOf(parts: Partial<RequestOutcome>, ...secrets: string[]): Promise<CollectedSpan> {
  const [span] = await spansOf([outcome(parts)], ...secrets);
  if (span === undefined) throw new Error('no span');
  return span;
}

const failed = (parts: Partial<AssertionResult> = {}): AssertionResult => ({
  subject: 'body.total',
  operator: 'equals',
  expected: 42,
  actual: 40,
  passed: false,
  message: 'expected body.total to equal 42, got 40',
  line: 31,
  ...parts,
});

describe('the span of a result', () => {
  it('has the ids and times of the request', async () => {
    const traceId = 'a'.repeat(32);
    const ids = { spanId: 'b'.repeat(16), parentSpanId: 'c'.repeat(16) };
    const span = await spanOf({ traceId, span: { ...ids, startedAt: NOW, endedAt: NOW + 61.2345 } });
    expect(span).toMatchObject({ traceId, ...ids, runId: 'r1', name: 'readOrder', kind: 3 });
    expect(span.start).toBe(BigInt(NOW) * 1_000_000n);
    expect(span.end - span.start).toBe(61_235_000n);
  });

  it('has new ids for a result that never had a trace', async () => {
    const [one, two] = await spansOf([outcome(), outcome()]);
    expect(one?.traceId).not.toBe(two?.traceId);
    expect(one?.start).toBe(one?.end);
  });

  it('does not exist for a skipped result', async () => {
    const spans = await spansOf([outcome({ skipped: true, passed: false, skipReason: 'bail' }), outcome()]);
    expect(spans).toHaveLength(1);
  });

  it('tells every failing assertion', async () => {
    const assertions = [
      failed(),
      failed({ passed: true, line: 32 }),
      failed({ subject: 'status', line: 33 }),
    ];
    const span = await spanOf({ passed: false, assertions });
    expect(span.status).toEqual({ code: 2, message: 'body.total equals: expected 42, got 40' });
    expect(span.attributes).toMatchObject({ 'error.type': 'assertion', 'test.case.result.status': 'fail' });
    expect(span.events).toMatchObject([
      {
        name: 'assertion failed',
        attributes: {
          'svc.assertion.subject': 'body.total',
          'svc.assertion.operator': 'equals',
          'svc.assertion.expected': '42',
          'svc.assertion.actual': '40',
          'svc.assertion.message': 'body.total equals: expected 42, got 40',
          'code.line.number': 31,
        },
      },
      { attributes: { 'svc.assertion.subject': 'status', 'code.line.number': 33 } },
    ]);
  });

  it('tells a status that nobody has asserted without an event', async () => {
    const response = { ...outcome().response, statusCode: 404, status: '404 Not Found' };
    const span = await spanOf({ passed: false, response });
    expect(span).toMatchObject({
      events: [],
      status: { code: 2, message: 'status between: expected 200 to 299, got 404' },
      attributes: { 'http.response.status_code': 404 },
    });
  });

  it('tells a failure without a response', async () => {
    const response = { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 };
    const error = 'shop.example.test refused the connection';
    const { attributes, status } = await spanOf({ passed: false, response, error, errorKind: 'connect' });
    expect(status).toEqual({ code: 2, message: error });
    expect(attributes).toMatchObject({
      'error.type': 'connect',
      'server.address': 'shop.example.test',
      'server.port': 443,
    });
    expect(attributes).not.toHaveProperty('http.response.status_code');
  });

  it('tells a file that could not be run', async () => {
    const [span] = await spansOf([createBrokenOutcome('a.http', ['a.http:1:1: no request'])]);
    expect(span).toMatchObject({ name: 'a.http', status: { code: 2, message: 'a.http:1:1: no request' } });
    expect(span?.attributes).not.toHaveProperty('url.full');
    expect(span?.attributes).not.toHaveProperty('code.line.number');
    expect(span?.attributes['error.type']).toBe('file');
  });

  it.each([
    ['http://[::1]:8080/', '::1', 8080],
    ['http://shop.example.test/', 'shop.example.test', 80],
  ])('has the address of %s', async (url, address, port) => {
    const { attributes } = await spanOf({ request: { ...outcome().request, url } });
    expect(attributes).toMatchObject({ 'server.address': address, 'server.port': port });
  });

  it('has no address for a URL without one', async () => {
    const { attributes } = await spanOf({ request: { ...outcome().request, url: '{{base}}/orders' } });
    expect(attributes).toMatchObject({ 'url.full': '{{base}}/orders' });
    expect(attributes).not.toHaveProperty('server.address');
  });

  it('has no secret, also where it is cut', async () => {
    const secret = 's3cret-value';
    const url = `https://shop.example.test/${'x'.repeat(4096 - 32)}${secret}?key=hidden-key-1`;
    const span = await spanOf(
      {
        name: `reads ${secret}`,
        passed: false,
        file: `${secret}.http`,
        request: { ...outcome().request, url },
        secretParameters: ['key'],
        assertions: [failed({ actual: secret, message: `got ${secret}` })],
      },
      secret,
    );
    expect(JSON.stringify({ ...span, start: '', end: '' })).not.toMatch(/s3cret|hidden-key/);
  });

  it('cuts long texts between characters', async () => {
    const span = await spanOf({
      name: `${'x'.repeat(4095)}😀`,
      passed: false,
      error: `\ud800${'y'.repeat(9000)}`,
      errorKind: 'auth',
    });
    expect(span.name).toBe('x'.repeat(4095));
    expect(span.status.message).toBe(`\ufffd${'y'.repeat(4095)}`);
  });

  it('has at most 1,000 events, and the number of the others', () => {
    const assertions = Array.from({ length: 1003 }, (_, line) => failed({ line }));
    const context = { secrets: new SecretSet(), environment: 'dev', now: NOW };
    const [line = ''] = spanLines([outcome({ passed: false, assertions })], context);
    const { events, droppedEventsCount } = JSON.parse(line) as Record<string, unknown>;
    expect(events).toHaveLength(1000);
    expect(droppedEventsCount).toBe(3);
  });
});
