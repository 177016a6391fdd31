import { ServiceError } from '../../../errors.js';
import { collectTest } from '../../../operations/load/collect-test.js';
import { loadRunSettings } from '../../../operations/settings/run-settings.js';
import { worstExitCode, EXIT, type ExitCode } from '../../process/exit-code.js';
import type { Interruption } from '../../command/interruption.js';
import { QUEUE_FLAGS } from '../../flags/queue-flags.js';
import type { StressInvocation } from './check-stress-flags.js';
import { chooseDistribution } from './choose-distribution.js';
import { readRunFlags } from '../read-run-flags.js';
import { keepTest, reportStress, reportTarget, writeHistogram } from './report-stress.js';

/** What may stand beside `--collect`: where the queue is, where the result goes, how it is shown. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...Object.keys(QUEUE_FLAGS),
  'collect',
  'config',
  'output',
  'output-file',
  'output-dir',
  'stress-json',
  'histogram-file',
  'history-db',
  'no-history',
  'verbose',
  'quiet',
  'color',
  'no-color',
]);

/** Ends a distributed test whose coordinator is gone: its result is an error, so that the code is 1. */
export async function collectStress(
  invocation: StressInvocation,
  run: string,
  interruption: Interruption,
): Promise<ExitCode> {
  const { terminal, sources, positionals } = invocation;
  const other = [...sources].find(([name, source]) => source === 'flag' && !ALLOWED.has(name))?.[0];
  if (other !== undefined) throw new ServiceError('usage', `--collect cannot be used with --${other}`);
  if (positionals.length > 0) {
    throw new ServiceError('usage', '--collect takes no paths: the run has its files already');
  }
  const settings = await loadRunSettings({ ...readRunFlags(invocation), signal: interruption.signal });
  const target = reportTarget(invocation, settings);
  const distribution = await chooseDistribution(invocation, settings);
  if (!distribution) return EXIT.usage;
  for (const warning of settings.warnings) await terminal.warning(warning);
  const collected = await collectTest(
    distribution.settings,
    run,
    (message) => void terminal.warning(message),
  );
  const { about, stress, secrets, histogram } = collected;
  const test = { hasLoaded: true, histogram: () => histogram };
  const stressId = await keepTest({
    test,
    result: collected.result,
    stress,
    about,
    settings,
    secrets,
    invocation,
  });
  const result = { ...collected.result, stressId };
  await reportStress(invocation, target, { result, stress, files: about.files, secrets });
  await writeHistogram(invocation, test, secrets);
  for (const warning of result.warnings) await terminal.warning(secrets.redact(warning));
  await terminal.error(secrets.redact(result.error));
  return worstExitCode([EXIT.failed, interruption.exitCode]);
}
