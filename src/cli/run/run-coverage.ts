import type { Api } from '../../coverage/api.js';
import type { Coverage } from '../../coverage/coverage.js';
import { ServiceError } from '../../errors.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import type { ReportPlan } from './report-plan.js';
import type { RunInvocation } from './read-run-flags.js';

/** Loads the API description before anything is sent; returns undefined without `--coverage`. */
export async function loadCoveredApi(
  { flags, terminal }: RunInvocation,
  { coverage, options }: RunSettings,
  signal: AbortSignal,
): Promise<Api | undefined> {
  if (!flags.coverage) {
    const unused = (['openapi', 'coverage-min'] as const).find((name) => flags[name] !== undefined);
    if (unused !== undefined) await terminal.warning(`--${unused} has no effect without --coverage`);
    return undefined;
  }
  if (coverage.openapi === undefined)
    throw new ServiceError('usage', '--coverage needs --openapi <path-or-url>');
  const { loadApi } = await import('../../operations/exchange/load-api.js');
  return loadApi(coverage.openapi, options, signal);
}

export async function measureRunCoverage(
  api: Api | undefined,
  { coverage }: RunSettings,
  run: RunOutcome,
): Promise<Coverage | undefined> {
  if (api === undefined) return undefined;
  const { measureCoverage } = await import('../../coverage/coverage.js');
  const calls = run.files.flatMap(({ results }) =>
    results.flatMap(({ request, response: { statusCode } }) =>
      statusCode === 0 ? [] : [{ method: request.method, url: request.url, statusCode }],
    ),
  );
  return measureCoverage(coverage.openapi?.shown ?? '', api, calls);
}

/** Writes to standard output after a console report, otherwise to standard error. */
export async function printCoverage(
  { terminal, context }: Pick<RunInvocation, 'terminal' | 'context'>,
  { primary }: ReportPlan,
  coverage: Coverage,
  { secrets }: RunOutcome,
): Promise<void> {
  const { coverageText } = await import('../../reports/console/coverage-console.js');
  const onStdout = primary.format === 'console' && primary.file === undefined;
  if (onStdout) await terminal.report(`\n${coverageText(coverage, secrets, terminal.style)}`);
  else if (!terminal.quiet) await context.stderr.write(coverageText(coverage, secrets, terminal.errorStyle));
}

export async function coverageExitCodes(
  { terminal }: RunInvocation,
  settings: RunSettings,
  coverage: Coverage | undefined,
): Promise<readonly ExitCode[]> {
  const { min } = settings.coverage;
  if (coverage === undefined || min === undefined || exactPercent(coverage) >= min) return [];
  await terminal.error(`API coverage is ${coverage.percent.toFixed(1)}%, below the minimum of ${min}%`);
  return [EXIT.failed];
}

/** The printed percentage is rounded, and 79.96 is below 80. */
function exactPercent({ total, covered }: Coverage): number {
  return total === 0 ? 100 : (covered / total) * 100;
}
