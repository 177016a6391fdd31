import { needsPerson } from '../../http/auth/build-auth.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Node } from '../../runner/plan/graph.js';
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
  given: StressTask,
  signal: AbortSignal,
  abort?: AbortSignal,
): Promise<ObservedTest> {
  const { files, settings, shownFrom } = given;
  const { options, root } = settings;
  const plan = await planLoad({
    files,
    options,
    fileAccess: withClientAccess(workspaceFileAccess({ root, shownFrom }), settings),
  });
  const nodes = [...plan.definitions.map(({ node }) => node), ...plan.setup, ...plan.teardown];
  addFileSecrets(given.secrets, { options, process: given.process }, nodes);
  const order = await withSignIns(given, nodes, signal);
  const { find } = order.stress;
  if (!find) return new StressTest(plan, order, signal, abort);
  const { FindTest } = await import('../../stress/find-test.js');
  return new FindTest(plan, order, find, signal, abort);
}

/** Nobody can be asked while load is sent, so people sign in before it. */
async function withSignIns(
  order: StressTask,
  nodes: readonly Node[],
  signal: AbortSignal,
): Promise<StressTask> {
  const { asker } = order;
  const needed = nodes.filter(({ request }) => needsPerson(authOf(request) ?? { type: 'none' }));
  if (!asker || needed.length === 0) return order;
  const { signInAhead } = await import('./sign-in-ahead.js');
  return { ...order, process: { ...order.process, ...(await signInAhead(order, asker, needed, signal)) } };
}
