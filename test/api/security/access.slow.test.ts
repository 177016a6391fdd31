import { describe, expect, it } from 'vitest';
import { startSvc } from '../../support/program/live-svc.js';
import { sendRequest } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { token, seenTokens } from './access-setup.js';

describe('a generated token', () => {
  it.each([
    [['--api-token', 'auto', '-q'], {}],
    [['--token', 'auto'], { SVC_API_TOKEN: token }],
    [[], { SVC_API_TOKEN: 'auto' }],
  ])('is printed for the operator and not logged: %j %j', async (args, env) => {
    const root = await temporaryWorkspace();
    const svc = startSvc(['serve', root, '--port', '0', '-v', ...args], { cwd: root, env });
    await svc.until(() => svc.stdout().includes('\n'));
    const origin = /^Listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(svc.stdout())?.[1] ?? '';
    // It is printed before the line that the server listens.
    const [, linked, made = ''] = /^Open (\S+)\/#token=([\w-]{43})$/m.exec(svc.stderr()) ?? [];
    expect(linked).toBe(origin);
    expect([...seenTokens]).not.toContain(made);
    seenTokens.add(made);
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await sendRequest(origin, 'GET', '/api/v1/system/info', { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: `Bearer ${token}` })).toBe(401);
    expect(await status({ Authorization: 'Bearer auto' })).toBe(401);
    expect(await status({ Authorization: `Bearer ${made}` })).toBe(200);
    svc.send('SIGTERM');
    const { stderr } = await svc.ended;
    expect(stderr.split(made)).toHaveLength(2);
  });
});
