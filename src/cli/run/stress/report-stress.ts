/** What becomes of the result of a load test: reports, files and the history. */
import { ServiceError } from '../../../errors.js';
import type { TestIdentity } from '../../../operations/load/distribute-load.js';
import type { RunSettings } from '../../../operations/settings/run-settings.js';
import { redactValue } from '../../../redaction/redact.js';
import type { SecretSet } from '../../../redaction/secret-set.js';
import { styler, type Styler } from '../../../reports/console/style.js';
import { findConsole } from '../../../reports/stress/find-console.js';
import { stressConsole } from '../../../reports/stress/stress-console.js';
import { stressJson } from '../../../reports/stress/stress-json.js';
import type { StressResult } from '../../../stress/measure/stress-result.js';
import type { StressOptions } from '../../../stress/plan/stress-options.js';
import type { ObservedTest } from '../../../stress/stress-test.js';
import type { OutputFile } from '../../../workspace/output/output-file.js';
import { writeOutput } from '../../../workspace/output/write-output.js';
import { resolveOutput, STDOUT } from '../../command/named-output.js';
import type { StressInvocation } from './check-stress-flags.js';
import { resolveReportFile, resolveReportFolder } from '../report-plan.js';

export interface ReportTarget {
  readonly format: 'console' | 'json';
  /** Undefined for standard output. */
  readonly file: OutputFile | undefined;
}

/**
 * Formats for functional tests are refused when the command line names them, and ignored when the config lists
 * them.
 */
export function reportTarget(invocation: StressInvocation, settings: RunSettings): ReportTarget {
  const { flags } = invocation;
  const { output = flags['stress-json'] ? 'json' : undefined } = flags;
  if (output !== undefined && output !== 'console' && output !== 'json') {
    throw new ServiceError('usage', `${output} is not a format of a load test; use console or json`);
  }
  const configured = settings.reporters?.[0] === 'json' ? 'json' : 'console';
  const path = flags['output-file'];
  return {
    format: flags['stress-json'] ? 'json' : (output ?? configured),
    file:
      path === undefined || path === STDOUT
        ? undefined
        : resolveReportFile(resolveReportFolder(settings, invocation), path),
  };
}

export async function reportStress(
  { terminal, context: { stdout } }: StressInvocation,
  { format, file }: ReportTarget,
  done: { result: StressResult; stress: StressOptions; files: readonly string[]; secrets: SecretSet },
): Promise<void> {
  const json = (): string => stressJson(done.result, done.secrets);
  const { find } = done.result;
  const text = (style: Styler, columns: number): string =>
    find?.steps.length ? findConsole({ ...done, find, style }) : stressConsole({ ...done, style, columns });
  if (file !== undefined) {
    await writeOutput(file, format === 'json' ? json() : text(styler(false), Infinity));
    await terminal.note(`wrote ${file.shown}`);
  } else if (format === 'json') await terminal.structured(json(), 'json');
  else await terminal.report(text(terminal.style, stdout.isTerminal ? stdout.columns : Infinity));
}

export async function writeHistogram(
  invocation: StressInvocation,
  test: Pick<ObservedTest, 'histogram'>,
  secrets: SecretSet,
): Promise<void> {
  const path = invocation.flags['histogram-file'];
  if (path === undefined) return;
  const file = await resolveOutput(path, invocation);
  await writeOutput(file, `${JSON.stringify(redactValue(test.histogram(), secrets))}\n`);
}

export interface EndedRun {
  readonly test: Pick<ObservedTest, 'histogram' | 'hasLoaded'>;
  readonly result: StressResult;
  readonly stress: StressOptions;
  readonly about: TestIdentity;
  readonly settings: Pick<RunSettings, 'history' | 'root'>;
  readonly secrets: SecretSet;
  readonly invocation: StressInvocation;
}

/** Stores the test in the history and returns its number; a store that fails is one warning. */
export async function keepTest(ended: EndedRun): Promise<number> {
  const { test, result, stress, about, settings, secrets, invocation } = ended;
  const { history, root } = settings;
  if (history === undefined) return 0;
  const { storeTest } = await import('../../../operations/load/store-test.js');
  const warnings: string[] = [];
  const row = {
    test,
    result,
    secrets,
    workspace: root,
    ...about,
    stress,
  };
  const id = await storeTest(row, { ...history, onWarning: (message) => warnings.push(message) });
  for (const warning of warnings) await invocation.terminal.warning(warning);
  return id;
}
