import type { SecretSet } from '../../redaction/secret-set.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { fileSummary } from './file-summary.js';
import { ReportOrder } from '../results/report-order.js';
import { passHeading } from './pass-heading.js';

/** Writes a line for each file of a run as soon as it and all files before it have ended; none for a single file. */
export function createFileSummaries(
  write: (line: string) => void,
  secrets: SecretSet,
): (event: RunEvent) => void {
  let isSingle = false;
  const order = new ReportOrder({
    fileStart: () => undefined,
    result: () => undefined,
    fileEnd: (file) => {
      if (!isSingle && !isFilteredOut(file)) write(fileSummary(file, secrets));
    },
  });
  return (event) => {
    if (event.kind === 'run-start') isSingle = event.files === 1;
    if (event.kind === 'pass-start' && !isSingle) write(passHeading(event));
    if (event.kind === 'run-end') order.finish(event.outcome.files);
    else order.onEvent(event);
  };
}

/** A run of one name in a large workspace would bury the line of its file under those of all others. */
function isFilteredOut({ results, broken }: FileOutcome): boolean {
  return (
    broken.length === 0 &&
    results.length > 0 &&
    results.every(({ skipped, skipReason }) => skipped && skipReason === FILTERED_OUT)
  );
}
