/** Measures how much the tests of request files would notice, from the history or with a run. */
import { ServiceError } from '../../errors.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { planRun, type RunPlan } from '../../runner/plan/plan.js';
import type { RunRequest } from '../../runner/plan/run-input.js';
import { openRun, type Run } from '../../runner/run.js';
import { measureStrength, type MeasureProgress } from '../../strength/measure.js';
import type { Measurement } from '../../strength/model/strength.js';
import { executeRun } from '../runs/execute-run.js';
import type { RunSettings } from '../settings/run-settings.js';
import type { ExchangeSource } from './exchange-source.js';
import { historyExchanges } from './history-exchanges.js';
import { openReplay } from './open-replay.js';
import { replayPlan } from './replay-plan.js';
import { runExchanges } from './run-exchanges.js';
import type { StrengthRequest } from './strength-request.js';

/** What a caller has loaded already: files with the values of their environments, and the settings of a run. */
export interface StrengthInput extends Pick<
  RunRequest,
  'files' | 'fileAccess' | 'process' | 'signal' | 'connect'
> {
  readonly request: Omit<StrengthRequest, 'paths'>;
  readonly settings: Pick<RunSettings, 'options' | 'root' | 'history'>;
  /** Called before the changes of each request are checked. */
  readonly onProgress?: ((progress: MeasureProgress) => void) | undefined;
  /** The events of the run, if there is one. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly onWarning: (message: string) => void;
}

/**
 * Sends nothing unless a run is asked for. Throws a ServiceError for files with errors, and for a history that is off
 * or cannot be read.
 */
export async function performStrength(input: StrengthInput): Promise<Measurement> {
  const { request, settings, files, fileAccess, signal } = input;
  const plan = await planRun({ files, options: settings.options, fileAccess });
  const broken = plan.files.flatMap((file) => file.broken);
  if (broken.length > 0) throw new ServiceError('request-file', broken.join('\n'));
  const outcome = request.run ? await runPlan(input, plan) : undefined;
  const { run, restartRandom } = openReplay(toRunRequest(input), plan);
  let source: ExchangeSource | undefined;
  try {
    source = openSource(input, run, outcome);
    const requests = await replayPlan({ run, plan, source, restartRandom });
    const { seed, maxMutants } = request;
    return await measureStrength(requests, { seed, maxMutants, signal, onProgress: input.onProgress });
  } finally {
    run.close();
    await source?.close();
  }
}

/** Runs as `svc run` does, and stores the run in the history. */
async function runPlan(input: StrengthInput, plan: RunPlan): Promise<RunOutcome> {
  const { settings, onEvent = () => undefined, onWarning } = input;
  const run = openRun(toRunRequest(input), plan);
  try {
    return await executeRun(run, plan, settings, { onEvent, onWarning });
  } finally {
    run.close();
  }
}

function toRunRequest({ files, settings, fileAccess, process, signal, connect }: StrengthInput): RunRequest {
  return { files, options: settings.options, fileAccess, process, signal, connect };
}

/** With a run its responses come first, and earlier ones from the history if there is one. */
function openSource(
  { settings }: StrengthInput,
  { secrets }: Run,
  outcome: RunOutcome | undefined,
): ExchangeSource {
  const { history, root, options } = settings;
  const environment = options.environmentName;
  const stored = history && historyExchanges({ history, root, environment, secrets });
  if (outcome !== undefined) return runExchanges(outcome, stored);
  if (stored === undefined)
    throw new ServiceError('usage', 'the history is switched off, so that there are no responses: use --run');
  return stored;
}
