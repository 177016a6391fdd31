/** The body of one request to a collector: `ExportTraceServiceRequest` of OTLP as JSON. */
import { version } from '../../version.js';
import { attributes } from './otlp-attributes.js';

/** Spans as lines of JSON. */
export interface RunSpans {
  readonly runId: string;
  readonly spans: readonly string[];
}

export function traceRequest(runs: Iterable<RunSpans>): string {
  const parts: string[] = [];
  for (const { runId, spans } of runs) parts.push(resourceSpans(runId, spans));
  return `{"resourceSpans":[${parts.join(',')}]}`;
}

function resourceSpans(runId: string, spans: readonly string[]): string {
  const resource = {
    attributes: attributes([
      ['service.name', 'svc'],
      ['service.version', version],
      ['svc.run.id', runId],
    ]),
  };
  const scope = JSON.stringify({ name: 'svc', version });
  return `{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${scope},"spans":[${spans.join(',')}]}]}`;
}
