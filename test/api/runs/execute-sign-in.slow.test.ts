import { expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { signInProvider } from '../../support/servers/sign-in-provider.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

interface RunResult {
  readonly results: readonly {
    readonly passed: boolean;
    readonly error?: string;
    readonly errorKind?: string;
  }[];
}

it('a server asks nobody to sign in, and uses and renews the token of its environment', async () => {
  const provider = await signInProvider({ token: { expires_in: 1 } });
  const files = { 'auth.http': `### readOrder\n${provider.device}\nGET ${provider.url}/orders\n` };
  const execute = async (server: RunningServer): Promise<RunResult['results'][number] | undefined> => {
    const { json } = await server.call('POST', '/execute', { json: { file: 'auth.http' } });
    return (json as RunResult).results[0];
  };
  const message = 'a person has to sign in; run svc auth login auth.http -n readOrder in a terminal';
  expect(await execute(await startServer({ files }))).toMatchObject({
    passed: false,
    errorKind: 'auth',
    error: message,
  });
  expect(provider.seen).toEqual([]);
  const login = await runInProcess(['auth', 'login', 'auth.http'], { cwd: await temporaryWorkspace(files) });
  const [, name = '', value = ''] = /^export (\w+)='([\w-]+)'\n$/.exec(login.stdout) ?? [];
  const server = await startServer({ files, env: { [name]: value } });
  await expect
    .poll(async () => [(await execute(server))?.passed, provider.forms().at(-1)?.['grant_type']], {
      timeout: 10_000,
      interval: 300,
    })
    .toEqual([true, 'refresh_token']);
});
