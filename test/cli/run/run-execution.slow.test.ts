import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { names, run } from '../support/run-results.js';

describe('execution by svc run', () => {
  it('--parallel and --concurrency', async () => {
    const seen = { open: 0, most: 0, wanted: 1 };
    const { url } = await loopback(async () => {
      seen.open += 1;
      seen.most = Math.max(seen.most, seen.open);
      // As many as may be open come before any of them gets its response.
      while (seen.most < seen.wanted) await sleep(10);
      await sleep(10);
      seen.open -= 1;
      return 200;
    });
    const expectOpen = (count: number): void => void Object.assign(seen, { most: 0, wanted: count });
    const file = Array.from({ length: 9 }, (_, i) => `### r${i}\nGET ${url}/${i}\n`).join('\n');
    expect((await run({ 'a.http': file }, [])).code).toBe(0);
    expect(seen.most).toBe(1);
    expectOpen(3);
    const wide = await run({ 'a.http': file }, ['-p', '--concurrency', '3']);
    expect([wide.code, seen.most]).toEqual([0, 3]);
    expect(names(wide)).toEqual(Array.from({ length: 9 }, (_, i) => `r${i}`));
    expectOpen(4);
    await run({ 'a.http': file }, [], { SVC_PARALLEL: 'true', SVC_CONCURRENCY: '4' });
    expect(seen.most).toBe(4);
    expectOpen(6);
    await run({ 'a.http': file, 'service.yaml': 'parallel: true\nconcurrency: 6\n' }, []);
    expect(seen.most).toBe(6);
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['--delay', ['--delay', '70ms'], {}, ''],
    ['SVC_DELAY', [], { SVC_DELAY: '70ms' }, ''],
    ['delay of the config', [], {}, 'delay: 70\n'],
    ['--delay over the config', ['--delay', '70ms'], {}, 'delay: 3600000\n'],
    ['--repeat, between passes', ['--delay', '70ms', '--repeat', '2'], {}, ''],
  ])('%s', async (_case, args, env, config) => {
    const arrivals: number[] = [];
    const { url } = await loopback(() => {
      arrivals.push(performance.now());
      return 200;
    });
    const file = `### one\nGET ${url}/1\n### two\nGET ${url}/2\n`;
    const { code } = await run({ 'a.http': file, 'service.yaml': config }, args, env);
    const gaps = arrivals.slice(1).map((time, index) => time - (arrivals[index] ?? 0));
    expect([code, gaps.length]).toEqual([0, args.includes('--repeat') ? 3 : 1]);
    expect(gaps.filter((gap) => gap < 70)).toEqual([]);
  });

  it('--connect-timeout bounds the handshake', async () => {
    const server = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, tests } = await run({ 'a.http': `### one\nGET https://127.0.0.1:${port}\n` }, [
      '--connect-timeout',
      '150ms',
    ]);
    expect(code).toBe(4);
    expect(['timeout', 'connect', 'tls']).toContain(tests[0]?.errorKind);
    expect(tests[0]?.error).toContain('150 ms');
    const variable = await run({ 'a.http': `### one\nGET https://127.0.0.1:${port}\n` }, [], {
      SVC_CONNECT_TIMEOUT: '150ms',
    });
    expect(variable.code).toBe(4);
    expect(variable.tests[0]?.error).toContain('150 ms');
  });
});
