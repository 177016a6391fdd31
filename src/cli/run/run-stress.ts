import { ServiceError } from '../../errors.js';
import { loadFiles } from '../../operations/files/load-files.js';
import { prepareStress } from '../../operations/load/prepare-stress.js';
import { loadRunSettings, type RunSettings } from '../../operations/settings/run-options.js';
import { stressInput } from '../../operations/load/stress-input.js';
import { nearest } from '../../primitives/near-names.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/run.js';
import { stressConsole } from '../../reports/stress/stress-console.js';
import { stressJson } from '../../reports/stress/stress-json.js';
import { styler } from '../../reports/console/style.js';
import { stressOptions, type StressOptions } from '../../stress/plan/options.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import { EXIT, exitCodeOfSignal, worstExitCode, type ExitCode } from '../process/exit-code.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import type { Interruption } from '../command/interruption.js';
import { reportFolder } from './report-folder.js';
import { reportFile } from './report-plan.js';
import { readRunLine } from './run-line.js';
import type { StressInvocation } from './stress-line.js';
import { watchStress } from './watch-stress.js';

const USUAL_DURATION = 30_000;

/** A load test from flags to exit code (cli.md 6.8). */
export async function runStress(invocation: StressInvocation, interruption: Interruption): Promise<ExitCode> {
  const { terminal, context, positionals } = invocation;
  const [settings, loaded] = await Promise.all([
    loadRunSettings({ ...readRunLine(invocation), signal: interruption.signal }),
    loadFiles(positionals, context.cwd),
  ]);
  const stress = optionsOf(invocation, settings);
  const target = reportTarget(invocation, settings);
  for (const warning of settings.warnings) await terminal.warning(warning);
  for (const problem of loaded.problems) await terminal.error(problem);
  if (loaded.problems.length > 0) return EXIT.requestFile;
  const { files } = loaded;
  const secrets = knownSecrets(settings.options, files);
  const test = await prepareStress(
    {
      files,
      stress,
      settings,
      shownFrom: context.cwd,
      process: context.env,
      cpuTime: context.cpuTime,
      secrets,
    },
    interruption.signal,
  );
  const result = await watchStress(invocation, { test, stress });
  await report(invocation, target, { result, stress, files: files.map(({ shown }) => shown), secrets });
  for (const warning of result.warnings) await terminal.warning(secrets.redact(warning));
  if (result.error !== '') await terminal.error(secrets.redact(result.error));
  return worstExitCode([
    ...resultCodes(result, invocation.flags['require-valid']),
    ...(interruption.met === undefined ? [] : [exitCodeOfSignal(interruption.met)]),
  ]);
}

function optionsOf({ flags }: StressInvocation, { stressProfiles }: RunSettings): StressOptions {
  const { profile: name } = flags;
  const profile =
    name !== undefined && Object.hasOwn(stressProfiles, name) ? stressProfiles[name] : undefined;
  if (name !== undefined && !profile) throw unknownProfile(name, Object.keys(stressProfiles));
  return stressOptions(
    stressInput(
      {
        duration: flags.duration,
        rate: flags.rate,
        vus: flags.vus,
        maxVUs: flags['max-vus'],
        rampUp: flags['ramp-up'],
        thinkTime: flags['think-time'],
        thresholds: flags.threshold,
        seed: flags.seed,
      },
      profile,
      USUAL_DURATION,
    ),
  );
}

function unknownProfile(name: string, known: readonly string[]): ServiceError {
  const [near] = nearest(name, known, 1);
  const meant = near === undefined ? '' : `; did you mean "${near}"?`;
  const list = known.length === 0 ? 'the config file has none' : `there are ${known.join(', ')}`;
  return new ServiceError('usage', `unknown profile "${name}"${meant} (${list})`);
}

interface ReportTarget {
  readonly format: 'console' | 'json';
  /** Undefined for standard output. */
  readonly file: OutputFile | undefined;
}

/** Formats that tell of tests are refused when asked for, and passed over when the config lists them. */
function reportTarget(invocation: StressInvocation, settings: RunSettings): ReportTarget {
  const { flags } = invocation;
  const { output = flags['stress-json'] ? 'json' : undefined } = flags;
  if (output !== undefined && output !== 'console' && output !== 'json') {
    throw new ServiceError('usage', `${output} is no format of a load test; use console or json`);
  }
  const configured = settings.reporters?.[0] === 'json' ? 'json' : 'console';
  const path = flags['output-file'];
  return {
    format: flags['stress-json'] ? 'json' : (output ?? configured),
    file:
      path === undefined || path === '-' ? undefined : reportFile(reportFolder(settings, invocation), path),
  };
}

async function report(
  { terminal }: StressInvocation,
  { format, file }: ReportTarget,
  done: { result: StressResult; stress: StressOptions; files: readonly string[]; secrets: SecretSet },
): Promise<void> {
  const text = (coloured: boolean): string =>
    format === 'json'
      ? stressJson(done.result, done.secrets)
      : stressConsole({ ...done, style: coloured ? terminal.style : styler(false) });
  if (file !== undefined) {
    await writeOutput(file, text(false));
    await terminal.note(`wrote ${file.shown}`);
  } else if (format === 'json') await terminal.structured(text(false), 'json');
  else await terminal.report(text(true));
}

function resultCodes({ thresholds, validity, error }: StressResult, requireValid: boolean): ExitCode[] {
  const failed =
    error !== '' || thresholds.some(({ passed }) => !passed) || (requireValid && !validity.valid);
  return failed ? [EXIT.failed] : [];
}
