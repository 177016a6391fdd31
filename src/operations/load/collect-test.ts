/** Ends a distributed test whose coordinator is gone. */
import { lockKept, readKept, removeKept } from '../../queue/kept-results.js';
import { ServiceError } from '../../errors.js';
import { randomId } from '../../primitives/random-id.js';
import { openQueue } from '../../queue/open-queue.js';
import { QUEUE_TIMES } from '../../queue/settings/limits.js';
import { queueSecrets, type QueueSettings } from '../../queue/settings/queue-settings.js';
import { addFileSecrets, knownSecrets } from '../../runner/prepare/known-secrets.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { collectLoad, type CollectedResult } from '../../stress/distributed/collect-load.js';
import { readKeptLoad, type KeptRun } from '../../stress/distributed/kept-load.js';
import type { KeptReport } from '../../stress/distributed/load-messages.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { TestIdentity } from './distribute-load.js';

export interface CollectedTest extends CollectedResult {
  readonly about: TestIdentity;
  readonly stress: StressOptions;
  readonly secrets: SecretSet;
}

/** Fails with a message for users when there is nothing to collect. What was collected is deleted. */
export async function collectTest(
  settings: QueueSettings,
  run: string,
  onWarning: (message: string) => void,
): Promise<CollectedTest> {
  const queue = await openQueue(settings);
  try {
    for (const warning of queue.warnings) onWarning(warning);
    const found = await readKept(queue, run, (part) => (part as KeptRun).workers.map(({ id }) => id));
    const { load, workers, about, hasEnded } = found.coordinator as KeptRun<TestIdentity>;
    if (!(await lockKept(queue, run, randomId()))) {
      throw new ServiceError('conflict', `run ${run} is still running`);
    }
    const kept = readKeptLoad(load);
    const { nodes, options, process } = kept.teardown;
    const secrets = knownSecrets(options, []);
    addFileSecrets(secrets, { options, process }, nodes);
    secrets.addAll(queueSecrets(settings));
    const collected = await collectLoad(kept, {
      run,
      workers,
      reports: found.workers as ReadonlyMap<string, KeptReport>,
      secrets,
      aloneMs: hasEnded ? 0 : QUEUE_TIMES.coordinatorLostMs,
    });
    await removeKept(
      queue,
      run,
      workers.map(({ id }) => id),
    );
    return { ...collected, about, stress: kept.stress, secrets };
  } finally {
    await queue.transport.close();
  }
}
