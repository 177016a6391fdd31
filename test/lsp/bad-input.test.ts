import { describe, expect, it } from 'vitest';
import { frame } from '../support/program/lsp-client.js';
import { INITIALIZE, SHUTDOWN, EXIT, ranLsp, type LspOutcome } from './bad-input-setup.js';

function errorOf({ messages }: LspOutcome, id: number): unknown {
  return messages.find((message) => message['id'] === id)?.['error'];
}

describe('bad input of svc lsp', () => {
  it.each([
    ['a message above 64 MiB', 'Content-Length: 67108865\r\n\r\n', 'a message is larger than 64 MiB'],
    ['a header without a length', 'Content-Type: a/b\r\n\r\n{}', 'a header has no Content-Length'],
    ['what is no header', '{"jsonrpc":"2.0"}\n', 'a header is not readable'],
  ])('ends it by %s with one line', async (_name, text, reason) => {
    const { code, log } = await ranLsp(INITIALIZE + text, 'open');
    expect(code).toBe(1);
    expect(log).toMatchObject([{ level: 'error', event: 'stop', reason }]);
  });

  it('is skipped and logged when it is no JSON or no message', async () => {
    const bad = ['{"a":', '[]', '7', '{}', '{"jsonrpc":"2.0","id":{},"method":"x"}'].map(frame).join('');
    const outcome = await ranLsp(INITIALIZE + bad + SHUTDOWN + EXIT);
    expect(outcome.code).toBe(0);
    expect(outcome.log.map(({ event }) => event)).toEqual(bad.match(/Content/g)?.map(() => 'protocol'));
  });

  it('is refused by code', async () => {
    const early = frame({ id: 5, method: 'textDocument/hover', params: {} });
    const unknown = frame({ id: 6, method: 'svc/unknown', params: {} });
    const late = frame({ id: 7, method: 'textDocument/hover', params: {} });
    const again = frame({ ...JSON.parse(INITIALIZE.slice(INITIALIZE.indexOf('{'))), id: 8 } as object);
    const outcome = await ranLsp(early + INITIALIZE + unknown + again + SHUTDOWN + late + EXIT);
    expect(outcome.code).toBe(0);
    expect(errorOf(outcome, 5)).toMatchObject({ code: -32002 });
    expect(errorOf(outcome, 6)).toMatchObject({ code: -32601 });
    expect(errorOf(outcome, 7)).toMatchObject({ code: -32600 });
    expect(errorOf(outcome, 8)).toMatchObject({ code: -32600 });
  });
});
