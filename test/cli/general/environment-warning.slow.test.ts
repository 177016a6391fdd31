import { describe, expect, it, onTestFinished } from 'vitest';
import { connectLsp, spawnLsp } from '../../support/program/lsp-client.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { CONFIG, UNDEFINED, runAndStop, refusesInEachCommand, ways } from './environment-warning-setup.js';

describe('an environment that is not defined', () => {
  refusesInEachCommand(ways.slice(1));

  it.each(ways)('is shown by the editor of svc lsp, by %s', async (_way, withName, env) => {
    const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG });
    const server = spawnLsp({ cwd, args: withName([]), env });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const client = await connectLsp(server.child.stdout, server.child.stdin, { folders: [cwd] });
    await expect.poll(client.showMessages).toEqual([`svc: ${UNDEFINED}`]);
    await client.close();
    await server.ended;
    expect(client.showMessages()).toHaveLength(1);
  });

  it('gives none in svc serve with --quiet', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG });
    const { stderr } = await runAndStop(['serve', '--port', '0', '--env', 'stagin', '--quiet'], { cwd });
    expect(stderr).toBe('');
  });

  it('gives none in svc serve while no environment is defined', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': 'timeout: 5000\n' });
    const { stderr } = await runAndStop(['serve', '--port', '0', '--env', 'stagin'], { cwd });
    expect(stderr).toBe('');
  });
});
