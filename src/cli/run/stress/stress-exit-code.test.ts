import { expect, it } from 'vitest';
import type { StressResult } from '../../../stress/measure/stress-result.js';
import { stressExitCode } from './stress-exit-code.js';

const code = (error: string, errorKind: string, isValid: boolean): number => {
  const result = { error, errorKind, thresholds: [], aborted: null, validity: { valid: isValid } };
  return stressExitCode(result as unknown as StressResult, {}, true);
};

it('tells defects from failures, whatever else is wrong', () => {
  expect(code('', '', true)).toBe(0);
  expect(code('', '', false)).toBe(1);
  expect(code('the queue was lost after 3.0 s; 1 of 2 planned iterations are missing', 'worker', true)).toBe(
    1,
  );
  expect(code('a refused the connection', 'connect', true)).toBe(4);
  for (const isValid of [true, false])
    expect(code('the reports of worker w do not add up', 'defect', isValid)).toBe(70);
});
