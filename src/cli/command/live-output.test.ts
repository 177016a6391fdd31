import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Output } from '../process/process-context.js';
import { openLiveOutput } from './live-output.js';

function slowOutput(log: string[]): Output {
  return {
    isTerminal: false,
    columns: 80,
    failure: undefined,
    async write(text) {
      const shown = Buffer.from(text).toString();
      log.push(shown);
      await sleep(0);
      log.push(`done ${shown}`);
    },
  };
}

describe('openLiveOutput', () => {
  it('writes the lines of a moment at once, after clearing the line', async () => {
    const log: string[] = [];
    const output = openLiveOutput(slowOutput(log), () => void log.push('clear'));
    output.write('a');
    output.write('b');
    expect(log).toEqual([]);
    await expect.poll(() => log).toContain('done ab');
    output.write('c');
    await output.end();
    expect(log).toEqual(['clear', 'ab', 'done ab', 'clear', 'c', 'done c']);
  });

  it('ends without text', async () => {
    const log: string[] = [];
    await openLiveOutput(slowOutput(log), () => void log.push('clear')).end();
    expect(log).toEqual([]);
  });
});
