import { describe, expect, it } from 'vitest';
import { outcome as requestOutcome } from '../../../test/support/runs/build-outcome.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { createProgressListener } from './execution-progress.js';

/**
 * `b [2]` is the second data row of step `b`; a leading `-` means skipped; a trailing `.` marks the last of its
 * step.
 */
function progressOf(sizes: number[], steps: readonly string[], ran: readonly string[]): string[] {
  const received: string[] = [];
  const listen = createProgressListener({
    id: 'k3v9q0z1m7ab',
    file: 'a.http',
    sizes,
    hasListeners: () => true,
    onProgress: ({ requestName, status, index, total }) =>
      received.push(`${requestName} ${status} ${index}/${total}`),
  });
  for (const each of ran) {
    const skipped = each.startsWith('-');
    const last = each.endsWith('.');
    const name = each.replace(/^-|\.$/g, '');
    const index = steps.indexOf(name.replace(/ \[.*/, ''));
    const place = { file: 'a.http', fileIndex: 0, name, line: 1, index, position: index, total: 2, last };
    listen({ kind: 'request-start', skipped, ...place });
    listen({ kind: 'request-end', outcome: requestOutcome({ skipped }), ...place });
  }
  return received;
}

describe('progress', () => {
  it('has the whole payload, with its fields in order', () => {
    const received: string[] = [];
    const listen = createProgressListener({
      id: 'k3v9q0z1m7ab',
      file: 'depot/crates.http',
      sizes: [1, 1],
      hasListeners: () => true,
      onProgress: (progress) => received.push(JSON.stringify(progress)),
    });
    const place = { file: 'depot/crates.http', fileIndex: 0, name: 'readCrate' };
    const where = { ...place, line: 1, index: 1, position: 1, total: 2, last: true };
    const outcome = requestOutcome({ passed: false, duration: 3.5 });
    const others: RunEvent[] = [
      { kind: 'run-start', files: 1, total: 2 },
      { kind: 'file-start', file: 'depot/crates.http', index: 0, total: 1 },
    ];
    for (const other of others) listen(other);
    listen({ kind: 'request-start', skipped: false, ...where });
    listen({ kind: 'request-end', outcome, ...where });
    expect(received).toEqual([
      '{"execId":"k3v9q0z1m7ab","file":"depot/crates.http","requestName":"readCrate","status":"started","index":1,"total":2}',
      '{"execId":"k3v9q0z1m7ab","file":"depot/crates.http","requestName":"readCrate","status":"completed","index":1,"total":2,"passed":false,"duration":4}',
    ]);
  });

  it('leaves out skipped requests, whose position stays empty', () => {
    expect(progressOf([1, 1, 1], ['a', 'b', 'c'], ['a.', '-b.', 'c.'])).toEqual([
      'a started 0/3',
      'a completed 0/3',
      'c started 2/3',
      'c completed 2/3',
    ]);
  });

  it('counts data rows as results', () => {
    const ran = ['a.', 'b [1]', 'b [2]', '-b [3].', 'c.'];
    expect(progressOf([1, 3, 1], ['a', 'b', 'c'], ran)).toEqual([
      'a started 0/5',
      'a completed 0/5',
      'b [1] started 1/5',
      'b [1] completed 1/5',
      'b [2] started 2/5',
      'b [2] completed 2/5',
      'c started 4/5',
      'c completed 4/5',
    ]);
  });

  it('corrects the total when there are fewer or more data rows than expected', () => {
    expect(progressOf([1, 3, 1], ['a', 'b', 'c'], ['a.', '-b.', 'c.']).slice(2)).toEqual([
      'c started 2/3',
      'c completed 2/3',
    ]);
    expect(progressOf([1, 1], ['b', 'c'], ['b [1]', 'b [2]', 'b [3].', 'c.'])).toEqual([
      'b [1] started 0/2',
      'b [1] completed 0/2',
      'b [2] started 1/3',
      'b [2] completed 1/3',
      'b [3] started 2/4',
      'b [3] completed 2/4',
      'c started 3/4',
      'c completed 3/4',
    ]);
  });
});
