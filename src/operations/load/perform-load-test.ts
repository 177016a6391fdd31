import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/run.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import type { Configuration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import { prepareStress } from './prepare-stress.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

export interface LoadTest {
  /** The paths as the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  readonly stress: StressOptions;
}

/** The first event reports that the test is prepared and can no longer be refused. */
export type LoadTestEvent = StressUpdate;

/** `stop` ends the test in order, `abort` ends its teardown too. */
export type LoadTestMessage = 'stop' | 'abort';

export interface LoadTestResult {
  /** The result without secrets. */
  readonly result: StressResult;
  readonly last: StressUpdate;
}

export interface LoadTestParts {
  readonly options: Pick<SettingsOptions, 'root' | 'process'>;
  readonly files: Pick<IndexedFiles, 'load'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
}

const UPDATE_INTERVAL_MS = 100;

/** Plans a load test, directs its threads and reports its progress. */
export async function performLoadTest(
  { files: paths, environment, stress }: LoadTest,
  parts: LoadTestParts,
  call: CallContext<LoadTestEvent, LoadTestMessage>,
): Promise<LoadTestResult> {
  const { root, process } = parts.options;
  const stop = new AbortController();
  const abort = new AbortController();
  call.onMessage((message) => (message === 'stop' ? stop : abort).abort());
  const settings = await parts.settings.of(await parts.configuration.current(), environment);
  const files = await loadStressFiles(paths, parts.files);
  const secrets = knownSecrets(settings.options, files);
  const order = { files, stress, settings, shownFrom: root, process, cpuTime: parts.cpuTime, secrets };
  const test = await prepareStress(order, stop.signal, abort.signal);
  call.emit(test.update);
  const timer = setInterval(() => call.emit(test.update), UPDATE_INTERVAL_MS);
  try {
    const result = redactedResult(await test.run(), secrets);
    return { result, last: test.update };
  } finally {
    clearInterval(timer);
  }
}

/** A file that is named twice counts once, at its first position. */
async function loadStressFiles(
  paths: readonly string[],
  files: Pick<IndexedFiles, 'load'>,
): Promise<readonly RunnableFile[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const path of paths) {
    const runnable = await files.load(path);
    loaded.set(runnable.shown, runnable);
  }
  return [...loaded.values()];
}

/** Only these two fields can contain values that were sent or received. */
function redactedResult(result: StressResult, secrets: SecretSet): StressResult {
  const { error, warnings } = result;
  return {
    ...result,
    error: secrets.redact(error),
    warnings: warnings.map((warning) => secrets.redact(warning)),
  };
}
