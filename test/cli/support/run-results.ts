import { runInProcess } from '../../support/program/in-process-svc.js';
import { type RunOutcome } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

interface Test {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped?: boolean;
  readonly skipReason?: string;
  readonly pulledIn?: boolean;
  readonly attempts: number;
  readonly error?: string;
  readonly errorKind?: string;
  readonly request?: { readonly url: string };
  readonly assertions?: readonly {
    readonly subject: string;
    readonly passed: boolean;
    readonly actual: unknown;
    readonly message?: string;
  }[];
  readonly response?: { readonly statusCode: number; readonly size: number };
}

export interface Results extends RunOutcome {
  readonly tests: readonly Test[];
  readonly environment: string;
  readonly cwd: string;
}

/** Runs `a.http`, or the paths among the arguments, and reads the results. */
export async function run(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Results> {
  const cwd = await temporaryWorkspace(files);
  const paths = args.some((word) => /^[^-].*(\.http|\/)$/.test(word)) ? [] : ['a.http'];
  const outcome = await runInProcess(['run', ...paths, '-o', 'json', ...args], {
    cwd,
    env: { SVC_NO_HISTORY: '1', ...env },
  });
  const results =
    outcome.stdout === '' ? { tests: [], environment: '' } : (JSON.parse(outcome.stdout) as Results);
  return { ...outcome, tests: results.tests, environment: results.environment, cwd };
}

export function names(results: Results, skipped = false): string[] {
  return results.tests.filter((test) => (test.skipped === true) === skipped).map(({ name }) => name);
}
