import { describe, expect, it } from 'vitest';
import { DISTRIBUTION_FLAGS } from './distribution-flags.js';
import { parseFlags } from './parse-flags.js';
import { WORKER_FLAGS } from './worker-flags.js';

const labels = (count: number): string[] => Array.from('abcdefghijklmnopqrstuvwxyz').slice(0, count);

describe('labels of workers', () => {
  it('are at most 16, for a worker and for a run that asks for workers', () => {
    const sixteen = labels(16).join(',');
    const seventeen = labels(17).join(',');
    const asks = (text: string) => parseFlags(['--worker-labels', text], DISTRIBUTION_FLAGS, {});
    const has = (text: string) => parseFlags(['--labels', text], WORKER_FLAGS, {});
    expect(asks(sixteen)).toMatchObject({ problems: [], values: { 'worker-labels': labels(16) } });
    expect(has(sixteen)).toMatchObject({ problems: [], values: { labels: labels(16) } });
    expect(asks(seventeen).problems).toEqual([
      `"${seventeen}" is not a value of --worker-labels; at most 16 are possible`,
    ]);
    expect(has(seventeen).problems).toEqual([
      `"${seventeen}" is not a value of --labels; at most 16 are possible`,
    ]);
  });
});
