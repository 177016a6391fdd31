/** How many results a plan will have, as far as that is known before anything runs. */
import type { Scope } from '../evaluation/scope.js';
import { loadRows } from './data-rows.js';
import { createFileContext } from './file-context.js';
import type { Owner } from './graph.js';
import type { FilePlan, Step } from './plan.js';
import { createRunContext } from './run-context.js';
import type { RunInput } from './run-input.js';

/** For each step; one, but for steps with data rows. A data file that a capture names is not known yet. */
export async function expectedResults({ steps }: FilePlan, input: RunInput): Promise<number[]> {
  const counts = steps.map(() => 1);
  const scopes = new Scopes(input);
  try {
    for (const step of steps) if (hasRows(step)) counts[step.index] = await countRows(step, scopes, input);
  } finally {
    scopes.close();
  }
  return counts;
}

/** Without them every step has one result. */
export function hasDataRows({ steps }: FilePlan): boolean {
  return steps.some(hasRows);
}

function hasRows({ node, skipReason }: Step): boolean {
  return skipReason === '' && node.request.metadata.data !== undefined;
}

/** Without rows, or with a file that cannot be read, there is one result that says so. */
async function countRows({ node }: Step, scopes: Scopes, { readFile }: RunInput): Promise<number> {
  const { owner, request } = node;
  try {
    const path = scopes.of(owner).text(request.metadata.data ?? '');
    const rows = await loadRows(path, owner.runnable.directory, readFile);
    return Math.max(1, rows.length);
  } catch {
    // Told by the run itself, as the result of this request.
    return 1;
  }
}

class Scopes {
  readonly #run;
  readonly #scopes = new Map<Owner, Scope>();

  constructor(input: RunInput) {
    this.#run = createRunContext(input);
  }

  of(owner: Owner): Scope {
    const scope = this.#scopes.get(owner) ?? createFileContext(this.#run, owner).scope;
    this.#scopes.set(owner, scope);
    return scope;
  }

  close(): void {
    this.#run.close();
  }
}
