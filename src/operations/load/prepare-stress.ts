import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { planLoad } from '../../stress/plan/load-plan.js';
import { StressTest, type StressOrder } from '../../stress/stress-test.js';

/** What those who watch a test need of it. */
export type PreparedTest = Pick<StressTest, 'update' | 'run'>;

/**
 * Everything that can be refused is refused here, before anything is sent; `signal` stops the test, `giveUp` its
 * teardown too.
 */
export async function prepareStress(
  order: StressOrder,
  signal: AbortSignal,
  giveUp?: AbortSignal,
): Promise<StressTest> {
  const { files, settings, shownFrom } = order;
  const { options, root } = settings;
  const plan = await planLoad({ files, options, fileAccess: workspaceFileAccess({ root, shownFrom }) });
  return new StressTest(plan, order, signal, giveUp);
}
