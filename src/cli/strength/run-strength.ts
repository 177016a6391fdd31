/** `svc strength`, from flags to exit code. */
import { loadRunFiles } from '../../operations/files/load-run-files.js';
import type { SettingsRequest } from '../../operations/settings/run-settings.js';
import { loadStrength } from '../../operations/strength/load-strength.js';
import { performStrength } from '../../operations/strength/perform-strength.js';
import { DEFAULT_MAX_MUTANTS } from '../../operations/strength/strength-request.js';
import { meetsMin, type StrengthReport } from '../../reports/strength/strength-text.js';
import type { Measurement } from '../../strength/model/strength.js';
import { adviseOn } from '../../strength/suggest/advise-on.js';
import type { Invocation } from '../command/command.js';
import type { Interruption } from '../command/interruption.js';
import { pathsOrHere } from '../command/request-paths.js';
import { clientChoice, isCiEnvironment, requestSettings } from '../command/settings-from-flags.js';
import { nothingSelectedError, requestFilter } from '../flags/selection-flags.js';
import { DEFAULT_SEED, type STRENGTH_FLAGS } from '../flags/strength-flags.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { runArguments, withLines, type LineSelection } from '../command/line-arguments.js';
import { showProgress } from './show-progress.js';
import { writeStrength } from './write-strength.js';

export type StrengthInvocation = Invocation<typeof STRENGTH_FLAGS> & LineSelection;

export async function runStrength(
  given: Invocation<typeof STRENGTH_FLAGS>,
  interruption: Interruption,
): Promise<ExitCode> {
  const invocation: StrengthInvocation = withLines({
    ...given,
    positionals: pathsOrHere(given.positionals),
  });
  const { flags, terminal } = invocation;
  let measurement: Measurement;
  try {
    measurement = await measure(invocation, interruption);
  } catch (error) {
    if (interruption.exitCode !== undefined && interruption.signal.aborted) return interruption.exitCode;
    throw error;
  }
  const report: StrengthReport = {
    strength: measurement.strength,
    advice: await adviseOn(measurement),
    min: flags.min,
  };
  await writeStrength(invocation, report);
  if (report.strength.score === null) {
    await terminal.error(nothingMeasured(invocation));
    return flags.run ? EXIT.failed : EXIT.input;
  }
  const codes: ExitCode[] = [meetsMin(report) === false ? EXIT.failed : EXIT.ok];
  if (flags.fix || flags['dry-run']) {
    const { fixFiles } = await import('./fix-files.js');
    codes.push(await fixFiles(invocation, report.advice.suggestions));
  }
  return worstExitCode(codes);
}

async function measure(invocation: StrengthInvocation, { signal }: Interruption): Promise<Measurement> {
  const { flags, context, terminal } = invocation;
  const loading = loadRunFiles(runArguments(invocation));
  const progress = showProgress(invocation);
  const warnings: string[] = [];
  try {
    const input = await loadStrength({
      request: {
        run: flags.run,
        seed: flags.seed ?? DEFAULT_SEED,
        maxMutants: flags['max-changes'] ?? DEFAULT_MAX_MUTANTS,
      },
      cwd: context.cwd,
      process: context.env,
      settings: { ...settingsOf(invocation), client: clientChoice(flags, loading), signal },
      loading,
      signal,
      onProgress: progress.show,
      onWarning: (warning) => void warnings.push(warning),
    });
    for (const warning of input.warnings) await terminal.warning(warning);
    for (const note of input.notes) await terminal.note(note);
    const measurement = await performStrength(input);
    if (measurement.requests.length === 0) {
      const requests = input.files.flatMap(({ file }) => file.requests);
      const candidates = input.files.length === 0 ? undefined : requests;
      throw nothingSelectedError(requestFilter(flags), invocation.positionals, candidates);
    }
    return measurement;
  } finally {
    await progress.end();
    for (const warning of warnings) await terminal.warning(warning);
  }
}

function settingsOf(invocation: StrengthInvocation): SettingsRequest {
  const { flags, context } = invocation;
  return {
    ...requestSettings(invocation),
    variables: flags.variable,
    secrets: flags.secret,
    selection: requestFilter(flags),
    fixed: {
      mode: 'cli',
      ci: isCiEnvironment(context.env),
      updateSnapshots: false,
      dryRun: false,
      allowShell: flags['allow-shell'],
      allowDb: flags['allow-db'],
      allowSecretCommands: flags['allow-secret-commands'],
      confirmed: flags.yes,
    },
  };
}

/** Says what to do; which request has no response, and why, stands in the report. */
function nothingMeasured({ flags, positionals }: StrengthInvocation): string {
  const paths = positionals.join(' ');
  return flags.run
    ? `no request passed in this run, so that there is no response to change; svc run ${paths} shows why`
    : `the history has no passed result of these requests; run svc run ${paths} first, or use --run`;
}
