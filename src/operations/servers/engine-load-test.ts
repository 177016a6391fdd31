import { ServiceError } from '../../errors.js';
import type { StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import type { Engine } from '../engine/engine.js';
import type { LoadTest, LoadTestMessage } from '../load/perform-load-test.js';
import type { PreparedTest } from '../load/prepare-stress.js';

/** A load test in a thread of its own, as soon as it is prepared; throws what it is refused for. */
export async function startLoadTest(
  engine: Pick<Engine, 'call'>,
  test: LoadTest,
  stop: AbortSignal,
  giveUp: AbortSignal,
): Promise<PreparedTest> {
  let update: StressUpdate | undefined;
  let send: (message: LoadTestMessage) => void = () => undefined;
  let onPrepared: () => void = () => undefined;
  const prepared = new Promise<void>((resolve) => (onPrepared = resolve));
  const [onStop, onGiveUp] = [() => send('stop'), () => send('giveUp')];
  stop.addEventListener('abort', onStop);
  giveUp.addEventListener('abort', onGiveUp);
  const running = engine
    .call('loadTest', test, {
      lane: 'own',
      onStart: (post) => (send = post),
      onEvent: (latest) => {
        update = latest;
        onPrepared();
      },
    })
    .finally(() => {
      stop.removeEventListener('abort', onStop);
      giveUp.removeEventListener('abort', onGiveUp);
    });
  if (stop.aborted) onStop();
  const result: Promise<StressResult> = running.then((ended) => {
    update = ended.last;
    return ended.result;
  });
  await Promise.race([prepared, result]);
  return {
    get update() {
      if (update === undefined) throw new ServiceError('internal', 'the stress test is not prepared');
      return update;
    },
    run: () => result,
  };
}
