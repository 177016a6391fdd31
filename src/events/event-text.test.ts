import { describe, expect, it } from 'vitest';
import { eventText, eventBytes } from './event-text.js';

const timestamp = '2031-04-07T09:15:02.087Z';

describe('the text of an event', () => {
  it.each([
    ['/crates/7', 'readCrate'],
    ['/a"b\\c', 'with "quotes" and \\'],
    ['/\u0000\u001f\u007f\t\n', ''],
    ['/caf\u00e9/\u20ac', 'na\u00efve \u{1f600} \ud800'],
    ['', '\u2028</script>'],
  ])('of a matched request is its JSON: %j %j', (path, route) => {
    const payload = {
      event: 'request',
      method: 'GET',
      path,
      status: 200,
      duration: 0.1 + 0.2,
      route,
    } as const;
    const envelope = { type: 'mock_request', payload: { ...payload, timestamp }, timestamp } as const;
    const { text, canWait } = eventText(envelope);
    expect([JSON.parse(text), canWait]).toEqual([envelope, true]);
    expect(text).toMatch(/^[ -~]+$/);
  });

  it('has its fields in the order of all others', () => {
    const payload = {
      event: 'request',
      method: 'GET',
      path: '/',
      status: 404,
      duration: 3,
      route: '',
    } as const;
    const envelope = { type: 'mock_request', payload: { ...payload, timestamp }, timestamp } as const;
    expect(eventText(envelope).text).toBe(JSON.stringify(envelope));
  });

  it('names the nearest routes where none matches', () => {
    const nearest = [{ method: 'GET', path: '/caf\u00e9', name: 'caf\u00e9' }];
    const payload = {
      event: 'request',
      method: 'GET',
      path: '/',
      status: 404,
      duration: 3,
      route: '',
    } as const;
    const envelope = {
      type: 'mock_request',
      payload: { ...payload, nearest, timestamp },
      timestamp,
    } as const;
    const { text, canWait } = eventText(envelope);
    expect([JSON.parse(text), canWait]).toEqual([envelope, true]);
    expect(text).toMatch(/^[ -~]+$/);
  });

  it('says that another server has responded', () => {
    const payload = {
      event: 'request',
      method: 'GET',
      path: '/',
      status: 200,
      duration: 3,
      route: '',
      proxied: true,
      timestamp,
    } as const;
    const envelope = { type: 'mock_request', payload, timestamp } as const;
    expect(eventText(envelope)).toEqual({ text: JSON.stringify(envelope), canWait: true });
  });

  it('of any other is sent at once', () => {
    const payload = { event: 'started', port: 3000, timestamp } as const;
    const envelope = { type: 'mock_request', payload, timestamp } as const;
    expect(eventText(envelope)).toEqual({ text: JSON.stringify(envelope), canWait: false });
  });

  it('of an execution contains the bytes of its result', () => {
    const result = { file: 'caf\u00e9.http', passed: 1, results: [], runId: 7 };
    const fields = { id: 'k3v9q0z1m7ab', file: 'caf\u00e9.http', status: 'completed' } as const;
    const line = Buffer.from(`${JSON.stringify(result)}\n`);
    const parts = eventBytes({
      type: 'execution_complete',
      payload: { ...fields, result: line, timestamp },
      timestamp,
    });
    const envelope = { type: 'execution_complete', payload: { ...fields, result, timestamp }, timestamp };
    expect(Buffer.concat(parts ?? []).toString('utf8')).toBe(JSON.stringify(envelope));
    const started = { event: 'started', port: 3000, timestamp } as const;
    expect(eventBytes({ type: 'mock_request', payload: started, timestamp })).toBeUndefined();
  });
});
