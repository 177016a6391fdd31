import { SecretSet } from '../redaction/secret-set.js';
import type { PlannedFile } from '../runner/dry-run.js';
import type { RunPlan } from '../runner/plan.js';
import type { RunOutcome } from '../runner/result.js';
import type { RunEvent } from '../runner/run-event.js';
import { runFiles } from '../runner/run-files.js';
import type { RunDoors, RunInput, RunnableFile } from '../runner/run-input.js';
import { recordRuns } from './record-runs.js';
import type { RunSettings } from './run-options.js';

export interface Execution {
  readonly files: readonly RunnableFile[];
  readonly settings: Pick<RunSettings, 'options' | 'root' | 'history'>;
  readonly doors: RunDoors;
  /** Made before, when somebody had to look at it. */
  readonly plan?: RunPlan | undefined;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** A history that cannot be written is no failure of the run. */
  readonly onWarning: (message: string) => void;
  /** Of the run, from `knownSecrets`. */
  readonly secrets: SecretSet;
  readonly connect?: RunInput['connect'];
}

/** Runs the files and records each in the history when it ends: the command line and the server both come here. */
export async function executeFiles(execution: Execution): Promise<RunOutcome> {
  const { settings, secrets, onWarning } = execution;
  const { options, root, history } = settings;
  if (history === undefined) return runFiles(runInput(execution), execution.plan);
  const recorder = recordRuns({ options, root, history, secrets, onWarning });
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'file-end') recorder?.add(event.outcome);
    execution.onEvent(event);
  };
  try {
    return await runFiles(runInput(execution, onEvent), execution.plan);
  } finally {
    await recorder?.close();
  }
}

/** What would run, without running it. */
export async function describeFiles(execution: Execution): Promise<readonly PlannedFile[]> {
  const { describeRun } = await import('../runner/dry-run.js');
  return describeRun(runInput(execution));
}

export function runInput(execution: Execution, onEvent = execution.onEvent): RunInput {
  const { files, settings, doors, process, signal, secrets, connect } = execution;
  return {
    files,
    options: settings.options,
    loadFile: doors.loadFile,
    readFile: doors.readFile,
    openFile: doors.openFile,
    snapshotStore: doors.snapshotStore,
    process,
    signal,
    secrets,
    onEvent,
    clock: Date.now,
    random: randomBytes,
    connect,
  };
}

/** What is secret before anything has run: so that even the first line of output knows. */
export function knownSecrets(
  { options }: Pick<RunSettings, 'options'>,
  files: readonly RunnableFile[],
): SecretSet {
  const secrets = new SecretSet();
  const names = new Set(options.secretNames);
  secrets.addAll(options.secretValues);
  for (const { file } of files) {
    for (const { name, secret, value } of file.variables) {
      if ((secret || names.has(name)) && !value.includes('{{')) secrets.add(value);
    }
  }
  return secrets;
}

const MOST_AT_ONCE = 65_536;

/** The built-in generator needs no import; it fills a limited piece at a time. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let from = 0; from < count; from += MOST_AT_ONCE) {
    crypto.getRandomValues(bytes.subarray(from, from + MOST_AT_ONCE));
  }
  return bytes;
}
