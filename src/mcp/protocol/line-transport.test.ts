import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { LineTransport } from './line-transport.js';

/** Longer than the time limit of a test, so that waiting for it fails the test. */
const LONG_MS = 2_000_000_000;

async function connected(): Promise<{
  transport: LineTransport;
  input: PassThrough;
  responses: () => unknown[];
  received: JSONRPCMessage[];
  skipped: string[];
}> {
  const input = new PassThrough();
  const output = new PassThrough();
  const skipped: string[] = [];
  const received: JSONRPCMessage[] = [];
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const transport = new LineTransport({
    input,
    output,
    onSkipped: (reason) => skipped.push(reason),
    onEnd: () => undefined,
  });
  Object.assign(transport, { onmessage: (message: JSONRPCMessage) => received.push(message) });
  await transport.start();
  const responses = (): unknown[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { transport, input, responses, received, skipped };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('requests without a response', () => {
  it('holds no request that was refused or skipped', async () => {
    const { transport, input, responses, received, skipped } = await connected();
    input.write(
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}\n{"jsonrpc":"2.0","id":1.5,"method":"a"}\n',
    );
    await turn();
    await transport.drain(LONG_MS);
    expect(received).toEqual([]);
    expect(responses()).toMatchObject([{ id: 1, error: { code: -32_602 } }]);
    expect(skipped).toHaveLength(2);
  });

  it('holds two requests with the same id until both have a response', async () => {
    const { transport, input } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await turn();
    let isOver = false;
    const over = transport.drain(LONG_MS).then(() => (isOver = true));
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await turn();
    expect(isOver).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await over;
  });

  it('holds no request whose response cannot be written', async () => {
    const { transport, input, responses } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await turn();
    const result = {
      toJSON(): never {
        throw new RangeError('Invalid string length');
      },
    };
    await transport.send({ jsonrpc: '2.0', id: 1, result: { result } });
    await transport.drain(LONG_MS);
    expect(responses()).toMatchObject([{ id: 1, error: { code: -32_603 } }]);
  });

  it('shows nothing of the words of the package', async () => {
    const { transport, input, responses } = await connected();
    input.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await turn();
    const message = '[\n  {\n    "expected": "string"\n  }\n]';
    await transport.send({ jsonrpc: '2.0', id: 1, error: { code: -32_603, message } });
    expect(responses()).toMatchObject([
      {
        error: {
          code: -32_602,
          message: expect.stringMatching(/^Invalid params: [^\n]*tools\/list/) as string,
        },
      },
    ]);
  });
});
