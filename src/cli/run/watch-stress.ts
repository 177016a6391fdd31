import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { StressTest } from '../../stress/stress-test.js';
import { cutToWidth, textWidth } from '../../reports/console/text-width.js';
import { stressLine } from '../../reports/stress/stress-line.js';
import { resolveOutput } from '../command/named-output.js';
import { isCi } from './read-run-flags.js';
import { openMetricsFile, openMetricsPort, type MetricsOutput } from './metrics-outputs.js';
import type { StressInvocation } from './check-stress-flags.js';

export interface WatchedTest {
  readonly test: StressTest;
  readonly stress: StressOptions;
}

const REDRAW_INTERVAL_MS = 500;

/** Runs the test and meanwhile shows the live line and writes the metrics. */
export async function watchStress(invocation: StressInvocation, watched: WatchedTest): Promise<StressResult> {
  const { flags } = invocation;
  const { test } = watched;
  const outputs: MetricsOutput[] = [];
  const line = liveLine(invocation, watched);
  try {
    if (flags['metrics-file'] !== undefined) {
      const file = await resolveOutput(flags['metrics-file'], invocation);
      outputs.push(await openMetricsFile(file, test));
    }
    if (flags['metrics-port'] !== undefined) {
      outputs.push(await openMetricsPort(flags['metrics-port'], test, invocation.terminal));
    }
    line.start();
    return await test.run();
  } finally {
    line.end();
    for (const output of outputs) await output.close();
  }
}

interface LiveLine {
  start(): void;
  /** Clears the line on the terminal. */
  end(): void;
}

function liveLine({ flags, terminal, context }: StressInvocation, { test, stress }: WatchedTest): LiveLine {
  const { stderr } = context;
  const isHidden = !stderr.isTerminal || terminal.quiet || flags['no-progress'] || isCi({ flags, context });
  if (isHidden) return { start: () => undefined, end: () => undefined };
  let drawn = 0;
  let timer: NodeJS.Timeout | undefined;
  const erase = (): string => (drawn > 0 ? `\r${' '.repeat(drawn)}\r` : '');
  const draw = (): void => {
    const text = cutToWidth(stressLine(test.update, stress), Math.max(1, stderr.columns - 1));
    void stderr.write(`${erase()}${terminal.errorStyle('cyan', text)}`);
    drawn = textWidth(text);
  };
  return {
    start: () => {
      timer = setInterval(draw, REDRAW_INTERVAL_MS);
    },
    end: () => {
      clearInterval(timer);
      if (drawn > 0) void stderr.write(erase());
    },
  };
}
