import type { RunFailure, RunResult, RunTest } from './run-result.js';

/** A finding of a run, with its line from 1. */
export interface RunFinding {
  readonly line: number;
  readonly message: string;
  readonly source: 'svc run';
  readonly severity: 'error';
}

/**
 * The failed assertions of a run by document, each at its own line. A request that was not completed is reported at its
 * own line. Every document with a test has an entry, so that findings of an earlier run are replaced.
 */
export function runFindings({ tests }: Pick<RunResult, 'tests'>): ReadonlyMap<string, readonly RunFinding[]> {
  const byDocument = new Map<string, Map<string, RunFinding>>();
  for (const test of tests) {
    const findings = byDocument.get(test.uri) ?? new Map<string, RunFinding>();
    byDocument.set(test.uri, findings);
    // Data rows may fail with the same message at the same line, which is shown once.
    for (const { line, message } of problemsOf(test))
      findings.set(`${line} ${message}`, { line, message, source: 'svc run', severity: 'error' });
  }
  return new Map([...byDocument].map(([uri, findings]) => [uri, [...findings.values()]]));
}

function problemsOf({ status, line, message = '', failures }: RunTest): readonly RunFailure[] {
  if (status !== 'failed') return [];
  const isAsserted = failures.some((failure) => failure.message === message);
  return isAsserted ? failures : [{ line, message }, ...failures];
}
