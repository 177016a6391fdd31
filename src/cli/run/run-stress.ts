import { ServiceError } from '../../errors.js';
import type { DistributionRequest } from '../../operations/load/distribute-load.js';
import { loadRunFiles } from '../../operations/files/load-run-files.js';
import { prepareStress } from '../../operations/load/prepare-stress.js';
import { loadRunSettings, type RunSettings } from '../../operations/settings/run-settings.js';
import { requestMatcher, selectsEverything } from '../../request-file/model/request-filter.js';
import { queueSecrets } from '../../queue/settings/queue-settings.js';
import { redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { knownSecrets } from '../../runner/prepare/known-secrets.js';
import { findConsole } from '../../reports/stress/find-console.js';
import { stressConsole } from '../../reports/stress/stress-console.js';
import { stressJson } from '../../reports/stress/stress-json.js';
import { styler, type Styler } from '../../reports/console/style.js';
import { LOCAL_LIMITS, WORKER_LIMITS } from '../../stress/plan/load-limits.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { LoadGenerator } from '../../stress/load-generator.js';
import type { ObservedTest } from '../../stress/stress-test.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { reportFault } from '../command/failure.js';
import type { Interruption } from '../command/interruption.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import { nothingSelectedError } from '../flags/selection-flags.js';
import { resolveReportFile, resolveReportFolder } from './report-plan.js';
import { runArguments } from './line-arguments.js';
import { selectPlaces } from './prepare-run-options.js';
import { readRunFlags } from './read-run-flags.js';
import type { StressInvocation } from './check-stress-flags.js';
import { chooseDistribution } from './choose-distribution.js';
import { readStressFlags } from './read-stress-flags.js';
import { stressExitCode } from './stress-exit-code.js';
import { watchStress } from './watch-stress.js';

/** Runs a load test, from flags to exit code. */
export async function runStress(invocation: StressInvocation, interruption: Interruption): Promise<ExitCode> {
  const { terminal, context } = invocation;
  const [given, loaded] = await Promise.all([
    loadRunSettings({ ...readRunFlags(invocation), signal: interruption.signal }),
    loadRunFiles(runArguments(invocation)),
  ]);
  const settings = { ...given, options: selectPlaces(given.options, loaded) };
  const distribution = await chooseDistribution(invocation, settings);
  const limits = distribution ? WORKER_LIMITS : LOCAL_LIMITS;
  const stress = readStressFlags(invocation, settings, limits);
  const target = reportTarget(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  for (const problem of loaded.problems) await terminal.error(problem);
  if (loaded.problems.length > 0) return EXIT.requestFile;
  const { files } = loaded;
  refuseEmptySelection(invocation, settings, files);
  const secrets = knownSecrets(settings.options, files);
  const generator = distribution && (await createGenerator(invocation, distribution, stress, secrets));
  const test = await prepareStress(
    {
      files,
      stress,
      settings,
      shownFrom: context.cwd,
      process: context.env,
      cpuTime: context.cpuTime,
      secrets,
      ...(generator && { generator }),
    },
    interruption.signal,
  );
  const measured = await watchStress(invocation, test, stress);
  const stressId = await keepTest({ test, result: measured, stress, files, settings, secrets, invocation });
  const result = { ...measured, stressId };
  await report(invocation, target, { result, stress, files: files.map(({ shown }) => shown), secrets });
  await writeHistogram(invocation, test, secrets);
  for (const warning of result.warnings) await terminal.warning(secrets.redact(warning));
  if (result.error !== '') await terminal.error(secrets.redact(result.error));
  const code = stressExitCode(result, stress, invocation.flags['require-valid']);
  return worstExitCode([code, interruption.exitCode]);
}

async function createGenerator(
  { context }: StressInvocation,
  request: DistributionRequest,
  { duration }: StressOptions,
  secrets: SecretSet,
): Promise<LoadGenerator> {
  secrets.addAll(queueSecrets(request.settings));
  const { distributeLoad } = await import('../../operations/load/distribute-load.js');
  return distributeLoad(request, duration, (error) => void reportFault(error, context));
}

async function writeHistogram(
  invocation: StressInvocation,
  test: Pick<ObservedTest, 'histogram'>,
  secrets: SecretSet,
): Promise<void> {
  const path = invocation.flags['histogram-file'];
  if (path === undefined) return;
  const file = await resolveOutput(path, invocation);
  await writeOutput(file, `${JSON.stringify(redactValue(test.histogram(), secrets))}\n`);
}

interface EndedRun {
  readonly test: ObservedTest;
  readonly result: StressResult;
  readonly stress: StressOptions;
  readonly files: readonly RunnableFile[];
  readonly settings: RunSettings;
  readonly secrets: SecretSet;
  readonly invocation: StressInvocation;
}

/** Stores the test in the history and returns its number; a store that fails is one warning. */
async function keepTest(ended: EndedRun): Promise<number> {
  const { test, result, stress, files, settings, secrets, invocation } = ended;
  const { history, root, options } = settings;
  if (history === undefined) return 0;
  const { storeTest } = await import('../../operations/load/store-test.js');
  const warnings: string[] = [];
  const row = {
    test,
    result,
    secrets,
    workspace: root,
    label: invocation.flags.label ?? '',
    files: files.map(({ shown }) => shown),
    environment: options.environmentName,
    stress,
  };
  const id = await storeTest(row, { ...history, onWarning: (message) => warnings.push(message) });
  for (const warning of warnings) await invocation.terminal.warning(warning);
  return id;
}

/** The plan would refuse it too, but it does not know the flags. */
function refuseEmptySelection(
  { positionals }: StressInvocation,
  { options: { selection } }: RunSettings,
  files: readonly RunnableFile[],
): void {
  const requests = files.flatMap(({ file }) => file.requests);
  if (selectsEverything(selection) || requests.some(requestMatcher(selection))) return;
  throw nothingSelectedError(selection, positionals, files.length === 0 ? undefined : requests);
}

interface ReportTarget {
  readonly format: 'console' | 'json';
  /** Undefined for standard output. */
  readonly file: OutputFile | undefined;
}

/**
 * Formats for functional tests are refused when the command line names them, and ignored when the config lists
 * them.
 */
function reportTarget(invocation: StressInvocation, settings: RunSettings): ReportTarget {
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

async function report(
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
