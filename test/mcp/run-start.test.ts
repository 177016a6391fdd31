import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { rawServer } from '../support/servers/raw-server.js';

const ALLOWED = ['--allow-run', '--run-host', 'api.example.com'];

async function refusal(args: readonly string[], code: number): Promise<string> {
  const cwd = await temporaryWorkspace({ 'bad.env': '=\n' });
  const outcome = await runInProcess(['mcp', 'serve', ...args], { cwd });
  expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: '' });
  expect(outcome.stderr).toMatch(/^svc mcp serve: .+; .+\n$/);
  return outcome.stderr;
}

describe('svc mcp serve', () => {
  it.each<[readonly string[], string]>([
    [['--run-host', 'api.example.com'], '--run-host has no effect without --allow-run'],
    [['--run-env', 'dev'], '--run-env has no effect without --allow-run'],
    [['--run-env-file', 'x.env'], '--run-env-file has no effect without --allow-run'],
    [['--run-methods', 'safe'], '--run-methods has no effect without --allow-run'],
    [['--run-timeout', '5m'], '--run-timeout has no effect without --allow-run'],
    [['--run-max-requests', '5'], '--run-max-requests has no effect without --allow-run'],
    [['--allow-run=false', '--run-host', 'a.example.com'], '--run-host has no effect without --allow-run'],
    [['--allow-run'], '--allow-run needs at least one --run-host'],
    [['--allow-run=maybe', '--run-host', 'a.example.com'], '--allow-run'],
    [['--allow-run', '--run-host', '*'], '--run-host "*" is not valid; name the hosts'],
    [['--allow-run', '--run-host', '*:80'], '--run-host "*:80" is not valid; name the hosts'],
    [['--allow-run', '--run-host', ''], '--run-host'],
    [['--allow-run', '--run-host', 'http://a.example.com'], '--run-host "http://a.example.com" is not valid'],
    [['--allow-run', '--run-host', 'a.example.com:0'], '--run-host "a.example.com:0" is not valid'],
    [['--allow-run', '--run-host', 'a.example.com:65536'], 'is not valid'],
    [['--allow-run', '--run-host', 'a.*.example.com'], 'is not valid'],
    [['--allow-run', '--run-host', '::1'], 'is not valid'],
    [['--allow-run', '--run-host', '10.0.0.7'], '--run-host "10.0.0.7" is not on the public network'],
    [['--allow-run', '--run-host', '0x7f.1:80'], '--run-host "0x7f.1:80" is not on the public network'],
    [['--allow-run', '--run-host', '[::1]:8080'], '--run-host "[::1]:8080" is not on the public network'],
    [['--allow-run', '--run-host', 'localhost'], 'is not on the public network; add --allow-private-network'],
    [[...ALLOWED, '--run-env', ''], '--run-env'],
    [[...ALLOWED, '--run-env-file', ''], '--run-env-file'],
    [[...ALLOWED, '--run-methods', 'GET'], '--run-methods is unknown; use one of all, safe'],
    [[...ALLOWED, '--run-timeout', '0s'], '--run-timeout is not valid'],
    [[...ALLOWED, '--run-timeout', '999ms'], '--run-timeout is not valid'],
    [[...ALLOWED, '--run-timeout', '61m'], '--run-timeout is not valid'],
    [[...ALLOWED, '--run-timeout', '60'], '--run-timeout is not valid'],
    [[...ALLOWED, '--run-max-requests', '0'], '--run-max-requests is not valid'],
    [[...ALLOWED, '--run-max-requests', '100001'], '--run-max-requests is not valid'],
    [[...ALLOWED, '--run-timeout', '5m', '--run-timeout', '6m'], '--run-timeout is given twice'],
    [
      [...ALLOWED, ...Array.from({ length: 100 }, () => ['--run-host', 'a.example.com']).flat()],
      '--run-host is given more',
    ],
  ])('refuses %j with 64 and the name of the flag', async (args, words) => {
    expect(await refusal(args, 64)).toContain(words);
  });

  it.each(['missing.env', '.', 'bad.env'])('refuses the dotenv file %s with 3', async (name) => {
    expect(await refusal([...ALLOWED, '--run-env-file', name], 3)).toContain(name);
  });

  it('takes hosts of every form, and logs what it permits', async () => {
    const cwd = await temporaryWorkspace({ 'a.env': 'A=1\n' });
    const hosts = [
      'api.example.com',
      'api.example.com:8080',
      'b.example.com:*',
      '*.example.org',
      '[::1]:8080',
    ];
    const mcp = await openMcp({
      cwd,
      args: [
        '--allow-private-network',
        '--allow-run=true',
        ...hosts.flatMap((host) => ['--run-host', host]),
        ...['--run-env', 'dev', '--run-env', 'staging', '--run-env-file', 'a.env'],
        ...['--run-methods', 'safe', '--run-timeout', '1h', '--run-max-requests', '100000'],
      ],
    });
    mcp.child.stdin.end();
    expect((await mcp.ended).code).toBe(0);
    expect(JSON.parse(mcp.stderr().split('\n')[0] ?? '')).toMatchObject({
      event: 'start',
      tools: ['svc_fetch', 'svc_list_requests', 'svc_validate', 'svc_run', 'svc_result', 'svc_explain'],
      run_hosts: hosts,
      run_environments: ['dev', 'staging'],
      run_methods: 'safe',
    });
  });
});

describe('a server that is told to end', () => {
  it.skipIf(process.platform === 'win32')('answers its runs with cancelled', async () => {
    let ask = (): void => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const { port } = await rawServer(() => ask());
    const cwd = await temporaryWorkspace({ 'a.http': `GET http://127.0.0.1:${port}/\n` });
    const mcp = await openMcp({
      cwd,
      args: ['--allow-private-network', '--allow-run', '--run-host', `127.0.0.1:${port}`],
    });
    const response = mcp.call('svc_run', { files: ['a.http'] });
    await asked;
    mcp.child.kill('SIGTERM');
    expect(textOf(await response)).toBe('cancelled: the server is shutting down');
    expect((await mcp.ended).code).toBe(0);
  });
});
