import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ExchangeLog, type NewExchange } from './exchange-log.js';

const LIMITS = { maxExchanges: 3, maxBodyBytes: 100_000, burst: 5, perSecond: 1 };

function request(headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(new EventEmitter(), { headers }) as unknown as IncomingMessage;
}

function exchange(changes: Partial<NewExchange> = {}): NewExchange {
  return {
    duration: 1,
    method: 'GET',
    target: '/',
    path: '/',
    httpVersion: '1.1',
    requestHeaders: [],
    status: 200,
    responseHeaders: [],
    responseBody: '',
    route: 'a',
    nearest: undefined,
    source: 'route',
    ...changes,
  };
}

function add(log: ExchangeLog, changes: Partial<NewExchange> = {}, from = request(), nowMs = 0): void {
  if (log.accepts(nowMs)) log.add(from, exchange(changes));
}

const idsOf = (log: ExchangeLog): number[] => [...log.newest()].map(({ id }) => id);

describe('the log of a mock server', () => {
  it('keeps the newest exchanges', () => {
    const log = new ExchangeLog({ ...LIMITS, burst: 1000 });
    for (let count = 1; count <= 20; count += 1) {
      add(log);
      expect(log.count).toBe(Math.min(3, count));
    }
    expect(idsOf(log)).toEqual([20, 19, 18]);
    expect(log.find(19)?.id).toBe(19);
    expect(log.find(17)).toBeUndefined();
    expect(log.total).toBe(20);
  });

  it('drops the oldest ones when bodies need too much, and never the last one', () => {
    const log = new ExchangeLog(LIMITS);
    add(log, { responseBody: 'x'.repeat(60_000) });
    add(log, { responseBody: 'x'.repeat(60_000) });
    expect(idsOf(log)).toEqual([2]);
    add(log, { responseBody: 'x'.repeat(3 * 1024 * 1024) });
    const [last] = log.newest();
    expect([log.count, last?.responseBody.length, last?.responseLength]).toEqual([
      1,
      1024 * 1024,
      3 * 1024 * 1024,
    ]);
  });

  it('counts what comes too fast, and keeps again in the next second', () => {
    const log = new ExchangeLog({ ...LIMITS, maxExchanges: 100 });
    for (let count = 0; count < 8; count += 1) add(log, {}, request(), 500 + count);
    expect([log.total, log.skipped, log.count]).toEqual([8, 3, 5]);
    add(log, {}, request(), 1500);
    expect([log.total, log.skipped, idsOf(log)[0]]).toEqual([9, 3, 9]);
  });

  it('keeps the start of a body that arrives after the response', () => {
    const log = new ExchangeLog(LIMITS);
    const from = request({ 'content-length': '70000' });
    add(log, {}, from);
    from.emit('data', Buffer.from('abc'));
    from.emit('data', Buffer.alloc(70_000, 'x'));
    const body = log.find(1)?.requestBody;
    expect([body?.size, body?.start.length, body?.start.text().slice(0, 5)]).toEqual([
      70_003,
      65_536,
      'abcxx',
    ]);
    expect(log.find(1)?.requestBody?.start.bytes().buffer.byteLength).toBeLessThan(140_000);
    add(log, { responseBody: 'x'.repeat(50_000) });
    expect(idsOf(log)).toEqual([2]);
    // What still arrives for a dropped one is not counted.
    from.emit('data', Buffer.from('later'));
    add(log, { responseBody: 'x'.repeat(50_000) });
    expect(idsOf(log)).toEqual([3, 2]);
  });

  it('listens to no request without a body', () => {
    const log = new ExchangeLog(LIMITS);
    const from = request({ 'content-length': '0' });
    add(log, {}, from);
    expect(from.listenerCount('data')).toBe(0);
    expect(log.find(1)?.requestBody).toBeUndefined();
  });

  it('forgets everything, and goes on counting ids', () => {
    const log = new ExchangeLog(LIMITS);
    add(log);
    log.clear();
    expect([log.total, log.count, log.find(1)]).toEqual([0, 0, undefined]);
    add(log);
    expect(idsOf(log)).toEqual([2]);
  });
});
