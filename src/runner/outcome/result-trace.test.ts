import { describe, expect, it } from 'vitest';
import { ResultTrace, newTraceparent, withTraceOf } from './result-trace.js';

const written = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the trace of a result', () => {
  it('lasts from the first attempt to the end of the last one, with a span for each', () => {
    const trace = new ResultTrace();
    const first = trace.start([['Accept', '*/*']], 1000);
    trace.end(5.5);
    const second = trace.start([['Accept', '*/*']], 2000);
    trace.end(7.25);
    const { spanId } = trace.span(9000);
    expect(trace.span(9000)).toEqual({ spanId, startedAt: 1000, endedAt: 2007.25 });
    expect(second).toEqual([
      ['Accept', '*/*'],
      ['traceparent', `00-${trace.traceId}-${spanId}-01`],
    ]);
    expect(first[1]?.[1]).toMatch(new RegExp(`^00-${trace.traceId}-(?!${spanId})[0-9a-f]{16}-01$`));
  });

  it('is a moment for a request that was not sent', () => {
    expect(new ResultTrace().span(9000)).toMatchObject({ startedAt: 9000, endedAt: 9000 });
  });

  it('is that of a written header, and its span is the child of the written one', () => {
    const trace = new ResultTrace();
    const headers = [['TraceParent', written]] as const;
    expect(trace.start(headers, 1000)).toBe(headers);
    expect(trace.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(trace.span(0)).toMatchObject({ parentSpanId: '00f067aa0ba902b7' });
    expect(trace.span(0).spanId).not.toBe('00f067aa0ba902b7');
  });

  it('is its own beside a written header without meaning, which stays', () => {
    const trace = new ResultTrace();
    const headers = [['traceparent', '00-0-0-01']] as const;
    expect(trace.start(headers, 1000)).toBe(headers);
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(trace.span(0)).not.toHaveProperty('parentSpanId');
  });
});

describe('the trace of a request that was sent', () => {
  it('is found in its bytes', () => {
    const value = newTraceparent();
    const bytes = Buffer.from(
      `GET / HTTP/1.1\r\nHost: a\r\ntraceparent: ${value}\r\nConnection: keep-alive\r\n\r\n`,
    );
    expect(withTraceOf([['A', 'b']], bytes)).toEqual([
      ['A', 'b'],
      ['traceparent', value],
    ]);
    expect(withTraceOf([['Traceparent', written]], bytes)).toEqual([['Traceparent', written]]);
    expect(withTraceOf([], Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toEqual([]);
  });
});
