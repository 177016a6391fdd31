import { resultDocument, sideOf } from '../runs/diff-sides.js';
import { type DiffSide } from '../../../src/diff/compare.js';
import type { TestResult } from '../../../src/diff/result-file.js';

export const side = (tests: TestResult[], duration?: number): DiffSide =>
  sideOf(resultDocument(tests, duration));
