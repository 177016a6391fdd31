import { describe, expect, it } from 'vitest';
import {
  assertion as assertionResult,
  outcome as requestOutcome,
  textResponse,
} from '../../test/support/runs/build-outcome.js';
import type { FileOutcome, RequestOutcome } from '../runner/outcome/result.js';
import { toRunResult, type RequestResultView } from './run-result.js';
import { runResultBytes, withoutResults, withRunId } from './run-result-bytes.js';

const facts = { id: 'k3v9q0z1m7ab', environment: 'qa' };

function outcomeOf(results: readonly RequestOutcome[]): FileOutcome {
  const counts = { passed: 1, failed: 0, skipped: 0 };
  const startedAt = Date.UTC(2031, 3, 7, 9, 15, 2, 87);
  return { file: 'depot/crates.http', startedAt, duration: 47.5, ...counts, results, broken: [] };
}

function viewOf(changes: Partial<RequestOutcome>): RequestResultView {
  const [view] = toRunResult(outcomeOf([requestOutcome(changes)]), facts).results;
  if (view === undefined) throw new Error('no result');
  return view;
}

describe('a run result', () => {
  it('has its documented fields in their order, additive ones last', () => {
    const start =
      '{"file":"depot/crates.http","duration":48,"passed":1,"failed":0,"skipped":0,"results":[],' +
      '"id":"k3v9q0z1m7ab","environment":"qa","startedAt":"2031-04-07T09:15:02.087Z"';
    for (const runId of [0, 12, Number.MAX_SAFE_INTEGER]) {
      const line = withRunId(runResultBytes(outcomeOf([]), facts).json, runId);
      expect(Buffer.from(line).toString('utf8')).toBe(`${start},"runId":${runId}}\n`);
    }
  });

  it('knows the place of each result in its bytes', () => {
    const outcomes = ['caf\u00e9', 'b', 'c'].map((name) => requestOutcome({ name }));
    const { json, places, list } = runResultBytes(outcomeOf(outcomes), { ...facts, cancelled: true });
    const line = withRunId(json, 7);
    const whole = JSON.parse(Buffer.from(line).toString('utf8')) as { readonly results: object[] };
    expect(whole).toMatchObject({ results: [{ name: 'caf\u00e9' }, { name: 'b' }, { name: 'c' }] });
    for (const [index, result] of whole.results.entries()) {
      const bytes = json.subarray(places[2 * index], places[2 * index + 1]);
      expect(JSON.parse(Buffer.from(bytes).toString('utf8'))).toEqual(result);
    }
    const short = Buffer.concat(withoutResults(line, list)).toString('utf8');
    expect(JSON.parse(short)).toEqual({ ...whole, results: [], cancelled: true, runId: 7 });
    expect(short.endsWith('}\n')).toBe(true);
  });

  it('shows each request with every field, zero values where there is nothing', () => {
    const response = { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 };
    const request = { method: 'GET', url: 'http://127.0.0.1/orders/9', headers: {} };
    const view = viewOf({
      request,
      file: 'orders.http',
      response,
      passed: false,
      duration: 0,
      error: 'refused',
      errorKind: 'connect',
    });
    expect(JSON.stringify(view)).toBe(
      '{"name":"readOrder","description":"","passed":false,"duration":0,' +
        '"request":{"method":"GET","url":"http://127.0.0.1/orders/9","headers":{},"body":""},' +
        '"response":{"statusCode":0,"status":"","headers":{},"body":"","duration":0,"size":0,' +
        '"bodyTruncated":false,"finalUrl":""},"assertions":[],"captures":{},' +
        '"file":"orders.http","line":24,"skipped":false,"skipReason":"","error":"refused",' +
        '"errorKind":"connect","attempts":1,"warnings":[]}',
    );
  });

  it('shows nothing that only reports need', () => {
    const view = viewOf({ secretHeaders: ['x-key'], tags: ['slow'] });
    expect(view).not.toHaveProperty('secretHeaders');
    expect(view).not.toHaveProperty('tags');
    expect(view).not.toHaveProperty('shownName');
  });

  it('writes null for expected and actual values that are absent', () => {
    const assertion = assertionResult({
      subject: 'body.id',
      operator: 'exists',
      expected: undefined,
      actual: undefined,
      passed: true,
      line: 3,
    });
    const [shown] = viewOf({ assertions: [assertion] }).assertions;
    expect(JSON.stringify(shown)).toBe(
      '{"subject":"body.id","operator":"exists","expected":null,"actual":null,"passed":true,"message":"","line":3}',
    );
  });

  it('cuts the body that was sent at 64 KiB, between two characters', () => {
    const request = { method: 'PUT', url: 'http://127.0.0.1/', headers: {}, body: `a${'€'.repeat(40_000)}` };
    const { body } = viewOf({ request }).request;
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(body)).toBeGreaterThan(65_530);
    expect(body.endsWith('€')).toBe(true);
  });

  it('cuts the body of a response at 10 MiB and marks it', () => {
    const maxBytes = 10 * 1024 * 1024;
    const short = viewOf({ response: textResponse('a'.repeat(maxBytes)) }).response;
    expect([short.body.length, short.bodyTruncated]).toEqual([maxBytes, false]);
    const long = viewOf({ response: textResponse('é'.repeat(maxBytes / 2 + 1)) }).response;
    expect([Buffer.byteLength(long.body), long.bodyTruncated]).toEqual([maxBytes, true]);
    const cutBefore = viewOf({ response: { ...textResponse('a'), bodyTruncated: true } }).response;
    expect(cutBefore.bodyTruncated).toBe(true);
  });

  it('carries event streams and shell results when there are some', () => {
    const shell = [{ command: 'true', exitCode: 0, output: '' }];
    const sseEvents = [{ id: '', type: 'message', data: 'one' }];
    expect(viewOf({ shell, sseEvents })).toMatchObject({ shell, sseEvents });
  });
});
