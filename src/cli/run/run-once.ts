import { loadRunFiles } from '../../operations/files/load-run-files.js';
import {
  loadRunSettings,
  type RunSettings,
  type SettingsRequest,
} from '../../operations/settings/run-settings.js';
import type { SuiteDistribution } from '../../operations/runs/distribute-units.js';
import { clientChoice } from '../command/settings-from-flags.js';
import { NEED_A_QUEUE } from '../flags/distribution-flags.js';
import type { ExitCode } from '../process/exit-code.js';
import { runArguments } from '../command/line-arguments.js';
import type { RunCycle } from './perform-run.js';
import { readRunFlags, type RunInvocation } from './read-run-flags.js';

/** Runs once, from flags to exit code; watch mode calls it repeatedly. */
export async function runOnce(invocation: RunInvocation, cycle: RunCycle): Promise<ExitCode> {
  const { onInput, interruption } = cycle;
  const { signal } = interruption;
  // Settings and files are read at the same time, while the code that runs requests is loaded.
  const loading = loadRunFiles(runArguments(invocation));
  const client = clientChoice(invocation.flags, loading);
  const [settings, loaded, { performRun }] = await Promise.all([
    loadRunSettings({ ...readTracedFlags(invocation), client, signal, ...(onInput && { onInput }) }),
    loading,
    import('./perform-run.js'),
  ]);
  const distribution = await chooseSuite(invocation, settings);
  return performRun(invocation, { ...cycle, distribution }, selectFailed(settings, cycle), loaded);
}

/** A span is of use only when the target can name it, so a collector implies the header. */
function readTracedFlags(invocation: RunInvocation): SettingsRequest {
  const request = readRunFlags(invocation);
  if (invocation.flags.otlp === undefined) return request;
  return { ...request, overrides: { ...request.overrides, tracing: { traceparent: true } } };
}

/** Undefined without the flags that ask for workers, as nearly always. */
async function chooseSuite(
  invocation: RunInvocation,
  settings: RunSettings,
): Promise<SuiteDistribution | undefined> {
  const { sources } = invocation;
  if (!NEED_A_QUEUE.some((name) => sources.get(name) === 'flag') && sources.get('queue') !== 'flag')
    return undefined;
  const { chooseSuiteDistribution } = await import('./choose-suite.js');
  return chooseSuiteDistribution(invocation, settings);
}

function selectFailed(settings: RunSettings, { failed }: RunCycle): RunSettings {
  if (failed === undefined) return settings;
  const { options } = settings;
  return { ...settings, options: { ...options, selection: { ...options.selection, lastFailed: failed } } };
}
