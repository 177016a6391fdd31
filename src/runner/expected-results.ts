/** How many results a plan will have, as far as it can be determined before anything runs. */
import type { Scope } from '../evaluation/variables/scope.js';
import { loadRows } from './plan/data-rows.js';
import { createScopes } from './file-context.js';
import type { FilePlan, Step } from './plan/plan.js';
import type { Run } from './run.js';

/** One result for each step, except for steps with data rows. The path of a data file may need a capture. */
export async function countExpectedResults({ steps }: FilePlan, run: Run): Promise<number[]> {
  const counts = steps.map(() => 1);
  const scopeOf = createScopes(run);
  for (const step of steps) {
    if (!hasRows(step)) continue;
    counts[step.index] = await countRows(step, scopeOf(step.node.owner), run);
  }
  return counts;
}

function hasRows({ node, skipReason }: Step): boolean {
  return skipReason === '' && node.request.metadata.data !== undefined;
}

/** Without rows, or with a file that cannot be read, there is one result that reports it. */
async function countRows({ node }: Step, scope: Scope, { fileAccess }: Run): Promise<number> {
  const { owner, request } = node;
  try {
    const path = scope.text(request.metadata.data ?? '');
    const rows = await loadRows(path, owner.runnable.directory, fileAccess.readFile);
    return Math.max(1, rows.length);
  } catch {
    // The run itself reports the error as the result of this request.
    return 1;
  }
}
