import { describe, expect, it } from 'vitest';
import { SecretSet } from '../../redaction/secret-set.js';
import { outcome } from '../../../test/support/runs/build-outcome.js';
import type { CallProgress } from '../call/tool.js';
import { RunProgress } from './run-progress.js';

function progressAt(times: readonly number[], total: number, secrets = new SecretSet()): CallProgress[] {
  const received: CallProgress[] = [];
  let now = 0;
  const progress = new RunProgress(
    total,
    secrets,
    (each) => received.push(each),
    () => now,
  );
  for (const time of times) {
    now = time;
    progress.note(ended('readOrder'));
  }
  progress.close();
  now += 10_000;
  progress.note(ended('late'));
  return received;
}

function ended(name: string): Parameters<RunProgress['note']>[0] {
  const ofName = outcome({ name, file: 'shop/orders.http', line: 24, passed: false });
  const place = {
    file: 'shop/orders.http',
    fileIndex: 0,
    line: 24,
    index: 0,
    position: 0,
    total: 5,
    last: true,
  };
  return { kind: 'request-end', name, ...place, outcome: ofName };
}

describe('the progress of a run', () => {
  it('is told at most four times a second, growing, with name and place', () => {
    const received = progressAt([0, 100, 249, 250, 400, 500], 6);
    expect(received.map(({ done }) => done)).toEqual([1, 4, 6]);
    expect(received[1]).toEqual({ done: 4, total: 6, message: '4/6 readOrder failed shop/orders.http:24' });
  });

  it('has a total that grows with data rows that turn up', () => {
    expect(progressAt([0, 250, 500], 2).map(({ total }) => total)).toEqual([2, 2, 3]);
  });

  it('ends with the run', () => {
    expect(progressAt([0], 5)).toHaveLength(1);
  });

  it('shows no secret', () => {
    const secrets = new SecretSet();
    secrets.add('readOrder');
    expect(progressAt([0], 5, secrets)[0]?.message).toBe('1/5 [REDACTED] failed shop/orders.http:24');
  });
});
