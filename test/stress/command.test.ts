import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { startSvc } from '../support/program/live-svc.js';
import { runSvc, type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTarget } from './target.js';

const SHORT = ['-r', '20', '-d', '500ms'];

async function svc(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunOutcome & { readonly cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  return { ...(await runSvc(args, { cwd, env })), cwd };
}

describe('svc stress', () => {
  it('prints a summary, as svc run --stress does', async () => {
    const { url, seen } = await startTarget();
    for (const command of [['stress'], ['run', '--stress']]) {
      const files = { 'a.http': `### ping\nGET ${url}/ping\n` };
      const { code, stdout, stderr } = await svc(files, [
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
            'Request    count    ok  errors    avg    p95    p99',
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

  it('gives a result that its schema accepts, to standard output or a file', async () => {
    const { url } = await startTarget();
    const files = { 'a.http': `### ping\nGET ${url}/ping\n` };
    const schema = JSON.parse((await svc({}, ['validate', '--schema', 'stress'])).stdout) as object;
    const accepts = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    const printed = await svc(files, [
      'stress',
      'a.http',
      ...SHORT,
      '--stress-json',
      '--seed=-5',
      '--threshold',
      'p95<1ms',
    ]);
    const result = JSON.parse(printed.stdout) as StressResult;
    expect(accepts(result), JSON.stringify(accepts.errors)).toBe(true);
    expect(result).toMatchObject({ seed: -5, mode: 'rate', totalRequests: 10 });
    const written = await svc(files, [
      'stress',
      'a.http',
      ...SHORT,
      '-o',
      'json',
      '--output-file',
      'out/r.json',
    ]);
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: 'Note: wrote out/r.json\n' });
    expect(accepts(JSON.parse(await readFile(join(written.cwd, 'out/r.json'), 'utf8')))).toBe(true);
  });

  it('ends with 1 when a threshold is breached or the verdict has to be valid', async () => {
    const { url } = await startTarget((_path, response) => {
      response.statusCode = 500;
      setTimeout(() => response.end(), 60);
    });
    const files = { 'a.http': `GET ${url}/\n` };
    const codes = async (...args: string[]): Promise<number | null> =>
      (await svc(files, ['stress', 'a.http', ...SHORT, ...args])).code;
    expect(await codes()).toBe(0);
    expect(await codes('--threshold', 'errors<1%')).toBe(1);
    expect(await codes('--threshold', 'p50<50ms')).toBe(1);
    expect(await codes('--threshold', 'p50>50ms')).toBe(64);
    // One slot for 20 requests a second of 60 ms each.
    expect(await codes('--max-vus', '1', '-r', '60', '--require-valid')).toBe(1);
    expect(await codes('--max-vus', '1', '-r', '60')).toBe(0);
  });

  it('ends with 4 when nothing answers, with 1 when nothing could be sent, and says so', async () => {
    const refused = await svc({ 'a.http': '### a\nGET http://127.0.0.1:1/\n' }, [
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
    const unsent = await svc({ 'a.http': '### a\nGET http://{{nowhere}}/\n' }, limited);
    expect(unsent.code).toBe(1);
    expect(unsent.stdout).toContain('\n  ✗ p95 < 200ms   no data\n');
    expect(unsent.stderr).toContain(
      'Error: none of 10 requests could be sent; most often: variable "nowhere"',
    );
  });

  it('ends with 4 when the setup meets no server, as a run does', async () => {
    const text = '### s\n# @stress.setup\nGET http://127.0.0.1:1/\n### a\nGET http://127.0.0.1:1/\n';
    const { code, stderr } = await svc({ 'a.http': text }, ['stress', 'a.http', ...SHORT]);
    expect(stderr).toBe('Error: setup request s failed: 127.0.0.1:1 refused the connection\n');
    expect(code).toBe(4);
  });

  it('tells which assertion or status failed, the most frequent first', async () => {
    const { url } = await startTarget((path, response, count) => {
      response.writeHead(path === '/b' && count % 2 === 0 ? 503 : 200).end('{"n": 1}');
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
    const { code, stdout } = await svc({ 'a.http': text }, args);
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
    const quick = await svc(files, ['stress', 'a.http', '--profile', 'quick', '--rate', '20', '-o', 'json']);
    expect(quick.code).toBe(0);
    const result = JSON.parse(quick.stdout) as StressResult;
    expect(result.totalRequests).toBe(8);
    expect(result.thresholds.map(({ metric, threshold }) => [metric, threshold])).toEqual([
      ['p99', '30s'],
      ['errors', '0%'],
    ]);
    const crowd = await svc(files, ['stress', 'a.http', '--profile', 'crowd', '-o', 'json']);
    expect(JSON.parse(crowd.stdout)).toMatchObject({ mode: 'vus' });
    const unknown = await svc(files, ['stress', 'a.http', '--profile', 'quik']);
    expect(unknown.code).toBe(64);
    expect(unknown.stderr).toContain('unknown profile "quik"; did you mean "quick"?');
  });

  it('writes metrics while it runs', async () => {
    const { url } = await startTarget();
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
    expect((await live.ended).code).toBe(0);
    const lines = (await readFile(join(cwd, 'new/m.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const last = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ total: 50, success: 50, errors: 0, errorRate: 0 });
    expect(Object.keys(last).slice(0, 3)).toEqual(['time', 'total', 'success']);
  });

  it('tears down and reports after Ctrl-C', async () => {
    const { url, seen } = await startTarget();
    const text = dedent`
      ### s
      # @stress.setup
      GET ${url}/s
      ### a
      GET ${url}/a
      ### t
      # @stress.teardown
      GET ${url}/t
    `;
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const live = startSvc(['stress', 'a.http', '-d', '1m', '-r', '50', '-o', 'json'], {
      cwd,
      timeout: 60_000,
    });
    await live.until(() => seen.length > 5);
    live.send('SIGINT');
    const { code, stdout } = await live.ended;
    expect(code).toBe(130);
    const result = JSON.parse(stdout) as StressResult;
    expect(result).toMatchObject({ stopped: true, error: '', droppedCount: 0 });
    expect(result.totalRequests).toBe(seen.length - 2);
    expect([seen[0], seen.at(-1)]).toEqual(['GET /s', 'GET /t']);
  });

  it('ends with 1 when the setup fails, and says why', async () => {
    const { url } = await startTarget((_path, response) => response.writeHead(401).end());
    const text = dedent`
      ### login
      # @stress.setup
      GET ${url}/login
      ### a
      GET ${url}/a
    `;
    const { code, stdout, stderr } = await svc({ 'a.http': text }, ['stress', 'a.http', ...SHORT]);
    expect(code).toBe(1);
    expect(stderr).toBe('Error: setup request login failed: status 401\n');
    expect(stdout).toContain('Requests    0 total, 0 ok, 0 errors (0.00%), 0 dropped');
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
      const { stdout, stderr } = await svc({ 'a.http': text }, ['stress', 'a.http', ...SHORT, '-o', format]);
      expect(stdout + stderr).toContain('[REDACTED]');
      expect(stdout + stderr).not.toContain('hush-hush');
    }
  });

  it('is quiet with -q, and silent on standard error without a terminal', async () => {
    const { url } = await startTarget();
    const { code, stdout, stderr } = await svc({ 'a.http': `GET ${url}/\n` }, [
      'stress',
      'a.http',
      ...SHORT,
      '-q',
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('svc stress refuses', () => {
  const files = { 'a.http': 'GET http://127.0.0.1:1/\n' };

  it.each([
    ['a flag of load without load', ['run', 'a.http', '--rate', '5'], 64, '--rate needs --stress'],
    ['--bail', ['run', 'a.http', '--stress', '--bail'], 64, '--bail cannot be used in a load test'],
    ['--watch', ['run', 'a.http', '--stress', '-w'], 64, '--watch cannot be used in a load test'],
    [
      '--report',
      ['run', 'a.http', '--stress', '--report', 'json=x'],
      64,
      '--report cannot be used in a load test',
    ],
    ['--shard of stress', ['stress', 'a.http', '--shard', '1/2'], 64, '--shard'],
    [
      'another format',
      ['stress', 'a.http', '-o', 'junit'],
      64,
      'junit is not a format of a load test; use console or json',
    ],
    ['a rate of 0', ['stress', 'a.http', '-r', '0'], 64, '--rate'],
    ['no duration', ['stress', 'a.http', '-d', '0'], 64, '--duration'],
    ['a number without a unit', ['stress', 'a.http', '-d', '30'], 64, '30 has no unit'.slice(3)],
    [
      'a ramp longer than the load',
      ['stress', 'a.http', '-d', '1s', '--ramp-up', '2s'],
      64,
      'Error: --ramp-up must be a duration from 0 to --duration\n',
    ],
    [
      'more users than slots',
      ['stress', 'a.http', '--vus', '5', '--max-vus', '2'],
      64,
      'Error: --vus must be at most --max-vus, which is 2\n',
    ],
    [
      'a threshold without a unit',
      ['stress', 'a.http', '--threshold', 'p95<200'],
      64,
      'p95 needs a duration, after < or <=, such as <250ms; "200" has no unit; write 200ms',
    ],
    ['an unknown metric', ['stress', 'a.http', '--threshold', 'p42<1s'], 64, 'unknown metric "p42"'],
    [
      'a filter that leaves nothing',
      ['stress', 'a.http', '-n', 'nothing'],
      64,
      'no request in a.http matches --name nothing',
    ],
    ['a missing file', ['stress', 'b.http'], 2, 'b.http'],
    [
      'a metrics file in a folder that is none',
      ['stress', 'a.http', '-d', '1s', '--metrics-file', 'a.http/x'],
      3,
      'could not write a.http/x',
    ],
  ] as const)('%s', async (_case, args, code, message) => {
    const outcome = await svc(files, args);
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toBe('');
  });

  it('a file with errors', async () => {
    const { code, stderr } = await svc(
      {
        'a.http': dedent`
          ### a
          GET http://h/
          nonsense
        `,
      },
      ['stress', 'a.http'],
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Error: a\.http:3:1: /);
  });

  it('a port that is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await svc(files, [
      'stress',
      'a.http',
      '-d',
      '1s',
      '--metrics-port',
      String(port),
    ]);
    expect(code).toBe(3);
    expect(stderr).toBe(`Error: cannot listen on port ${port}: it is already in use\n`);
  });

  it('an output file that cannot be written, after the test', async () => {
    const { url } = await startTarget();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/\n` });
    await mkdir(join(cwd, 'out'));
    const { code, stderr } = await runSvc(['stress', 'a.http', ...SHORT, '--output-file', 'out'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('out');
  });
});
