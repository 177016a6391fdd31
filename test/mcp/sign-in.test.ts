/** Requests for which a person has to sign in: an agent cannot make svc ask one. */
import { expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { signInProvider } from '../support/servers/sign-in-provider.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

it('are sent only with a token that somebody has got before, which no tool shows', async () => {
  const provider = await signInProvider();
  const cwd = await temporaryWorkspace({
    'auth.http': `### readOrder\n${provider.device}\nGET ${provider.url}/orders\n`,
  });
  const args = ['--allow-private-network', '--allow-run', '--run-host', new URL(provider.url).host];
  const ask = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const mcp = await openMcp({ cwd, args, env });
    const responses = [
      textOf(await mcp.call('svc_fetch', { file: 'auth.http' })),
      textOf(await mcp.call('svc_run', { files: ['auth.http'] })),
    ];
    mcp.child.stdin.end();
    await mcp.ended;
    expect(mcp.stderr() + responses.join('\n')).not.toMatch(/Acc3ssW0rd|R3freshW0rd|Sign in/);
    return responses;
  };
  const [fetched, ran] = await ask({});
  const message = 'a person has to sign in; run svc auth login auth.http -n readOrder in a terminal';
  expect(fetched).toContain(message);
  expect(ran).toContain(message);
  expect(provider.seen).toEqual([]);
  const login = await runInProcess(['auth', 'login', 'auth.http'], { cwd });
  const [, name = '', value = ''] = /^export (\w+)='([\w-]+)'\n$/.exec(login.stdout) ?? [];
  const [given, refused] = await ask({ [name]: value });
  expect(given).toContain('"ok": true');
  // A run has nothing of the environment of the server.
  expect(refused).toContain(message);
  expect(provider.welcomed()).toBe(1);
});
