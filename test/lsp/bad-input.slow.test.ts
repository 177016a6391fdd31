import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { frame, startLsp } from '../support/program/lsp-client.js';
import { runSvc } from '../support/program/run-svc.js';
import { INITIALIZE, INITIALIZED, SHUTDOWN, EXIT, ranLsp, lspOutcomeOf } from './bad-input-setup.js';

describe('the end of svc lsp', () => {
  it('comes with the end of the process of the client', async () => {
    const other = startLsp(await temporaryWorkspace());
    const server = startLsp(await temporaryWorkspace(), [`--clientProcessId=${other.child.pid}`, '--stdio']);
    server.child.stdin.write(INITIALIZE);
    await expect.poll(() => server.stdout().length).toBeGreaterThan(0);
    other.child.kill('SIGKILL');
    const { code, log } = await lspOutcomeOf(server);
    expect(code).toBe(1);
    expect(log).toMatchObject([{ event: 'stop', reason: 'the process of the client is gone' }]);
  });

  it.each([
    ['shutdown, then exit', INITIALIZE + INITIALIZED + SHUTDOWN + EXIT, 0],
    ['exit alone', INITIALIZE + EXIT, 1],
    ['exit at once', EXIT, 1],
    ['the end of input', INITIALIZE, 1],
    ['the end of input in a frame', INITIALIZE + frame({ id: 2, method: 'x' }).slice(0, -3), 1],
  ])('by %s', async (_name, text, code) => {
    expect((await ranLsp(text)).code).toBe(code);
  });
});

describe('bad input of svc lsp', () => {
  it('is ignored where the protocol says so', async () => {
    const uri = 'file:///nowhere/a.http';
    const change = { method: 'textDocument/didChange' };
    const text =
      frame({ method: '$/unknown', params: {} }) +
      frame({ ...change, params: { textDocument: { uri, version: 2 }, contentChanges: [{ text: 'x' }] } }) +
      frame({ id: 3, method: 'textDocument/formatting', params: { textDocument: { uri }, options: {} } });
    const outcome = await ranLsp(INITIALIZE + INITIALIZED + text + SHUTDOWN + EXIT);
    expect(outcome.messages.find(({ id }) => id === 3)).toMatchObject({ result: null });
    expect(outcome.log).toMatchObject([
      { event: 'document', reason: 'a change of a document that is not open' },
    ]);
  });

  it('is refused with 3 when the named config is missing', async () => {
    const outcome = await runSvc(['lsp', '--config', 'none.yaml'], { cwd: await temporaryWorkspace() });
    expect(outcome).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^svc lsp: .*none\.yaml.*\n$/) as string,
    });
  });

  it('is refused with 64 on the command line', async () => {
    const cwd = await temporaryWorkspace();
    for (const args of [
      ['--port', '1'],
      ['file.http'],
      ['--log-level', 'loud'],
      ['--clientProcessId', 'x'],
    ]) {
      const { code, stdout, stderr } = await runSvc(['lsp', ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
      expect(stderr).toMatch(/^svc lsp: .+\n$/);
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s is 0', async (signal) => {
    const server = startLsp(await temporaryWorkspace());
    server.child.stdin.write(INITIALIZE);
    await expect.poll(() => server.stdout().length).toBeGreaterThan(0);
    server.child.kill(signal);
    expect((await lspOutcomeOf(server)).code).toBe(0);
  });
});
