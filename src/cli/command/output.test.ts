import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openOutput } from './output.js';

function streamThat(fail: (text: string) => NodeJS.ErrnoException | undefined) {
  const taken: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      const error = fail(chunk);
      if (error === undefined) taken.push(chunk);
      setImmediate(() => done(error));
    },
  });
  return { stream, taken };
}

const systemError = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

const notATerminal = (): boolean => false;

describe('openOutput', () => {
  it('opens the stream at its first use only', async () => {
    let opened = 0;
    const { stream, taken } = streamThat(() => undefined);
    const output = openOutput(
      () => {
        opened += 1;
        return stream;
      },
      () => true,
    );
    expect([opened, output.isTerminal]).toEqual([0, true]);
    await output.write('a');
    await output.write('');
    await output.write('b');
    expect([opened, taken.join(''), output.failure]).toEqual([1, 'ab', undefined]);
  });

  it('writes nothing after the reader has closed the stream', async () => {
    const { stream, taken } = streamThat((text) => (text === 'b' ? systemError('EPIPE') : undefined));
    const output = openOutput(() => stream, notATerminal);
    for (const text of ['a', 'b', 'c', 'd']) await output.write(text);
    expect(taken).toEqual(['a']);
    expect(output.failure).toBeUndefined();
  });

  it('remembers any other failure', async () => {
    const { stream } = streamThat(() => systemError('ENOSPC'));
    const output = openOutput(() => stream, notATerminal);
    await output.write('a');
    await output.write('b');
    expect(output.failure).toBe('ENOSPC');
  });
});
