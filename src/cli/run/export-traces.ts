import { readOtlpTarget } from '../../operations/settings/otlp-target.js';
import { traceRun, type RunTracer } from '../../operations/tracing/trace-run.js';
import { TraceExporter } from '../../operations/tracing/trace-exporter.js';
import type { Run } from '../../runner/run.js';
import type { RunInvocation } from './read-run-flags.js';

export interface TracedRun extends Pick<RunTracer, 'onEvent'> {
  /** Waits until the collector has everything, but not for long. */
  readonly end: () => Promise<void>;
}

/** Throws when the collector cannot be used; one that does not respond is a warning at the end of the run. */
export function exportTraces(
  { sources, context }: RunInvocation,
  text: string,
  run: Run,
  onWarning: (message: string) => void,
): TracedRun {
  const by = sources.get('otlp') === 'flag' ? 'flag' : 'variable';
  const target = readOtlpTarget({ text, by }, context.env);
  run.secrets.addAll(target.secrets);
  const exporter = new TraceExporter(target, { process: context.env, onWarning });
  const tracer = traceRun(run, exporter);
  return {
    onEvent: tracer.onEvent,
    end: async () => {
      tracer.end();
      await exporter.close(run.signal);
    },
  };
}
