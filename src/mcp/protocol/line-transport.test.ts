import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { LineTransport } from './line-transport.js';

/** Far beyond the time of a test: whoever waits that long is noticed. */
const LONG_MS = 2_000_000_000;

async function connected(): Promise<{
  transport: LineTransport;
  input: PassThrough;
  answers: () => unknown[];
  received: JSONRPCMessage[];
  skipped: string[];
}> {
  const input = new PassThrough();
  const output = new PassThrough();
  const skipped: string[] = [];
  const received: JSONRPCMessage[] = [];
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const transport = new LineTransport({
    input,
    output,
    onSkipped: (reason) => skipped.push(reason),
    onOver: () => undefined,
  });
  Object.assign(transport, { onmessage: (message: JSONRPCMessage) => received.push(message) });
  await transport.start();
  const answers = (): unknown[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { transport, input, answers, received, skipped };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is still to be answered', () => {
  it('holds no request that was refused or skipped', async () => {
    const { transport, input, answers, received, skipped } = await connected();
    input.write(
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}\n{"jsonrpc":"2.0","id":1.5,"method":"a"}\n',
    );
    await turn();
    await transport.answered(LONG_MS);
    expect(received).toEqual([]);
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32_602 } }]);
    expect(skipped).toHaveLength(2);
  });

  it('holds two requests with the same id until both are answered', async () => {
    const { transport, input } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await turn();
    let isOver = false;
    const over = transport.answered(LONG_MS).then(() => (isOver = true));
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await turn();
    expect(isOver).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await over;
  });

  it('holds no request whose answer cannot be written', async () => {
    const { transport, input, answers } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await turn();
    const result = {
      toJSON(): never {
        throw new RangeError('Invalid string length');
      },
    };
    await transport.send({ jsonrpc: '2.0', id: 1, result: { result } });
    await transport.answered(LONG_MS);
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32_603 } }]);
  });

  it('shows nothing of the words of the package', async () => {
    const { transport, input, answers } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await turn();
    const message = '[\n  {\n    "expected": "string"\n  }\n]';
    await transport.send({ jsonrpc: '2.0', id: 1, error: { code: -32_603, message } });
    expect(answers()).toMatchObject([
      {
        error: {
          code: -32_602,
          message: expect.stringMatching(/^Invalid params: [^\n]*tools\/list/) as string,
        },
      },
    ]);
  });
});
