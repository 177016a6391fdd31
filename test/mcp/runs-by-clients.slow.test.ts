import { describe, expect, it } from 'vitest';
import { ERAS, type ReceivedProgress } from '../support/program/mcp-clients.js';
import { BIG, openRunClient, firstWord } from './runs-by-clients-setup.js';

describe.each(ERAS)('a client of the %s era', (era) => {
  it('runs 200 requests and hears how far they are', async () => {
    const { call } = await openRunClient(era);
    const received: ReceivedProgress[] = [];
    const onprogress = (progress: ReceivedProgress): void => void received.push(progress);
    const { text, meta } = await call('svc_run', { files: ['many.http'] }, { onprogress });
    const receivedBefore = received.length;
    expect(text).toMatch(
      /^PASSED: 0 of 200 failed, 200 passed, 0 skipped; \d+ ms; environment dev; run r1\npassed: #1 ok 1, /,
    );
    const { duration_ms: duration, ...numbers } = meta['svc/run'] ?? {};
    expect(numbers).toEqual({
      run: 'r1',
      verdict: 'passed',
      passed: 200,
      failed: 0,
      skipped: 0,
      total: 200,
      environment: 'dev',
    });
    const steps = received.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.length).toBeLessThanOrEqual(1 + Math.ceil(Number(duration) / 250));
    expect(received[0]).toMatchObject({ total: 200, message: '1/200 ok 1 passed many.http:1' });
    expect((await call('svc_result', { run: 'r1', part: 'tests' })).text).toMatch(
      /^#1 PASS ok 1 many\.http:1 /,
    );
    expect(received).toHaveLength(receivedBefore);
  });

  it('pages through a body of 1 MiB, of which 256 KiB are kept', async () => {
    const { call } = await openRunClient(era);
    const { meta } = await call('svc_run', { files: ['wrong.http'], names: ['order'] });
    expect(meta['svc/run']).toMatchObject({ verdict: 'passed', total: 1 });
    let read = '';
    for (let start: unknown = 0; typeof start === 'number';) {
      const page = await call('svc_result', {
        run: 'r1',
        request: 1,
        part: 'body',
        start_index: start,
        max_chars: 100_000,
      });
      const place = page.meta['svc/result'] ?? {};
      expect(place['start_index']).toBe(read.length);
      expect(page.items.slice(1)).toEqual(place['next_index'] === null ? [] : [JSON.stringify(place)]);
      read += page.text;
      start = place['next_index'];
    }
    const [body = '', note] = read.split(/\n(?=\[only this start)/);
    expect(BIG.startsWith(body)).toBe(true);
    expect(Buffer.byteLength(body)).toBe(256 * 1024);
    expect(note).toBe(`[only this start of a body of ${Buffer.byteLength(BIG)} bytes is kept]`);
    const beyond = await call('svc_result', { run: 'r1', request: 1, part: 'body', start_index: 1e9 });
    expect(beyond.text).toBe(
      `invalid_argument: start_index: the document has ${read.length} characters; read it from 0 again`,
    );
  });

  it('knows the verdict by the first word', async () => {
    const { call } = await openRunClient(era);
    const verdict = async (args: object): Promise<string> => firstWord((await call('svc_run', args)).text);
    expect(await verdict({ files: ['many.http'], names: ['ok 7'] })).toBe('PASSED');
    expect(await verdict({ files: ['wrong.http', 'dead.http'] })).toBe('FAILED');
    expect(await verdict({ files: ['dead.http'] })).toBe('ERROR');
    const late = await call('svc_run', { files: ['never.http'], timeout_s: 5 });
    expect(late.text).toMatch(/^TIMED_OUT: 0 of 3 failed, 1 passed, 2 skipped; /);
    expect(late.isError).toBe(false);
    expect(late.text).toContain('SKIP never never.http:4 timed out');
    expect(await verdict({ files: ['many.http'], dry_run: true })).toBe('PLAN');
  });

  it('gets one failure explained in under 2 KiB', async () => {
    const { call } = await openRunClient(era);
    await call('svc_run', { files: ['wrong.http'] });
    const { text, structured } = await call('svc_explain', { run: 'r1', request: 2 });
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect(JSON.parse(text)).toEqual(structured);
    expect(structured).toMatchObject({
      run: 'r1',
      request: 2,
      name: 'wrong',
      verdict: 'failed',
      reasons: [
        { place: 'wrong.http:8', near: ['total', 'id', 'owner'], found_at: ['body.total'] },
        { place: 'wrong.http:9', near: [], found_at: ['body.owner.name'] },
      ],
      todo: 'Check body.total instead, or correct the service: the expected value is there.',
    });
  });
});
