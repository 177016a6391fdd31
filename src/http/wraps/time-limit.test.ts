import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { failure, failureText, request } from '../../../test/support/clients/http-client.js';
import { compose } from '../message/compose.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send } from '../message/message.js';
import { StopController } from '../../primitives/stop-signal.js';
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
function slow(clock: ManualClock, ms: number, seen: HttpRequest[] = []): Send {
  return (sent) =>
    new Promise((resolve, reject) => {
      seen.push(sent);
      const timer = clock.at(clock.now() + ms, () => resolve(response));
      sent.signal.addEventListener('abort', () => {
        timer.cancel();
        reject(sent.signal.reason);
      });
    });
}

/** What has come of a request at this moment. */
function watched(sending: Promise<HttpResponse>): { outcome: string } {
  const seen = { outcome: 'open' };
  sending.then(
    () => (seen.outcome = 'response'),
    (error: RequestFailure) => (seen.outcome = error.errorKind),
  );
  return seen;
}

describe('timeLimit', () => {
  it('passes responses in time', async () => {
    const clock = new ManualClock();
    const sending = compose(slow(clock, 999), [timeLimit(1000, clock)])(request('http://h/'));
    await clock.turn(999);
    expect(await sending).toBe(response);
    expect(clock.waiting).toBe(0);
  });

  it('fails with the kind timeout, naming the host', async () => {
    const clock = new ManualClock();
    const sending = compose(slow(clock, 5000), [timeLimit(20, clock)])(request('http://h:81/p?q'));
    const seen = watched(sending);
    await clock.turn(19);
    expect(seen.outcome).toBe('open');
    const text = failureText(sending);
    await clock.turn(1);
    expect(await text).toBe('timeout: h:81 gave no complete response in 20 ms');
  });

  it('stops a request by its own signal where it has one', async () => {
    const stop = new StopController();
    const seen: HttpRequest[] = [];
    const clock = new ManualClock();
    const send = compose(slow(clock, 5000, seen), [timeLimit(20, clock)]);
    const sent = { ...request('http://h/'), signal: stop, stop };
    const failed = failure(send(sent));
    await clock.turn(20);
    expect((await failed).errorKind).toBe('timeout');
    expect(seen).toEqual([sent]);
    expect(stop.reason).toMatchObject({ errorKind: 'timeout' });
  });

  it('leaves a signal alone that others may share', async () => {
    const shared = new AbortController();
    const seen: HttpRequest[] = [];
    const clock = new ManualClock();
    const send = compose(slow(clock, 5000, seen), [timeLimit(20, clock)]);
    const failed = failure(send({ ...request('http://h/'), signal: shared.signal }));
    await clock.turn(20);
    await failed;
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
    const clock = new ManualClock();
    const seen = watched(compose(slow(clock, 60), [timeLimit(100, clock), twice])(request('http://h/')));
    await clock.turn(99);
    expect(seen.outcome).toBe('open');
    await clock.turn(1);
    expect(seen.outcome).toBe('timeout');
  });

  it('passes a late response that the limit caused', async () => {
    const cut: Send = (sent) =>
      new Promise((resolve) => sent.signal.addEventListener('abort', () => resolve(response)));
    const clock = new ManualClock();
    const sending = compose(cut, [timeLimit(10, clock)])(request('http://h/'));
    await clock.turn(10);
    expect(await sending).toBe(response);
  });

  it('ends even when the inside pays no attention', async () => {
    const deaf: Send = () => new Promise(() => {});
    const clock = new ManualClock();
    const seen = watched(compose(deaf, [timeLimit(10, clock)])(request('http://h/')));
    await clock.turn(259);
    expect(seen.outcome).toBe('open');
    await clock.turn(1);
    expect(seen.outcome).toBe('timeout');
  });

  it('passes on that the caller stopped', async () => {
    const caller = new AbortController();
    const clock = new ManualClock();
    const send = compose(slow(clock, 5000), [timeLimit(5000, clock)]);
    const sending = send(request('http://h/', { signal: caller.signal }));
    caller.abort(new RequestFailure('cancelled', 'stopped'));
    expect(await failureText(sending)).toBe('cancelled: stopped');
  });

  it('sends nothing when the caller had stopped before', async () => {
    const seen: HttpRequest[] = [];
    const signal = AbortSignal.abort();
    const clock = new ManualClock();
    const send = compose(slow(clock, 1, seen), [timeLimit(1000, clock)]);
    expect((await failure(send(request('http://h/', { signal })))).errorKind).toBe('cancelled');
    expect(seen).toEqual([]);
  });

  it('never stops a request because of another one', async () => {
    const seen: HttpRequest[] = [];
    const clock = new ManualClock();
    const send = compose(slow(clock, 15, seen), [timeLimit(1000, clock)]);
    const late = watched(compose(slow(clock, 5000, seen), [timeLimit(10, clock)])(request('http://h/')));
    const beside = watched(send(request('http://h/')));
    await clock.turn(10);
    expect([late.outcome, beside.outcome]).toEqual(['timeout', 'open']);
    await clock.turn(5);
    expect(beside.outcome).toBe('response');
    const next = send(request('http://h/'));
    await clock.turn(15);
    expect(await next).toBe(response);
    expect(seen.at(-1)?.signal.aborted).toBe(false);
  });

  it('passes on what is thrown at once', async () => {
    const broken: Send = () => {
      throw new RequestFailure('protocol', 'broken');
    };
    expect(
      await failureText(compose(broken, [timeLimit(1000, new ManualClock())])(request('http://h/'))),
    ).toBe('protocol: broken');
  });

  it('accepts limits beyond what a timer can count', async () => {
    const clock = new ManualClock();
    const sending = compose(slow(clock, 2 ** 40 - 1), [timeLimit(2 ** 40, clock)])(request('http://h/'));
    await clock.turn(2 ** 40 - 1);
    expect(await sending).toBe(response);
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
    await compose(async () => response, [named('a'), named('b')])(request('http://h/'));
    expect(order).toEqual(['a in', 'b in', 'b out', 'a out']);
  });
});
