import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { startSvc } from '../support/program/live-svc.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { SHORT, svcWith } from './short-load.js';
import { startTarget } from './target.js';

describe('svc stress', () => {
  it('gives a result that its schema accepts, to standard output or a file', async () => {
    const { url } = await startTarget();
    const files = { 'a.http': `### ping\nGET ${url}/ping\n` };
    const schema = JSON.parse((await svcWith({}, ['validate', '--schema', 'stress'])).stdout) as object;
    const accepts = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    const printed = await svcWith(files, [
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
    const written = await svcWith(files, [
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

  it('says that nothing could fail without thresholds, and ends with 1 when everything did', async () => {
    const { url } = await startTarget();
    const stress = (status: number, ...flags: string[]): ReturnType<typeof svcWith> => {
      const text = `### a\nGET ${url}/\n\n>>>\nexpect status == ${status}\n<<<\n`;
      return svcWith({ 'a.http': text }, ['stress', 'a.http', ...SHORT, ...flags]);
    };
    const passed = await stress(200);
    expect(passed.stdout).toContain('Measured without thresholds: nothing could fail\n');
    expect(passed).toMatchObject({ code: 0, stderr: '' });
    const failed = await stress(201);
    expect(failed.stdout).toContain('Measured without thresholds: nothing could fail, yet the test failed\n');
    expect(failed.stderr).toMatch(/^Error: none of 10 requests passed; most often: /);
    expect(failed.code).toBe(1);
    expect((await stress(201, '--threshold', 'p95<1m')).code).toBe(1);
    expect((await stress(201, '--threshold', 'errors<=100%')).code).toBe(0);
  });

  it('ends with 4 when the setup meets no server, as a run does', async () => {
    const text = '### s\n# @stress.setup\nGET http://127.0.0.1:1/\n### a\nGET http://127.0.0.1:1/\n';
    const { code, stderr } = await svcWith({ 'a.http': text }, ['stress', 'a.http', ...SHORT]);
    expect(stderr).toBe('Error: setup request s failed: 127.0.0.1:1 refused the connection\n');
    expect(code).toBe(4);
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
    // With room for everything that becomes due at once when the machine stands still for a while.
    const load = ['-d', '1m', '-r', '50', '--max-vus', '5000'];
    const live = startSvc(['stress', 'a.http', ...load, '-o', 'json'], { cwd, timeout: 60_000 });
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
    const { code, stdout, stderr } = await svcWith({ 'a.http': text }, ['stress', 'a.http', ...SHORT]);
    expect(code).toBe(1);
    expect(stderr).toBe('Error: setup request login failed: status 401\n');
    expect(stdout).toContain('Requests    0 total, 0 ok, 0 errors (0.00%), 0 dropped');
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
    const outcome = await runInProcess(args, { cwd: await temporaryWorkspace(files) });
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toBe('');
  });

  it('a file with errors', async () => {
    const { code, stderr } = await svcWith(
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
    const { code, stderr } = await svcWith(files, [
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
});
