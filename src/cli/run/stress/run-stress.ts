import type { DistributionRequest, TestIdentity } from '../../../operations/load/distribute-load.js';
import { loadRunFiles } from '../../../operations/files/load-run-files.js';
import { prepareStress } from '../../../operations/load/prepare-stress.js';
import { filesToRun } from '../../../operations/settings/files-to-run.js';
import { loadRunSettings, type RunSettings } from '../../../operations/settings/run-settings.js';
import type { PersonAsker } from '../../../http/auth/auth-state.js';
import { RequestFailure } from '../../../http/message/message.js';
import { requestMatcher, selectsEverything } from '../../../request-file/model/request-filter.js';
import { queueSecrets } from '../../../queue/settings/queue-settings.js';
import type { SecretSet } from '../../../redaction/secret-set.js';
import type { RunnableFile } from '../../../runner/plan/run-input.js';
import { knownSecrets } from '../../../runner/prepare/known-secrets.js';
import { LOCAL_LIMITS, WORKER_LIMITS } from '../../../stress/plan/load-limits.js';
import type { StressOptions } from '../../../stress/plan/stress-options.js';
import type { LoadGenerator } from '../../../stress/load-generator.js';
import { EXIT, worstExitCode, type ExitCode } from '../../process/exit-code.js';
import { codeOfSignIn, openAsker } from '../../process/person-asker.js';
import { keepMemory } from '../../process/keep-memory.js';
import { reportFault } from '../../command/failure.js';
import { clientChoice } from '../../command/settings-from-flags.js';
import type { Interruption } from '../../command/interruption.js';
import { nothingSelectedError } from '../../flags/selection-flags.js';
import { runArguments } from '../../command/line-arguments.js';
import { selectPlaces } from '../prepare-run-options.js';
import { keepTest, reportStress, reportTarget, writeHistogram } from './report-stress.js';
import { isCi, readRunFlags } from '../read-run-flags.js';
import type { StressInvocation } from './check-stress-flags.js';
import { chooseDistribution } from './choose-distribution.js';
import { readStressFlags } from './read-stress-flags.js';
import { stressExitCode } from './stress-exit-code.js';
import { watchStress } from './watch-stress.js';

/** Runs a load test, from flags to exit code. */
export async function runStress(invocation: StressInvocation, interruption: Interruption): Promise<ExitCode> {
  keepMemory();
  const { terminal, context } = invocation;
  const loading = loadRunFiles(runArguments(invocation));
  const client = clientChoice(invocation.flags, loading);
  const [given, loaded] = await Promise.all([
    loadRunSettings({ ...readRunFlags(invocation), client, signal: interruption.signal }),
    loading,
  ]);
  const settings = { ...given, options: selectPlaces(given.options, loaded) };
  const distribution = await chooseDistribution(invocation, settings);
  const limits = distribution ? WORKER_LIMITS : LOCAL_LIMITS;
  const stress = readStressFlags(invocation, settings, limits);
  const target = reportTarget(invocation, settings);
  await reportBefore(invocation, settings, loaded.problems);
  if (loaded.problems.length > 0) return EXIT.requestFile;
  const { files } = await filesToRun(loaded.files, settings);
  refuseEmptySelection(invocation, settings, files);
  const secrets = knownSecrets(settings.options, files);
  const { environmentName: environment } = settings.options;
  const about = { files: files.map(({ shown }) => shown), environment, label: invocation.flags.label ?? '' };
  const generator =
    distribution && (await createGenerator(invocation, distribution, { stress, secrets, about }));
  const test = await prepareStress(
    {
      files,
      stress,
      settings,
      shownFrom: context.cwd,
      process: context.env,
      cpuTime: context.cpuTime,
      secrets,
      asker: askerOf(invocation),
      ...(generator && { generator }),
    },
    interruption.signal,
  ).catch((error: unknown) => new UnpreparedTest(error));
  if (test instanceof UnpreparedTest) return reportRefusal(test.reason, secrets, invocation, interruption);
  const measured = await watchStress(invocation, test, stress);
  // How many slots there are may depend on the number of workers.
  const done = { ...stress, maxVUs: test.stress.maxVUs };
  const stressId = await keepTest({
    test,
    result: measured,
    stress: done,
    about,
    settings,
    secrets,
    invocation,
  });
  const result = { ...measured, stressId };
  await reportStress(invocation, target, { result, stress: done, files: about.files, secrets });
  await writeHistogram(invocation, test, secrets);
  for (const warning of result.warnings) await terminal.warning(secrets.redact(warning));
  if (result.error !== '') await terminal.error(secrets.redact(result.error));
  const code = stressExitCode(result, stress, invocation.flags['require-valid']);
  return worstExitCode([code, interruption.exitCode]);
}

/** Why a test did not start. */
class UnpreparedTest {
  constructor(readonly reason: unknown) {}
}

/** Of the preparation, only a sign-in sends anything. */
async function reportRefusal(
  error: unknown,
  secrets: SecretSet,
  { terminal }: StressInvocation,
  { exitCode }: Interruption,
): Promise<ExitCode> {
  if (!(error instanceof RequestFailure)) throw error;
  if (exitCode !== undefined) return exitCode;
  await terminal.error(secrets.redact(error.message));
  return codeOfSignIn(error);
}

/** Undefined unless a person may be asked to sign in before the load. */
function askerOf({ flags, context }: StressInvocation): PersonAsker | undefined {
  return openAsker(context, { isCi: isCi({ flags, context }), port: flags['oauth-port'] });
}

async function reportBefore(
  { terminal }: StressInvocation,
  { warnings, notes }: RunSettings,
  problems: readonly string[],
): Promise<void> {
  for (const warning of warnings) await terminal.warning(warning);
  for (const note of notes) await terminal.note(note);
  for (const problem of problems) await terminal.error(problem);
}

async function createGenerator(
  { context }: StressInvocation,
  request: DistributionRequest,
  {
    stress,
    secrets,
    about,
  }: { readonly stress: StressOptions; readonly secrets: SecretSet; readonly about: TestIdentity },
): Promise<LoadGenerator> {
  secrets.addAll(queueSecrets(request.settings));
  const { distributeLoad } = await import('../../../operations/load/distribute-load.js');
  return distributeLoad(request, stress, about, (error) => void reportFault(error, context));
}

/** The plan would refuse it too, but it does not know the flags. */
function refuseEmptySelection(
  { positionals }: StressInvocation,
  { options: { selection } }: RunSettings,
  files: readonly RunnableFile[],
): void {
  if (files.length === 0) throw nothingSelectedError(selection, positionals, undefined);
  const requests = files.flatMap(({ file }) => file.requests);
  if (selectsEverything(selection) || requests.some(requestMatcher(selection))) return;
  throw nothingSelectedError(selection, positionals, requests);
}
