import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/run.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { StressOptions } from '../../stress/plan/options.js';
import type { StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import type { Configuration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import { prepareStress } from './prepare-stress.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

export interface LoadTest {
  /** As the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  readonly stress: StressOptions;
}

/** The first one says that the test is prepared, and nothing can be refused any more. */
export type LoadTestEvent = StressUpdate;

/** What the caller may send while the test runs. */
export type LoadTestMessage = 'stop' | 'giveUp';

export interface LoadTestResult {
  /** Redacted. */
  readonly result: StressResult;
  readonly last: StressUpdate;
}

export interface LoadTestParts {
  readonly options: Pick<SettingsOptions, 'root' | 'process'>;
  readonly files: Pick<IndexedFiles, 'load'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
}

const UPDATE_INTERVAL_MS = 100;

/** Plans a load test, directs its threads and watches it. */
export async function performLoadTest(
  { files: paths, environment, stress }: LoadTest,
  parts: LoadTestParts,
  call: CallContext<LoadTestEvent, LoadTestMessage>,
): Promise<LoadTestResult> {
  const { root, process } = parts.options;
  const stop = new AbortController();
  const giveUp = new AbortController();
  call.onMessage((message) => (message === 'stop' ? stop : giveUp).abort());
  const settings = await parts.settings.of(await parts.configuration.current(), environment);
  const files = await loadStressFiles(paths, parts.files);
  const secrets = knownSecrets(settings.options, files);
  const order = { files, stress, settings, shownFrom: root, process, cpuTime: parts.cpuTime, secrets };
  const test = await prepareStress(order, stop.signal, giveUp.signal);
  call.emit(test.update);
  const timer = setInterval(() => call.emit(test.update), UPDATE_INTERVAL_MS);
  try {
    const result = redactedResult(await test.run(), secrets);
    return { result, last: test.update };
  } finally {
    clearInterval(timer);
  }
}

/** The same file twice counts once, where it came first. */
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

/** Only these two tell what was sent or received. */
function redactedResult(result: StressResult, secrets: SecretSet): StressResult {
  const { error, warnings } = result;
  return {
    ...result,
    error: secrets.redact(error),
    warnings: warnings.map((warning) => secrets.redact(warning)),
  };
}
