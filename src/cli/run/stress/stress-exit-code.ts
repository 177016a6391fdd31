import { NETWORK_KINDS } from '../../../http/message/network-failure.js';
import type { FindResult } from '../../../stress/measure/find-figures.js';
import type { StressResult } from '../../../stress/measure/stress-result.js';
import type { StressOptions } from '../../../stress/plan/stress-options.js';
import { EXIT, type ExitCode } from '../../process/exit-code.js';

/** The code of a test that was not interrupted. */
export function stressExitCode(
  result: StressResult,
  { find }: Pick<StressOptions, 'find'>,
  requiresValid: boolean,
): ExitCode {
  if (result.errorKind === 'defect') return EXIT.internal;
  if (find && result.find) return findExitCode(result, result.find, find.min, requiresValid);
  const { thresholds, aborted, validity } = result;
  const isInvalid = requiresValid && !validity.valid;
  if (aborted || isInvalid || thresholds.some(({ passed }) => !passed)) return EXIT.failed;
  return errorCode(result);
}

/** As in a run, a failure that only the network caused has its own code. */
function errorCode({ error, errorKind }: StressResult): ExitCode {
  if (error === '') return EXIT.ok;
  return NETWORK_KINDS.has(errorKind) ? EXIT.network : EXIT.failed;
}

/** A search that measured nothing at all has failed like any other test. */
function findExitCode(
  result: StressResult,
  { rate, limitedBy, steps }: FindResult,
  min: number,
  requiresValid: boolean,
): ExitCode {
  if (rate === 0) return steps.length > 1 || result.error === '' ? EXIT.failed : errorCode(result);
  if (rate < min) return EXIT.failed;
  const isCertain = limitedBy === 'target' || limitedBy === 'range';
  return requiresValid && !isCertain ? EXIT.failed : EXIT.ok;
}
