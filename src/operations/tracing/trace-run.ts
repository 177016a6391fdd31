import { spanLines } from '../../reports/traces/span-json.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { Run } from '../../runner/run.js';
import { randomId } from '../../primitives/random-id.js';
import { BATCH_SPANS, type TraceExporter } from './trace-exporter.js';

export interface RunTracer {
  readonly onEvent: (event: RunEvent) => void;
  /** Hands over what is left. */
  readonly end: () => void;
}

/** Results become spans as late as possible, because the run learns of further secrets while it goes on. */
export function traceRun({ secrets, options }: Run, exporter: TraceExporter): RunTracer {
  const runId = randomId();
  let results: RequestOutcome[] = [];
  const handOver = (): void => {
    const context = { secrets, environment: options.environmentName, now: Date.now() };
    exporter.add({ runId, spans: spanLines(results, context) });
    results = [];
  };
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'request-end') {
      if (!event.outcome.skipped) results.push(event.outcome);
    } else if (event.kind === 'file-end' && event.outcome.broken.length > 0) {
      // A file that cannot be run has a result, but no request that could end.
      results.push(...event.outcome.results);
    }
    if (results.length >= BATCH_SPANS) handOver();
  };
  return { onEvent, end: handOver };
}
