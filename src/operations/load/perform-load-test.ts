import type { StressRow } from '../../history/queries/stress-run.js';
import type { CallContext } from '../../primitives/threads/serve-calls.js';
import { queueSecrets } from '../../queue/settings/queue-settings.js';
import { every, systemClock } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/prepare/known-secrets.js';
import type { LoadGenerator } from '../../stress/load-generator.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { ErrorGroup } from '../../stress/measure/error-groups.js';
import type { StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import { loadDistinct } from '../files/indexed-files.js';
import type { OperationContext } from '../files/operation-context.js';
import type { Log } from '../settings/log.js';
import { queueFault } from '../settings/queue-fault.js';
import type { DistributionRequest, TestIdentity } from './distribute-load.js';
import { prepareStress } from './prepare-stress.js';

export interface LoadTest {
  /** The paths as the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  readonly stress: StressOptions;
  /** Skips requests that svc cannot run, which are refused otherwise. */
  readonly skipUnsupported: boolean;
  /** Its name in the history; empty when it has none. */
  readonly label: string;
  /** Whether the result will be stored. */
  readonly isKept: boolean;
  /** Left out when the threads of this process send the load. */
  readonly distribution?: Omit<DistributionRequest, 'onWaiting' | 'onWarning'>;
}

/** The first event after the phase `workers` reports that the test can no longer be refused. */
export type LoadTestEvent = StressUpdate;

/** `stop` ends the test in order, `abort` ends its teardown too. */
export type LoadTestMessage = 'stop' | 'abort';

export interface LoadTestResult {
  /** The result without secrets. */
  readonly result: StressResult;
  readonly last: StressUpdate;
  /** The result for the history; undefined when it is not stored. */
  readonly row: StressRow | undefined;
}

const UPDATE_INTERVAL_MS = 100;

/** Plans a load test, directs its threads and reports its progress. */
export async function performLoadTest(
  { files: paths, environment, stress, skipUnsupported, label, isKept, distribution }: LoadTest,
  context: OperationContext,
  call: CallContext<LoadTestEvent, LoadTestMessage>,
): Promise<LoadTestResult> {
  const stop = new AbortController();
  const abort = new AbortController();
  call.onMessage((message) => (message === 'stop' ? stop : abort).abort());
  const loaded = await loadDistinct(paths, (path) => context.files.load(path));
  const { settings: found, files } = await context.settings.forRun(environment, loaded);
  const settings = { ...found, options: { ...found.options, skipUnsupported } };
  const secrets = knownSecrets(settings.options, files);
  const { cpuTime, options, askSecret } = context;
  const { root: shownFrom, process } = options;
  // Nobody may have named the environment, and that of another client is used.
  const used = settings.options.environmentName;
  const about = { label, files: files.map(({ shown }) => shown), environment: used };
  if (distribution) secrets.addAll(queueSecrets(distribution.settings));
  const generator = distribution && (await createGenerator(distribution, stress, about, options.log));
  const order = {
    files,
    stress,
    settings,
    shownFrom,
    process,
    cpuTime,
    secrets,
    askSecret,
    ...(generator && { generator, onRefusal: 'report' as const }),
  };
  const test = await prepareStress(order, stop.signal, abort.signal);
  const emitUpdate = (): void => call.emit(redactedUpdate(test.update, secrets));
  emitUpdate();
  const endUpdates = every(systemClock, UPDATE_INTERVAL_MS, emitUpdate);
  const refuse = (error: unknown): never => {
    throw distribution ? queueFault(error) : error;
  };
  try {
    const result = redactedResult(await test.run().catch(refuse), secrets);
    const last = redactedUpdate(test.update, secrets);
    if (!isKept) return { result, last, row: undefined };
    const { keptOptions, toStressRow } = await import('./kept-test.js');
    const kept = { ...about, options: keptOptions({ ...stress, maxVUs: test.stress.maxVUs }) };
    const row = toStressRow({ ...kept, test, result, secrets, workspace: options.root, source: 'server' });
    return { result, last, row };
  } finally {
    endUpdates();
  }
}

async function createGenerator(
  request: NonNullable<LoadTest['distribution']>,
  stress: StressOptions,
  about: TestIdentity,
  log: Log,
): Promise<LoadGenerator> {
  const { distributeLoad } = await import('./distribute-load.js');
  const onWarning = (message: string): void => log('warn', message);
  return distributeLoad({ ...request, onWarning }, stress, about, (error) =>
    log('error', `the coordinator of a load test failed: ${String(error)}`),
  );
}

/** Only these fields can contain values that were sent or received. */
function redactedResult(result: StressResult, secrets: SecretSet): StressResult {
  const { error, warnings, errorGroups } = result;
  return {
    ...result,
    error: secrets.redact(error),
    warnings: warnings.map((warning) => secrets.redact(warning)),
    errorGroups: redactedGroups(errorGroups, secrets),
  };
}

function redactedUpdate(update: StressUpdate, secrets: SecretSet): StressUpdate {
  return { ...update, errorGroups: redactedGroups(update.errorGroups, secrets) };
}

function redactedGroups(groups: readonly ErrorGroup[], secrets: SecretSet): readonly ErrorGroup[] {
  return groups.map((group) => ({ ...group, message: secrets.redact(group.message) }));
}
