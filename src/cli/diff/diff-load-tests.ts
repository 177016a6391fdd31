import { compareLoadTests, type LatencyMetric } from '../../diff/compare-load-tests.js';
import type { LoadTestDocument } from '../../diff/load-test-document.js';
import { ServiceError } from '../../errors.js';
import type { Styler } from '../../reports/console/style.js';
import type { ComparedLoadTests } from '../../reports/diff/load-test-text.js';
import { version } from '../../version.js';
import type { OutputInvocation } from '../command/named-output.js';
import type { Terminal } from '../command/terminal.js';
import { writeReport } from '../command/write-report.js';

type Format = 'console' | 'json' | 'html';

interface LoadTestInvocation extends OutputInvocation {
  readonly flags: OutputInvocation['flags'] & {
    readonly output: Format | undefined;
    readonly 'output-file': string | undefined;
    readonly threshold: number | undefined;
    readonly metric: LatencyMetric | undefined;
    readonly 'min-change': number | undefined;
    readonly history: number | undefined;
  };
  readonly terminal: Terminal;
}

/** Compares two load tests; returns whether the threshold was kept. */
export async function diffLoadTests(
  invocation: LoadTestInvocation,
  baseline: LoadTestDocument,
  current: LoadTestDocument,
): Promise<boolean> {
  const { flags, terminal } = invocation;
  for (const name of ['min-change', 'history'] as const) {
    if (flags[name] === undefined) continue;
    throw new ServiceError('usage', `--${name} is for runs; leave it out for load tests`);
  }
  const { metric = 'p95', threshold = null } = flags;
  const diff = compareLoadTests(baseline, current, { metric, threshold });
  for (const difference of diff.differences) await terminal.warning(difference);
  const compared = { diff, baseline, current };
  await writeReport<Format>(invocation, (format, style) => render(compared, format, style));
  return diff.thresholdPassed;
}

/** The code of each format is loaded when it is used. */
async function render(compared: ComparedLoadTests, format: Format, style: Styler): Promise<Iterable<string>> {
  switch (format) {
    case 'json': {
      const { jsonText } = await import('../../evaluation/values/json-text.js');
      return [`${jsonText(compared.diff)}\n`];
    }
    case 'html':
      return (await import('../../reports/diff/load-test-html.js')).renderLoadTestHtml(compared, version);
    case 'console':
      return (await import('../../reports/diff/load-test-console.js')).renderLoadTestConsole(compared, style);
  }
}
