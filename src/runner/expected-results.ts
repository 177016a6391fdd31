/** How many results a plan will have, as far as it can be determined before anything runs. */
import type { Scope } from '../evaluation/variables/scope.js';
import type { Request } from '../request-file/model/model.js';
import { loopItems } from './plan/loop-items.js';
import { createScopes } from './file-context.js';
import type { Owner } from './plan/graph.js';
import type { FilePlan } from './plan/plan.js';
import type { Run } from './run.js';

/** One result for each step, except for steps with data rows. The path of a data file may need a capture. */
export async function countExpectedResults({ steps }: FilePlan, run: Run): Promise<number[]> {
  const counts = steps.map(() => 1);
  const scopeOf = createScopes(run);
  for (const { index, skipReason, node, pulledIn } of steps) {
    const { data, loop } = node.request.metadata;
    if (skipReason === '' && data === undefined && loop !== undefined)
      counts[index] = countLoops(node.request, scopeOf(node.owner));
    if (skipReason !== '' || data === undefined) continue;
    const wanted = pulledIn ? undefined : run.options.selection.rows;
    counts[index] = await countRows(data, node.owner, scopeOf(node.owner), run, wanted);
  }
  return counts;
}

/** The list may need a capture; then the run itself finds out. */
function countLoops(request: Request, scope: Scope): number {
  try {
    return Math.max(1, loopItems(request, scope)?.length ?? 1);
  } catch {
    return 1;
  }
}

/** Without rows, or with a file that cannot be read, there is one result that reports it. */
async function countRows(
  data: string,
  { runnable }: Owner,
  scope: Scope,
  { fileAccess }: Run,
  wanted: ReadonlySet<number> | undefined,
): Promise<number> {
  try {
    const { chooseRows, loadRows } = await import('./plan/data-rows.js');
    const rows = await loadRows(scope.text(data), runnable.directory, fileAccess.readFile);
    return Math.max(1, chooseRows(rows, wanted).length);
  } catch {
    // The run itself reports the error as the result of this request.
    return 1;
  }
}
