import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import {
  ERAS,
  openClient,
  type CallTool,
  type Era,
  type ReceivedProgress,
} from '../support/program/mcp-clients.js';
import { deadUrl } from '../support/servers/dead-url.js';
import { listening } from '../support/servers/raw-server.js';

const BIG = JSON.stringify({ items: Array.from({ length: 40_000 }, (_, at) => `item ${at} é`) }).padEnd(
  1024 * 1024,
);

interface Target {
  readonly url: string;
  readonly host: string;
  /** How many requests without a response are open. */
  readonly open: () => number;
}

/** Responds to `/ok`, `/big` and, with 404, `/lost`; never responds to `/never`. */
async function target(): Promise<Target> {
  let open = 0;
  const server = createServer((request, response) => {
    if (request.url === '/never') {
      open += 1;
      response.on('close', () => (open -= 1));
      return;
    }
    if (request.url === '/lost') response.statusCode = 404;
    response.setHeader('Content-Type', 'application/json');
    const body = request.url === '/big' ? BIG : '{"id":9,"total":40,"owner":{"name":"Ada"}}';
    // A service takes a little time, so that a long suite has something to tell while it runs.
    setTimeout(() => response.end(body), SERVICE_MS);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, open: () => open };
}

const SERVICE_MS = 8;

async function open(era: Era): Promise<{ call: CallTool; target: Target }> {
  const service = await target();
  const dead = await deadUrl();
  const many = Array.from(
    { length: 200 },
    (_, at) => `### ok ${at + 1}\nGET ${service.url}/ok\n\n>>>\nexpect status == 200\n<<<\n`,
  );
  const cwd = await temporaryWorkspace({
    'many.http': many.join('\n'),
    'never.http': `### first\nGET ${service.url}/ok\n\n### never\nGET ${service.url}/never\n\n### last\nGET ${service.url}/ok\n`,
    'wrong.http': `### order\nGET ${service.url}/big\n\n### wrong\nGET ${service.url}/ok\n\n>>>\nexpect body.totl == 40\nexpect body.owner == "Ada"\n<<<\n`,
    'dead.http': `### dead\nGET ${dead}\n`,
  });
  const flags = ['--allow-private-network', '--allow-run', '--run-host', service.host];
  const hosts = ['--run-host', new URL(dead).host, '--run-timeout', '10m'];
  return { call: await openClient(era, cwd, [...flags, ...hosts]), target: service };
}

const firstWord = (text: string): string => /^[A-Z_]+/.exec(text)?.[0] ?? '';

describe.each(ERAS)('a client of the %s era', (era) => {
  it('runs 200 requests and hears how far they are', async () => {
    const { call } = await open(era);
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

  it(
    'cancels a run, which ends at the target at once, leaves its slot and stays readable',
    async () => {
      await checkOnTime(async () => {
        const { call, target: service } = await open(era);
        const stop = new AbortController();
        const cancelled = call('svc_run', { files: ['never.http'] }, { signal: stop.signal }).catch(
          (error: unknown) => error,
        );
        const other = new AbortController();
        const going = call('svc_run', { files: ['never.http'] }, { signal: other.signal }).catch(
          (error: unknown) => error,
        );
        await expect.poll(service.open, { timeout: 30_000 }).toBe(2);
        const started = performance.now();
        stop.abort();
        await expect.poll(service.open, { timeout: 30_000, interval: 5 }).toBe(1);
        const tookMs = performance.now() - started;
        expect(await cancelled).toBeInstanceOf(Error);
        // Two runs may go on at once, so that this one needs the slot of the cancelled one.
        expect(firstWord((await call('svc_run', { files: ['many.http'], names: ['ok 1'] })).text)).toBe(
          'PASSED',
        );
        const runs = [await call('svc_result', { run: 'r1' }), await call('svc_result', { run: 'r2' })];
        const kept = runs.find(({ isError }) => !isError);
        expect(kept?.text).toMatch(/^CANCELLED: 0 of 3 failed, 1 passed, 2 skipped; .*; run r[12]\n/);
        other.abort();
        await going;
        return () => expect(tookMs).toBeLessThan(1000);
      });
    },
    ON_TIME.timeout,
  );

  it('pages through a body of 1 MiB, of which 256 KiB are kept', async () => {
    const { call } = await open(era);
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

  it('gets one failure explained in under 2 KiB', async () => {
    const { call } = await open(era);
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

  it('knows the verdict by the first word', async () => {
    const { call } = await open(era);
    const verdict = async (args: object): Promise<string> => firstWord((await call('svc_run', args)).text);
    expect(await verdict({ files: ['many.http'], names: ['ok 7'] })).toBe('PASSED');
    expect(await verdict({ files: ['wrong.http', 'dead.http'] })).toBe('FAILED');
    expect(await verdict({ files: ['dead.http'] })).toBe('ERROR');
    const late = await call('svc_run', { files: ['never.http'], timeout_s: 1 });
    expect(late.text).toMatch(/^TIMED_OUT: 0 of 3 failed, 1 passed, 2 skipped; /);
    expect(late.isError).toBe(false);
    expect(late.text).toContain('SKIP never never.http:4 timed out');
    expect(await verdict({ files: ['many.http'], dry_run: true })).toBe('PLAN');
  });
});
