import { expect, it } from 'vitest';
import type { Exchange } from '../../http/message/message.js';
import { describeExchanges } from './exchange-facts.js';

it('the times of an exchange are whole milliseconds', () => {
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: undefined };
  const timing = { dns: 0.4, connect: 0.61, tls: 12.5, firstByte: 40.2, body: 1.49 };
  const exchange = { startedAt: 0, duration: 55.7, request, response: undefined, timing };
  const facts = describeExchanges([exchange as unknown as Exchange]);
  expect(facts?.timing).toEqual({ blocked: 0, dns: 0, connect: 1, tls: 13, send: 0, wait: 40, receive: 1 });
  expect(facts?.hops[0]?.duration).toBe(56);
});
