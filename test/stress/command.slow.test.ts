import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { startSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { SHORT, svcWith } from './short-load.js';
import { startTarget } from './target.js';

describe('svc stress', () => {
  it('prints a summary, as svc run --stress does', async () => {
    const { url, seen } = await startTarget();
    for (const command of [['stress'], ['run', '--stress']]) {
      const files = { 'a.http': `### ping\nGET ${url}/ping\n` };
      const { code, stdout, stderr } = await svcWith(files, [
        ...command,
        'a.http',
        ...SHORT,
        '--threshold',
        'errors<1%, rps>1',
      ]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const time = String.raw`\d+\.\d{1,2}`;
      const times = `min ${time}  mean ${time}  p50 ${time}  p95 ${time}  p99 ${time}  max ${time}  stddev ${time} ms`;
      expect(stdout).toMatch(
        new RegExp(
          [
            '^Stress: a.http  rate 20/s for 500ms, at most 100 in flight',
            String.raw`Requests    10 total, 10 ok, 0 errors \(0.00%\), 0 dropped`,
            String.raw`Rate        \d+\.\d/s achieved of 20\.0/s planned`,
            `Latency     ${times}`,
            `Service     ${times}`,
            'Request    count    ok  errors +avg +p95 +p99',
            `  ping        10    10       0 .*`,
            'Thresholds',
            String.raw`  ✓ errors < 1%   0\.00%`,
            String.raw`  ✓ rps > 1       \d+\.\d/s`,
            String.raw`Validity    (?:in)?valid \(lag p99 ${time}ms, 0 dropped, cpu \d+%\)`,
          ].join('\n'),
        ),
      );
    }
    expect(seen).toHaveLength(20);
  });

  it('ends with 1 when a threshold is breached or the verdict has to be valid', async () => {
    let count = 0;
    const { url } = await startTarget((_path, response) => {
      // A test in which every request failed has failed as a whole.
      response.statusCode = (count += 1) % 2 === 0 ? 500 : 200;
      setTimeout(() => response.end(), 60);
    });
    const files = { 'a.http': `GET ${url}/\n` };
    const codes = async (...args: string[]): Promise<number | null> =>
      (await svcWith(files, ['stress', 'a.http', ...SHORT, ...args])).code;
    expect(await codes()).toBe(0);
    expect(await codes('--threshold', 'errors<1%')).toBe(1);
    expect(await codes('--threshold', 'p50<50ms')).toBe(1);
    expect(await codes('--threshold', 'p50>50ms')).toBe(64);
    // One slot for 20 requests a second of 60 ms each.
    expect(await codes('--max-vus', '1', '-r', '60', '--require-valid')).toBe(1);
    expect(await codes('--max-vus', '1', '-r', '60')).toBe(0);
  });

  it('ends with 4 when nothing answers, with 1 when nothing could be sent, and says so', async () => {
    const refused = await svcWith({ 'a.http': '### a\nGET http://127.0.0.1:1/\n' }, [
      'stress',
      'a.http',
      ...SHORT,
    ]);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toBe(
      'Error: none of 10 requests got a complete response; most often: connect: 127.0.0.1:1 refused the connection\n',
    );
    expect(refused.stdout).toContain('\nErrors      10 × connect: 127.0.0.1:1 refused the connection\n');
    const limited = ['stress', 'a.http', ...SHORT, '--threshold', 'p95<200ms'];
    const unsent = await svcWith({ 'a.http': '### a\nGET http://{{nowhere}}/\n' }, limited);
    expect(unsent.code).toBe(1);
    expect(unsent.stdout).toContain('\n  ✗ p95 < 200ms   no data\n');
    expect(unsent.stderr).toContain(
      'Error: none of 10 requests could be sent; most often: variable "nowhere"',
    );
  });

  it('tells which assertion or status failed, the most frequent first', async () => {
    let countOfB = 0;
    const { url } = await startTarget((path, response) => {
      if (path === '/b') countOfB += 1;
      response.writeHead(path === '/b' && countOfB % 2 === 1 ? 503 : 200).end('{"n": 1}');
    });
    const text = dedent`
      ### a
      # @stress.weight 3
      GET ${url}/a
      >>>
      expect body.n == 2
      <<<
      ### b
      GET ${url}/b
      >>>
      expect status 200
      <<<
    `;
    const args = ['stress', 'a.http', '-r', '60', '-d', '500ms', '--seed', '1'];
    const { code, stdout } = await svcWith({ 'a.http': text }, args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\nErrors {6}(\d+) × expect body\.n == 2 \(line 5\) \(a\)\n {12} *\d+ × status 503, expected 200 \(b\)\nRequest/,
    );
  });

  it('takes profiles, and flags over them', async () => {
    const { url } = await startTarget();
    const files = {
      'a.http': `GET ${url}/\n`,
      'service.yaml':
        'stress:\n  profiles:\n    quick: { duration: 400ms, rate: 10, thresholds: { errors: 0%, p99: 30s } }\n    crowd: { duration: 300ms, vus: 2, thinkTime: 50ms }\n',
    };
    const quick = await svcWith(files, [
      'stress',
      'a.http',
      '--profile',
      'quick',
      '--rate',
      '20',
      '-o',
      'json',
    ]);
    expect(quick.code).toBe(0);
    const result = JSON.parse(quick.stdout) as StressResult;
    expect(result.totalRequests).toBe(8);
    expect(result.thresholds.map(({ metric, threshold }) => [metric, threshold])).toEqual([
      ['p99', '30s'],
      ['errors', '0%'],
    ]);
    const crowd = await svcWith(files, ['stress', 'a.http', '--profile', 'crowd', '-o', 'json']);
    expect(JSON.parse(crowd.stdout)).toMatchObject({ mode: 'vus' });
    const unknown = await svcWith(files, ['stress', 'a.http', '--profile', 'quik']);
    expect(unknown.code).toBe(64);
    expect(unknown.stderr).toContain('unknown profile "quik"; did you mean "quick"?');
  });

  it('writes metrics while it runs', async () => {
    let end = (): void => undefined;
    // The load lasts until this response, so that there is time to read its metrics.
    const { url } = await startTarget((_path, response, count) => {
      if (count === 1) end = () => void response.end();
      else response.end();
    });
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/\n` });
    const args = [
      'stress',
      'a.http',
      '-r',
      '20',
      '-d',
      '2500ms',
      '--metrics-file',
      'new/m.jsonl',
      '--metrics-port',
      '0',
    ];
    const live = startSvc(args, { cwd, timeout: 60_000 });
    await live.until(() => live.stderr().includes('/metrics'));
    const [address = ''] = /http:\S+/.exec(live.stderr()) ?? [];
    let text = '';
    await live.until(() => {
      void fetch(address)
        .then((response) => response.text())
        .then((body) => (text = body))
        .catch(() => undefined);
      return /_total\{outcome="success"\} [1-9]/.test(text);
    });
    expect(text).toMatch(/^# TYPE svc_stress_requests counter\n/);
    expect(text).toContain('svc_stress_latency_seconds{quantile="0.95"} 0.');
    expect(text.endsWith('# EOF\n')).toBe(true);
    const missing = await fetch(address.replace('/metrics', '/'));
    expect(missing.status).toBe(404);
    end();
    expect((await live.ended).code).toBe(0);
    const lines = (await readFile(join(cwd, 'new/m.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const last = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ total: 50, success: 50, errors: 0, errorRate: 0 });
    expect(Object.keys(last).slice(0, 3)).toEqual(['time', 'total', 'success']);
  });

  it('shows no secret', async () => {
    const { url } = await startTarget();
    const text = dedent`
      @secret key = hush-hush
      ### call hush-hush
      # @retry 2
      GET ${url}/{{key}}
    `;
    for (const format of ['console', 'json']) {
      const { stdout, stderr } = await svcWith({ 'a.http': text }, [
        'stress',
        'a.http',
        ...SHORT,
        '-o',
        format,
      ]);
      expect(stdout + stderr).toContain('[REDACTED]');
      expect(stdout + stderr).not.toContain('hush-hush');
    }
  });

  it('is quiet with -q, and silent on standard error without a terminal', async () => {
    const { url } = await startTarget();
    const { code, stdout, stderr } = await svcWith({ 'a.http': `GET ${url}/\n` }, [
      'stress',
      'a.http',
      ...SHORT,
      '-q',
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('svc stress refuses', () => {
  it('an output file that cannot be written, after the test', async () => {
    const { url } = await startTarget();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/\n` });
    await mkdir(join(cwd, 'out'));
    const { code, stderr } = await runSvc(['stress', 'a.http', ...SHORT, '--output-file', 'out'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('out');
  });
});
