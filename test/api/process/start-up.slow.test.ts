import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSvc } from '../../support/program/run-svc.js';
import { sendRequest, startServerProcess } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

describe('start-up', () => {
  it.each([
    [
      ['--port', '65536'],
      {},
      /^Error: "65536" is not a value of --port; use a whole number from 0 to 65535\n/,
    ],
    [['--port', 'x'], {}, /--port/],
    [[], { SVC_PORT: '-1' }, /SVC_PORT/],
    [['--log-level', 'loud'], {}, /loud.*debug, info, warn, error/],
    [['--log-format', 'xml'], {}, /xml.*text, json/],
    [
      ['--api-token', 'with blank'],
      {},
      /^Error: --api-token \(SVC_API_TOKEN\) must be printable ASCII without blanks\n/,
    ],
    [[], { SVC_API_TOKEN: 'ümlaut' }, /printable ASCII/],
    [
      ['--token', 'a-token', '--api-token', 'a-token'],
      {},
      /^Error: --token and --api-token mean the same; give one/,
    ],
    [['--token', 'auto', '--log-format', 'json'], {}, /set SVC_API_TOKEN instead/],
    [['a', 'b'], {}, /unexpected argument "b"/],
    [['--nothing'], {}, /--nothing/],
  ])('exits with 64 for %j %j', async (args, env, message) => {
    const { code, stdout, stderr } = await runSvc(['serve', ...args], {
      cwd: await temporaryWorkspace(),
      env: { SVC_PORT: '0', ...env },
    });
    expect([code, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/with blank|ümlaut/);
  });

  it.each([
    [
      ['missing'],
      'Error: cannot use the workspace missing: no such file or directory; give a directory that can be read\n',
    ],
    [
      ['--config', 'missing.yaml'],
      'Error: config file missing.yaml does not exist; give --config (SVC_CONFIG) a file that exists\n',
    ],
    [['--config', '.'], /^Error: config file \. is a directory; give --config/],
    [
      ['--host', '192.0.2.1'],
      /^Error: cannot listen on port 0 of 192\.0\.2\.1: this machine does not have that address; choose another/,
    ],
    [['--host', 'no-such-host.invalid'], /^Error: cannot listen on port 0 of no-such-host\.invalid: /],
  ])('exits with 3 for %j', async (args, message) => {
    const options = { cwd: await temporaryWorkspace() };
    const { code, stdout, stderr } = await runSvc(['serve', '--port', '0', '-q', ...args], options);
    expect([code, stdout]).toEqual([3, '']);
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
    expect(stderr.match(/^Error:/gm)).toHaveLength(1);
  });

  it('exits with 3 and advice when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => void other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runSvc(['serve', '--port', String(port)], {
      cwd: await temporaryWorkspace(),
    });
    expect(code).toBe(3);
    const hint = 'choose another with --port, or --port 0 for a free one';
    expect(stderr).toBe(
      `Error: cannot listen on port ${port} of 127.0.0.1: the port is already in use; ${hint}\n`,
    );
  });

  it('listens on IPv6 and prints the address in brackets', async () => {
    const { svc, origin } = await startServerProcess({ args: ['--host', '[::1]'] });
    expect(svc.stdout()).toMatch(/^Listening on http:\/\/\[::1\]:\d+\n$/);
    expect((await sendRequest(origin, 'GET', '/api/v1/system/info')).status).toBe(200);
    expect(svc.stderr()).not.toContain('warn');
  });

  it('starts with an invalid config, without a history and with a short token', async () => {
    const token = 'short';
    const files = { 'service.yaml': 'timeout: [', 'not-a-folder': '' };
    const root = await temporaryWorkspace(files);
    const { get, svc } = await startServerProcess({
      root,
      env: { SVC_API_TOKEN: token, SVC_HISTORY_DB: join(root, 'not-a-folder', 'history.db') },
      token,
    });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await get('/health', headers)).json).toMatchObject({ config: 'invalid', history: 'unavailable' });
    await svc.until(() => svc.stderr().includes('GET'));
    const warnings = svc
      .stderr()
      .split('\n')
      .filter((line) => / warn /.test(line));
    expect(warnings).toHaveLength(3);
    expect(warnings.join('\n')).toMatch(/shorter than 16 characters/);
    expect(warnings.join('\n')).toMatch(/service\.yaml is not valid/);
    expect(warnings.join('\n')).toMatch(/persistent history is not available/);
    expect(svc.stderr()).not.toContain(token.concat('\n'));
  });
});
