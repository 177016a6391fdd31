import type { RunPlan } from '../../runner/plan/plan.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { Run } from '../../runner/run.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { runFiles } from '../../runner/run-files.js';
import type { RunSettings } from '../settings/run-settings.js';
import type { SuiteDistribution } from './distribute-units.js';
import { recordRuns } from './record-runs.js';

export interface RunListener {
  readonly onEvent: (event: RunEvent) => void;
  /** Called when the history cannot be written, which does not fail the run. */
  readonly onWarning: (message: string) => void;
}

export interface RunExecution extends RunListener {
  readonly distribution?: SuiteDistribution | undefined;
  /** How often the plan runs; left out, once. */
  readonly passes?: number | undefined;
}

/** Runs the plan, here or on workers, and stores each file in the history when it ends, in every pass. */
export async function executeRun(
  run: Run,
  plan: RunPlan,
  settings: Pick<RunSettings, 'root' | 'history'>,
  { onEvent, onWarning, distribution, passes }: RunExecution,
): Promise<RunOutcome> {
  const { execute: executePass, close } = await chooseExecution(settings, distribution);
  const execute = await withPasses(run, passes, executePass);
  const recorder = recordRuns(run, settings, onWarning);
  // Standard input is no file whose runs could be compared.
  const piped = new Set(plan.files.flatMap(({ runnable }) => (runnable.isPiped ? runnable.shown : [])));
  try {
    return await execute(run, plan, (event) => {
      if (event.kind === 'file-end' && !piped.has(event.file)) recorder?.add(event.outcome);
      onEvent(event);
    });
  } finally {
    await Promise.all([close(), recorder?.close()]);
  }
}

interface Execution {
  readonly execute: typeof runFiles;
  /** Has to be called when all passes have ended. */
  readonly close: () => Promise<void>;
}

/** A run that sends nothing needs no workers: a dry run, or one of files with errors alone. */
async function chooseExecution(
  settings: Pick<RunSettings, 'root' | 'history'>,
  distribution: SuiteDistribution | undefined,
): Promise<Execution> {
  if (distribution === undefined) return { execute: runFiles, close: () => Promise.resolve() };
  const { hasUnits, SuiteWorkers } = await import('./distribute-units.js');
  const workers = new SuiteWorkers(settings, distribution);
  return {
    execute: (run, plan, onEvent) =>
      run.options.dryRun || !hasUnits(plan) ? runFiles(run, plan, onEvent) : workers.run(run, plan, onEvent),
    close: () => workers.close(),
  };
}

/** A dry run says in one pass what all of them would do. */
async function withPasses(
  { options }: Run,
  passes: number | undefined,
  execute: typeof runFiles,
): Promise<typeof runFiles> {
  if (passes === undefined || passes === 1 || options.dryRun) return execute;
  const { repeatRun } = await import('./repeat-run.js');
  return (run, plan, onEvent) => repeatRun(run, plan, onEvent, { passes, execute });
}
