/** How many results a plan will have, as far as that is known before anything runs. */
import type { Scope } from '../evaluation/variables/scope.js';
import { loadRows } from './plan/data-rows.js';
import { scopesOf } from './file-context.js';
import type { FilePlan, Step } from './plan/plan.js';
import type { Run } from './run.js';

/** For each step; one, but for steps with data rows. A data file that a capture names is not known yet. */
export async function expectedResults({ steps }: FilePlan, run: Run): Promise<number[]> {
  const counts = steps.map(() => 1);
  const scopeOf = scopesOf(run);
  for (const step of steps) {
    if (!hasRows(step)) continue;
    counts[step.index] = await countRows(step, scopeOf(step.node.owner), run);
  }
  return counts;
}

function hasRows({ node, skipReason }: Step): boolean {
  return skipReason === '' && node.request.metadata.data !== undefined;
}

/** Without rows, or with a file that cannot be read, there is one result that says so. */
async function countRows({ node }: Step, scope: Scope, { fileAccess }: Run): Promise<number> {
  const { owner, request } = node;
  try {
    const path = scope.text(request.metadata.data ?? '');
    const rows = await loadRows(path, owner.runnable.directory, fileAccess.readFile);
    return Math.max(1, rows.length);
  } catch {
    // Told by the run itself, as the result of this request.
    return 1;
  }
}
