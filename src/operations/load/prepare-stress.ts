import { needsPerson } from '../../http/auth/build-auth.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Node } from '../../runner/plan/graph.js';
import { withClientAccess } from '../settings/client-source.js';
import { addFileSecrets } from '../../runner/prepare/known-secrets.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { ServiceError } from '../../errors.js';
import { createScopes } from '../../runner/file-context.js';
import { settleNodes } from '../../runner/portable/settle-secrets.js';
import { openRun } from '../../runner/run.js';
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
  const settled =
    options.secretCommands === undefined ? given : await withSettledSecrets(given, nodes, signal);
  addFileSecrets(settled.secrets, { options: settled.settings.options, process: settled.process }, nodes);
  const order = await withSignIns(settled, nodes, signal);
  const { find } = order.stress;
  if (!find) return new StressTest(plan, order, signal, abort);
  const { FindTest } = await import('../../stress/find-test.js');
  return new FindTest(plan, order, find, signal, abort);
}

/** Programs are asked before the load, so that they neither take part in it nor are started by each thread. */
async function withSettledSecrets(
  order: StressTask,
  nodes: readonly Node[],
  signal: AbortSignal,
): Promise<StressTask> {
  const { settings, shownFrom, process, secrets, askSecret } = order;
  const { root, options } = settings;
  const fileAccess = withClientAccess(workspaceFileAccess({ root, shownFrom }), settings);
  const run = openRun({ files: [], options, fileAccess, process, signal, secrets, askSecret });
  try {
    const settled = await settleNodes(run, nodes, createScopes(run));
    return { ...order, settings: { ...settings, options: settled } };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new ServiceError('cancelled', 'interrupted while secrets were asked for', { cause: error });
  } finally {
    run.close();
  }
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
