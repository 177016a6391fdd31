import { expect, it } from 'vitest';
import { fileOf, outcome, skipped } from '../../../test/support/runs/build-outcome.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { createFileSummaries } from './file-summaries.js';

function summaries(files: readonly FileOutcome[], endOrder: readonly number[]): string[] {
  const lines: string[] = [];
  const listen = createFileSummaries((line) => void lines.push(line), new SecretSet());
  listen({ kind: 'run-start', files: files.length, total: 0 });
  for (const index of endOrder) {
    const file = files[index];
    if (file === undefined) throw new Error('no such file');
    listen({ kind: 'file-end', file: file.file, index, total: files.length, outcome: file });
  }
  return lines;
}

const mixed = fileOf('shop/orders.http', [
  ...[outcome(), outcome(), outcome()],
  outcome({ passed: false }),
  skipped('x', 'bail'),
]);

it('are written in report order, as soon as the files before have ended', () => {
  const quick = fileOf('b.http', [outcome()], 2500);
  const filtered = fileOf('c.http', [skipped('x', 'filtered out')]);
  expect(summaries([mixed, quick, filtered], [1])).toEqual([]);
  expect(summaries([mixed, quick, filtered], [1, 2, 0])).toEqual([
    'shop/orders.http: 3 passed, 1 failed, 1 skipped (277ms)',
    'b.http: 1 passed (2.5s)',
  ]);
});

it('are left out when there is one file', () => {
  expect(summaries([mixed], [0])).toEqual([]);
});
