import { describe, expect, it } from 'vitest';
import { Gate } from './rate-limit.js';

const never = new AbortController().signal;

describe('Gate', () => {
  it('refuses when the bucket is empty, and says when to come again', async () => {
    let now = 0;
    const gate = new Gate('svc_fetch', { bucket: 2, perSecond: 10, running: 5 }, () => now);
    for (let at = 0; at < 2; at += 1) (await gate.enter(never))();
    await expect(gate.enter(never)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'too many svc_fetch calls; retry in 100 ms',
      more: { retry_after_ms: 100 },
    });
    now = 100;
    (await gate.enter(never))();
  });

  it('lets others wait in order, at most 64', async () => {
    const gate = new Gate('svc_fetch', { bucket: 200, perSecond: 1, running: 1 }, () => 0);
    const leave = await gate.enter(never);
    const order: number[] = [];
    const waiting = Array.from({ length: 64 }, async (_, at) => {
      const done = await gate.enter(never);
      order.push(at);
      done();
    });
    await expect(gate.enter(never)).rejects.toMatchObject({ code: 'rate_limited' });
    leave();
    await Promise.all(waiting);
    expect(order).toEqual(Array.from({ length: 64 }, (_, at) => at));
  });

  it('frees the place of who stops waiting', async () => {
    const gate = new Gate('svc_fetch', { bucket: 10, perSecond: 1, running: 1 }, () => 0);
    const leave = await gate.enter(never);
    const controller = new AbortController();
    const stopped = gate.enter(controller.signal);
    const next = gate.enter(never);
    controller.abort();
    await expect(stopped).rejects.toThrow();
    leave();
    (await next)();
  });
});
