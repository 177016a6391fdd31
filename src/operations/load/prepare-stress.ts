import { withClientAccess } from '../settings/client-source.js';
import { addFileSecrets } from '../../runner/prepare/known-secrets.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { planLoad } from '../../stress/plan/load-plan.js';
import type { TestDescription } from './kept-test.js';
import type { StressTask } from '../../stress/stress-task.js';
import { StressTest, type ObservedTest } from '../../stress/stress-test.js';

/** The part of a test that its observers need. */
export interface PreparedTest extends Pick<ObservedTest, 'update' | 'run'> {
  /** For clients that did not start the test. */
  readonly about?: TestDescription;
}

/**
 * Refuses everything that can be refused, before anything is sent; `signal` stops the test, `abort` ends its
 * teardown too.
 */
export async function prepareStress(
  order: StressTask,
  signal: AbortSignal,
  abort?: AbortSignal,
): Promise<ObservedTest> {
  const { files, settings, shownFrom } = order;
  const { options, root } = settings;
  const plan = await planLoad({
    files,
    options,
    fileAccess: withClientAccess(workspaceFileAccess({ root, shownFrom }), settings),
  });
  const nodes = [...plan.definitions.map(({ node }) => node), ...plan.setup, ...plan.teardown];
  addFileSecrets(order.secrets, { options, process: order.process }, nodes);
  const { find } = order.stress;
  if (!find) return new StressTest(plan, order, signal, abort);
  const { FindTest } = await import('../../stress/find-test.js');
  return new FindTest(plan, order, find, signal, abort);
}
