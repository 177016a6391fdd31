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

/** Runs the plan, here or on workers, and stores each file in the history when it ends. */
export async function executeRun(
  run: Run,
  plan: RunPlan,
  settings: Pick<RunSettings, 'root' | 'history'>,
  {
    onEvent,
    onWarning,
    distribution,
  }: RunListener & { readonly distribution?: SuiteDistribution | undefined },
): Promise<RunOutcome> {
  const execute = await chooseExecution(settings, distribution);
  const recorder = recordRuns(run, settings, onWarning);
  if (recorder === undefined) return execute(run, plan, onEvent);
  try {
    return await execute(run, plan, (event) => {
      // Standard input is no file whose runs could be compared.
      if (event.kind === 'file-end' && !plan.files[event.index]?.runnable.isPiped)
        recorder.add(event.outcome);
      onEvent(event);
    });
  } finally {
    await recorder.close();
  }
}

/** A run that sends nothing needs no workers: a dry run, or one of files with errors alone. */
async function chooseExecution(
  settings: Pick<RunSettings, 'root' | 'history'>,
  distribution: SuiteDistribution | undefined,
): Promise<typeof runFiles> {
  if (distribution === undefined) return runFiles;
  const { hasUnits, runOnWorkers } = await import('./distribute-units.js');
  return (run, plan, onEvent) =>
    run.options.dryRun || !hasUnits(plan)
      ? runFiles(run, plan, onEvent)
      : runOnWorkers(run, plan, onEvent, { settings, distribution });
}
