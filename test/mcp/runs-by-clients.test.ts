import { describe, expect, it } from 'vitest';
import { ERAS } from '../support/program/mcp-clients.js';
import { openRunClient, firstWord } from './runs-by-clients-setup.js';

describe.each(ERAS)('a client of the %s era', (era) => {
  it('cancels a run, which ends at the target at once, leaves its slot and stays readable', async () => {
    const { call, target: service } = await openRunClient(era);
    const stop = new AbortController();
    const cancelled = call('svc_run', { files: ['never.http'] }, { signal: stop.signal }).catch(
      (error: unknown) => error,
    );
    const other = new AbortController();
    const going = call('svc_run', { files: ['never.http'] }, { signal: other.signal }).catch(
      (error: unknown) => error,
    );
    await expect.poll(service.open).toBe(2);
    stop.abort();
    // The service never responds and the time limits are far away, so that only the cancelling ends the request.
    await expect.poll(service.open).toBe(1);
    expect(await cancelled).toBeInstanceOf(Error);
    // Two runs may go on at once, so that this one needs the slot of the cancelled one.
    expect(firstWord((await call('svc_run', { files: ['many.http'], names: ['ok 1'] })).text)).toBe('PASSED');
    const runs = [await call('svc_result', { run: 'r1' }), await call('svc_result', { run: 'r2' })];
    const kept = runs.find(({ isError }) => !isError);
    expect(kept?.text).toMatch(/^CANCELLED: 0 of 3 failed, 1 passed, 2 skipped; .*; run r[12]\n/);
    other.abort();
    await going;
  });
});
