import type { Api } from '../../coverage/api.js';
import type { Coverage } from '../../coverage/coverage.js';
import { ServiceError } from '../../errors.js';
import type { RunSettings } from '../../operations/settings/run-options.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import type { ReportPlan } from './report-plan.js';
import type { RunInvocation } from './run-line.js';

/** The API description, read before anything is sent; nothing without `--coverage`. */
export async function apiToCover(
  { flags, terminal }: RunInvocation,
  { coverage, options }: RunSettings,
  signal: AbortSignal,
): Promise<Api | undefined> {
  if (!flags.coverage) {
    const given = (['openapi', 'coverage-min'] as const).find((name) => flags[name] !== undefined);
    if (given !== undefined) await terminal.warning(`--${given} has no effect without --coverage`);
    return undefined;
  }
  if (coverage.openapi === undefined)
    throw new ServiceError('usage', '--coverage needs --openapi <path-or-url>');
  const { loadApi } = await import('../../operations/exchange/api-document.js');
  return loadApi(coverage.openapi, options, signal);
}

export async function measureRun(
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

/** After a console report on standard output, otherwise on standard error (cli.md 6.9). */
export async function printCoverage(
  { terminal, context }: RunInvocation,
  { primary }: ReportPlan,
  coverage: Coverage,
  { secrets }: RunOutcome,
): Promise<void> {
  const { coverageText } = await import('../../reports/console/coverage-console.js');
  const onStdout = primary.format === 'console' && primary.file === undefined;
  if (onStdout) await terminal.report(`\n${coverageText(coverage, secrets, terminal.style)}`);
  else if (!terminal.quiet) await context.stderr.write(coverageText(coverage, secrets, terminal.errorStyle));
}

export async function coverageCodes(
  { terminal }: RunInvocation,
  settings: RunSettings,
  coverage: Coverage | undefined,
): Promise<readonly ExitCode[]> {
  const { min } = settings.coverage;
  if (coverage === undefined || min === undefined || exactPercent(coverage) >= min) return [];
  await terminal.error(`API coverage is ${coverage.percent.toFixed(1)}%, below the least of ${min}%`);
  return [EXIT.failed];
}

/** What is shown is rounded, and 79.96 is below 80. */
function exactPercent({ total, covered }: Coverage): number {
  return total === 0 ? 100 : (covered / total) * 100;
}
