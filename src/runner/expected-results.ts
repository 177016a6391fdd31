/** How many results a plan will have, as far as it can be determined before anything runs. */
import type { Scope } from '../evaluation/variables/scope.js';
import { isRepeated } from '../request-file/model/repeated-request.js';
import { createScopes } from './file-context.js';
import type { Node } from './plan/graph.js';
import type { FilePlan } from './plan/plan.js';
import type { Run } from './run.js';

/** One result for each step, except for steps with rows or elements. Which these are may need a capture. */
export async function countExpectedResults({ steps }: FilePlan, run: Run): Promise<number[]> {
  const counts = steps.map(() => 1);
  const scopeOf = createScopes(run);
  for (const { index, skipReason, node, pulledIn } of steps) {
    if (skipReason !== '' || !isRepeated(node.request)) continue;
    const wanted = pulledIn ? undefined : run.options.selection.rows;
    counts[index] = await countExecutions(node, scopeOf(node.owner), run, wanted);
  }
  return counts;
}

/** Without rows or elements, or with some that cannot be read, there is one result that reports it. */
async function countExecutions(
  node: Node,
  scope: Scope,
  run: Run,
  wanted: ReadonlySet<number> | undefined,
): Promise<number> {
  const { chooseRows } = await import('./plan/data-rows.js');
  try {
    return Math.max(1, chooseRows(await itemsOf(node, scope, run), wanted).length);
  } catch {
    // The run itself reports the error as the result of this request, or knows the list when it comes to it.
    return 1;
  }
}

async function itemsOf(
  { request, owner }: Node,
  scope: Scope,
  { fileAccess }: Run,
): Promise<readonly unknown[]> {
  const { data } = request.metadata;
  if (data === undefined) {
    const { loopItems } = await import('./plan/loop-items.js');
    // A loop that svc does not understand is sent once, whatever rows are wanted.
    return loopItems(request, scope) ?? [];
  }
  const { loadRows } = await import('./plan/data-rows.js');
  return loadRows(scope.text(data), owner.runnable.directory, fileAccess.readFile);
}
