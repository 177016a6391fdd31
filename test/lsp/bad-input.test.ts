import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { frame, readFrames, startLsp, type LspProcess } from '../support/program/lsp-client.js';
import { runSvc } from '../support/program/run-svc.js';

const INITIALIZE = frame({ id: 1, method: 'initialize', params: { processId: null, capabilities: {} } });
const INITIALIZED = frame({ method: 'initialized', params: {} });
const SHUTDOWN = frame({ id: 9, method: 'shutdown' });
const EXIT = frame({ method: 'exit' });

async function ran(text: string, ending: 'open' | 'closed' = 'closed'): Promise<Outcome> {
  const server = startLsp(await temporaryWorkspace());
  server.child.stdin.write(text);
  if (ending === 'closed') server.child.stdin.end();
  return outcomeOf(server);
}

interface Outcome {
  readonly code: number | null;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly log: readonly Readonly<Record<string, unknown>>[];
}

async function outcomeOf({ ended, stdout, stderr }: LspProcess): Promise<Outcome> {
  const { code } = await ended;
  const log = stderr()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, messages: readFrames(stdout()), log };
}

function errorOf({ messages }: Outcome, id: number): unknown {
  return messages.find((message) => message['id'] === id)?.['error'];
}

describe('the end of svc lsp', () => {
  it.each([
    ['shutdown, then exit', INITIALIZE + INITIALIZED + SHUTDOWN + EXIT, 0],
    ['exit alone', INITIALIZE + EXIT, 1],
    ['exit at once', EXIT, 1],
    ['the end of input', INITIALIZE, 1],
    ['the end of input in a frame', INITIALIZE + frame({ id: 2, method: 'x' }).slice(0, -3), 1],
  ])('by %s', async (_name, text, code) => {
    expect((await ran(text)).code).toBe(code);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s is 0', async (signal) => {
    const server = startLsp(await temporaryWorkspace());
    server.child.stdin.write(INITIALIZE);
    await expect.poll(() => server.stdout().length).toBeGreaterThan(0);
    server.child.kill(signal);
    expect((await outcomeOf(server)).code).toBe(0);
  });

  it('comes with the end of the process of the client', async () => {
    const other = startLsp(await temporaryWorkspace());
    const server = startLsp(await temporaryWorkspace(), [`--clientProcessId=${other.child.pid}`, '--stdio']);
    server.child.stdin.write(INITIALIZE);
    await expect.poll(() => server.stdout().length).toBeGreaterThan(0);
    other.child.kill('SIGKILL');
    const { code, log } = await outcomeOf(server);
    expect(code).toBe(1);
    expect(log).toMatchObject([{ event: 'stop', reason: 'the process of the client is gone' }]);
  });
});

describe('bad input of svc lsp', () => {
  it.each([
    ['a message above 64 MiB', 'Content-Length: 67108865\r\n\r\n', 'a message is larger than 64 MiB'],
    ['a header without a length', 'Content-Type: a/b\r\n\r\n{}', 'a header has no Content-Length'],
    ['what is no header', '{"jsonrpc":"2.0"}\n', 'a header is not readable'],
  ])('ends it by %s with one line', async (_name, text, reason) => {
    const { code, log } = await ran(INITIALIZE + text, 'open');
    expect(code).toBe(1);
    expect(log).toMatchObject([{ level: 'error', event: 'stop', reason }]);
  });

  it('is skipped and logged when it is no JSON or no message', async () => {
    const bad = ['{"a":', '[]', '7', '{}', '{"jsonrpc":"2.0","id":{},"method":"x"}'].map(frame).join('');
    const outcome = await ran(INITIALIZE + bad + SHUTDOWN + EXIT);
    expect(outcome.code).toBe(0);
    expect(outcome.log.map(({ event }) => event)).toEqual(bad.match(/Content/g)?.map(() => 'protocol'));
  });

  it('is refused by code', async () => {
    const early = frame({ id: 5, method: 'textDocument/hover', params: {} });
    const unknown = frame({ id: 6, method: 'svc/unknown', params: {} });
    const late = frame({ id: 7, method: 'textDocument/hover', params: {} });
    const again = frame({ ...JSON.parse(INITIALIZE.slice(INITIALIZE.indexOf('{'))), id: 8 } as object);
    const outcome = await ran(early + INITIALIZE + unknown + again + SHUTDOWN + late + EXIT);
    expect(outcome.code).toBe(0);
    expect(errorOf(outcome, 5)).toMatchObject({ code: -32002 });
    expect(errorOf(outcome, 6)).toMatchObject({ code: -32601 });
    expect(errorOf(outcome, 7)).toMatchObject({ code: -32600 });
    expect(errorOf(outcome, 8)).toMatchObject({ code: -32600 });
  });

  it('is ignored where the protocol says so', async () => {
    const uri = 'file:///nowhere/a.http';
    const change = { method: 'textDocument/didChange' };
    const text =
      frame({ method: '$/unknown', params: {} }) +
      frame({ ...change, params: { textDocument: { uri, version: 2 }, contentChanges: [{ text: 'x' }] } }) +
      frame({ id: 3, method: 'textDocument/formatting', params: { textDocument: { uri }, options: {} } });
    const outcome = await ran(INITIALIZE + INITIALIZED + text + SHUTDOWN + EXIT);
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
});
