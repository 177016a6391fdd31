import { describe, expect, it } from 'vitest';
import { failure, failureText, request } from '../../../test/support/clients/http-client.js';
import { compose } from '../message/compose.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send } from '../message/message.js';
import { StopController } from '../message/stop-signal.js';
import { timeLimit } from './time-limit.js';

const response: HttpResponse = {
  url: 'http://h/',
  statusCode: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  headers: [],
  body: new Uint8Array(),
  wireSize: 0,
  timing: { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 },
  exchanges: [],
  warnings: [],
};

/** Responds after a while, or fails with the reason when it is stopped. */
function slow(ms: number, seen: HttpRequest[] = []): Send {
  return (sent) =>
    new Promise((resolve, reject) => {
      seen.push(sent);
      const timer = setTimeout(resolve, ms, response);
      sent.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(sent.signal.reason);
      });
    });
}

describe('timeLimit', () => {
  it('passes responses in time', async () => {
    expect(await compose(slow(5), [timeLimit(1000)])(request('http://h/'))).toBe(response);
  });

  it('fails with the kind timeout, naming the host', async () => {
    const send = compose(slow(5000), [timeLimit(20)]);
    expect(await failureText(send(request('http://h:81/p?q')))).toBe(
      'timeout: h:81 gave no complete response in 20 ms',
    );
  });

  it('stops a request by its own signal where it has one', async () => {
    const stop = new StopController();
    const seen: HttpRequest[] = [];
    const send = compose(slow(5000, seen), [timeLimit(20)]);
    const sent = { ...request('http://h/'), signal: stop, stop };
    expect((await failure(send(sent))).errorKind).toBe('timeout');
    expect(seen).toEqual([sent]);
    expect(stop.reason).toMatchObject({ errorKind: 'timeout' });
  });

  it('leaves a signal alone that others may share', async () => {
    const shared = new AbortController();
    const seen: HttpRequest[] = [];
    const send = compose(slow(5000, seen), [timeLimit(20)]);
    await failure(send({ ...request('http://h/'), signal: shared.signal }));
    expect(shared.signal.aborted).toBe(false);
    expect(seen[0]?.signal.aborted).toBe(true);
  });

  it('is one budget for everything inside', async () => {
    const twice =
      (next: Send): Send =>
      async (sent) => {
        await next(sent);
        return next(sent);
      };
    const send = compose(slow(60), [timeLimit(100), twice]);
    expect((await failure(send(request('http://h/')))).errorKind).toBe('timeout');
  });

  it('passes a late response that the limit caused', async () => {
    const cut: Send = (sent) =>
      new Promise((resolve) => sent.signal.addEventListener('abort', () => resolve(response)));
    expect(await compose(cut, [timeLimit(10)])(request('http://h/'))).toBe(response);
  });

  it('ends even when the inside pays no attention', async () => {
    const deaf: Send = () => new Promise(() => {});
    expect((await failure(compose(deaf, [timeLimit(10)])(request('http://h/')))).errorKind).toBe('timeout');
  });

  it('passes on that the caller stopped', async () => {
    const caller = new AbortController();
    const sending = compose(slow(5000), [timeLimit(5000)])(request('http://h/', { signal: caller.signal }));
    caller.abort(new RequestFailure('cancelled', 'stopped'));
    expect(await failureText(sending)).toBe('cancelled: stopped');
  });

  it('sends nothing when the caller had stopped before', async () => {
    const seen: HttpRequest[] = [];
    const signal = AbortSignal.abort();
    const send = compose(slow(1, seen), [timeLimit(1000)]);
    expect((await failure(send(request('http://h/', { signal })))).errorKind).toBe('cancelled');
    expect(seen).toEqual([]);
  });

  it('never stops a request because of another one', async () => {
    const seen: HttpRequest[] = [];
    const send = compose(slow(5, seen), [timeLimit(1000)]);
    await send(request('http://h/'));
    const late = compose(slow(5000, seen), [timeLimit(10)])(request('http://h/'));
    const beside = send(request('http://h/'));
    expect((await failure(late)).errorKind).toBe('timeout');
    expect(await beside).toBe(response);
    expect(await send(request('http://h/'))).toBe(response);
    expect(seen.at(-1)?.signal.aborted).toBe(false);
  });

  it('passes on what is thrown at once', async () => {
    const broken: Send = () => {
      throw new RequestFailure('protocol', 'broken');
    };
    expect(await failureText(compose(broken, [timeLimit(1000)])(request('http://h/')))).toBe(
      'protocol: broken',
    );
  });

  it('accepts limits beyond what a timer can count', async () => {
    expect(await compose(slow(5), [timeLimit(2 ** 40)])(request('http://h/'))).toBe(response);
  });
});

describe('compose', () => {
  it('puts the first wrap outermost', async () => {
    const order: string[] = [];
    const named =
      (name: string) =>
      (next: Send): Send =>
      async (sent) => {
        order.push(`${name} in`);
        const response = await next(sent);
        order.push(`${name} out`);
        return response;
      };
    await compose(slow(0), [named('a'), named('b')])(request('http://h/'));
    expect(order).toEqual(['a in', 'b in', 'b out', 'a out']);
  });
});
