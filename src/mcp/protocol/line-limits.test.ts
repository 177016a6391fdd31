import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { LineTransport } from './line-transport.js';

async function read(write: (input: PassThrough) => void): Promise<{ skipped: string[]; ids: unknown[] }> {
  const input = new PassThrough();
  const skipped: string[] = [];
  const ids: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    const options = {
      input,
      output: new PassThrough(),
      onSkipped: (reason: string) => void skipped.push(reason),
      onOver: () => resolve(),
    };
    const transport = new LineTransport(options);
    Object.assign(transport, { onmessage: (message: object) => void ids.push(Reflect.get(message, 'id')) });
    void transport.start();
  });
  write(input);
  input.end();
  await ended;
  return { skipped, ids };
}

const request = (id: number, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"svc/test","params":{"a":${params}}}\n`;

it('skips a message with so many values that they would take far more memory than its bytes', async () => {
  const { skipped, ids } = await read((input) => {
    input.write(request(1, `[${'[],'.repeat(3_000_000)}[]]`));
    input.write(request(2, '[]'));
  });
  expect(skipped).toEqual(['a line has too many values']);
  expect(ids).toEqual([2]);
});

it('reads a message that comes byte by byte', async () => {
  const text = request(3, `"${'x'.repeat(200_000)}"`);
  const { ids } = await read((input) => {
    for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
  });
  expect(ids).toEqual([3]);
});
