import { ServiceError } from '../../errors.js';
import type { Engine } from '../engine/engine.js';
import type { ReportFormat } from '../runs/report-source.js';

/** What reports of ended executions are made from, in memory and within a limit. */
export interface KeptReports {
  keep(execution: string, source: Uint8Array | undefined): void;
  /** One report of all the executions; throws for one that is not kept. */
  render(executions: readonly string[], format: ReportFormat, signal: AbortSignal): Promise<Uint8Array>;
}

const MAX_KEPT_BYTES = 128 * 1024 * 1024;

export function createKeptReports(engine: Pick<Engine, 'call'>, maxBytes = MAX_KEPT_BYTES): KeptReports {
  /** The oldest comes first. */
  const sources = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    keep: (execution, source) => {
      if (source === undefined || source.length > maxBytes) return;
      sources.set(execution, source);
      bytes += source.length;
      for (const [oldest, { length }] of sources) {
        if (bytes <= maxBytes) break;
        sources.delete(oldest);
        bytes -= length;
      }
    },
    render: (executions, format, signal) => {
      const chosen = executions.map((execution) => {
        const source = sources.get(execution);
        if (source !== undefined) return source;
        throw new ServiceError(
          'not-found',
          `no report of execution ${execution} is kept; run it again with reports: true`,
        );
      });
      return engine.call('renderReport', { format, sources: chosen }, { signal, lane: 'heavy' });
    },
  };
}
