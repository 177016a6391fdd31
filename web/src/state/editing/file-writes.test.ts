import { describe, expect, it } from 'vitest';
import { readAfterWrites, writeInTurn } from './file-writes.js';

describe('a read of a file', () => {
  it('that was overtaken by a write is made again, whether the write fails or not', async () => {
    let stored = 'old';
    const responses: ((text: string) => void)[] = [];
    const reading = readAfterWrites('a', () => {
      const seen = stored;
      return new Promise<string>((resolve) => responses.push(() => resolve(seen)));
    });
    await expect.poll(() => responses.length).toBe(1);
    await writeInTurn('a', async () => void (stored = 'new'));
    responses[0]?.('');
    await expect.poll(() => responses.length).toBe(2);
    const refused = writeInTurn('a', () => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    responses[1]?.('');
    await expect.poll(() => responses.length).toBe(3);
    responses[2]?.('');
    expect(await reading).toBe('new');
  });

  it('waits for a write, and writes wait for each other', async () => {
    const order: string[] = [];
    const write = (name: string) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    void writeInTurn('b', write('one'));
    void writeInTurn('b', write('two'));
    await readAfterWrites('b', async () => void order.push('read'));
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'read']);
  });
});
