import type { RunPlan } from '../../runner/plan/plan.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { Run } from '../../runner/run.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { runFiles } from '../../runner/run-files.js';
import type { RunSettings } from '../settings/run-settings.js';
import { recordRuns } from './record-runs.js';

export interface RunListener {
  readonly onEvent: (event: RunEvent) => void;
  /** Called when the history cannot be written, which does not fail the run. */
  readonly onWarning: (message: string) => void;
}

/** Runs the plan and stores each file in the history when it ends. */
export async function executeRun(
  run: Run,
  plan: RunPlan,
  settings: Pick<RunSettings, 'root' | 'history'>,
  { onEvent, onWarning }: RunListener,
): Promise<RunOutcome> {
  const recorder = recordRuns(run, settings, onWarning);
  if (recorder === undefined) return runFiles(run, plan, onEvent);
  try {
    return await runFiles(run, plan, (event) => {
      // Standard input is no file whose runs could be compared.
      if (event.kind === 'file-end' && !plan.files[event.index]?.runnable.isPiped)
        recorder.add(event.outcome);
      onEvent(event);
    });
  } finally {
    await recorder.close();
  }
}
