import { ServiceError } from '../../errors.js';
import type { StressRow } from '../../history/queries/stress-run.js';
import type { StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import type { Engine } from '../engine/engine.js';
import { keptOptions } from '../load/kept-test.js';
import type { LoadTest, LoadTestMessage } from '../load/perform-load-test.js';
import type { PreparedTest } from '../load/prepare-stress.js';

export interface LoadTestOptions {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
  /** Stores the test once it has ended and returns its number in the history. */
  readonly keep: (row: StressRow) => Promise<number>;
  /** Called while the test waits for workers, and can still be refused. */
  readonly onWaiting?: (test: PreparedTest) => void;
}

/** Starts a load test in a thread of its own and resolves when it is prepared; throws when it is refused. */
export async function startLoadTest(
  engine: Pick<Engine, 'call'>,
  test: LoadTest,
  { stop, abort, keep, onWaiting = () => undefined }: LoadTestOptions,
): Promise<PreparedTest> {
  let update: StressUpdate | undefined;
  let send: (message: LoadTestMessage) => void = () => undefined;
  let onPrepared: () => void = () => undefined;
  const observed: PreparedTest = {
    get update() {
      if (update === undefined) throw new ServiceError('internal', 'the stress test is not prepared');
      return update;
    },
    run: () => result,
    about: {
      label: test.label,
      files: test.files,
      environment: test.environment,
      options: keptOptions(test.stress),
    },
  };
  const prepared = new Promise<void>((resolve) => (onPrepared = resolve));
  const [onStop, onAbort] = [() => send('stop'), () => send('abort')];
  stop.addEventListener('abort', onStop);
  abort.addEventListener('abort', onAbort);
  const running = engine
    .call('loadTest', test, {
      lane: 'own',
      onStart: (post) => (send = post),
      onEvent: (latest) => {
        update = latest;
        if (latest.phase === 'workers') onWaiting(observed);
        else onPrepared();
      },
    })
    .finally(() => {
      stop.removeEventListener('abort', onStop);
      abort.removeEventListener('abort', onAbort);
    });
  if (stop.aborted) onStop();
  const result: Promise<StressResult> = running.then(async (ended) => {
    update = ended.last;
    return ended.row === undefined ? ended.result : { ...ended.result, stressId: await keep(ended.row) };
  });
  await Promise.race([prepared, result]);
  return observed;
}
