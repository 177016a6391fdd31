import { expect, it } from 'vitest';
import type { RunResult } from '../../../../src/server/api-types.js';
import { findLeftOut } from './find-left-out.js';

it('finds the requests with errors and their lines', () => {
  const results = [
    { name: 'good', errorKind: '', error: '', line: 1, file: 'a.http' },
    { name: 'refused', errorKind: 'connect', error: 'line 3: x', line: 3, file: 'a.http' },
    { name: 'bad', errorKind: 'syntax', error: 'line 9: expected: a (and 1 more)', line: 4, file: 'a.http' },
    { name: 'odd', errorKind: 'syntax', error: 'something', line: 20, file: 'b.http' },
  ] as unknown as RunResult['results'];
  expect(findLeftOut(results)).toEqual([
    { name: 'bad', file: 'a.http', line: 9, message: 'expected: a (and 1 more)' },
    { name: 'odd', file: 'b.http', line: 20, message: 'something' },
  ]);
});
