import type { StressOptions } from '../../../stress/plan/stress-options.js';
import type { StressResult } from '../../../stress/measure/stress-result.js';
import type { ObservedTest } from '../../../stress/stress-test.js';
import { LastLine } from '../../../reports/console/last-line.js';
import { stressLine } from '../../../reports/stress/stress-line.js';
import { resolveOutput } from '../../command/named-output.js';
import { showsLiveLine } from '../read-run-flags.js';
import { openMetricsFile, openMetricsPort, type MetricsOutput } from './metrics-outputs.js';
import type { StressInvocation } from './check-stress-flags.js';

const REDRAW_INTERVAL_MS = 500;

/** Runs the test and meanwhile shows the live line and writes the metrics. */
export async function watchStress(
  invocation: StressInvocation,
  test: ObservedTest,
  stress: StressOptions,
): Promise<StressResult> {
  const { flags, terminal } = invocation;
  const outputs: MetricsOutput[] = [];
  try {
    if (flags['metrics-file'] !== undefined) {
      const file = await resolveOutput(flags['metrics-file'], invocation);
      outputs.push(await openMetricsFile(file, test));
    }
    if (flags['metrics-port'] !== undefined) {
      outputs.push(await openMetricsPort(flags['metrics-port'], test, terminal));
    }
    const endLine = startLiveLine(invocation, test, stress);
    return await test.run().finally(endLine);
  } finally {
    for (const output of outputs) await output.close();
  }
}

/** Returns the function that ends the line and clears it on the terminal. */
function startLiveLine(invocation: StressInvocation, test: ObservedTest, stress: StressOptions): () => void {
  if (!showsLiveLine(invocation)) return () => undefined;
  const { terminal, context } = invocation;
  const { stderr } = context;
  const line = new LastLine(() => stderr.columns, terminal.errorStyle);
  const draw = (): void => void stderr.write(line.draw(stressLine(test.update, stress)));
  const timer = setInterval(draw, REDRAW_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    void stderr.write(line.erase());
  };
}
