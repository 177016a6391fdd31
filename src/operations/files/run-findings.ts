/** What `svc validate` would warn about, for the files of a run. */
import { compareDiagnostics, type Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { ProblemDetail } from '../../runner/plan/problem-detail.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { RunPlan, UnresolvedDependency } from '../../runner/plan/plan.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';

/** Returns the warnings of the files in which something is selected, and of the files that these pulled in. */
export async function findRunWarnings(
  files: readonly RunnableFile[],
  { files: plans }: Pick<RunPlan, 'files'>,
): Promise<readonly ProblemDetail[]> {
  const selected = new Set<RunnableFile>();
  const unneeded: UnresolvedDependency[] = [];
  for (const { runnable, broken, steps } of plans) {
    if (broken.length > 0) selected.add(runnable);
    for (const { node, dependencies, skipReason } of steps) {
      if (skipReason !== FILTERED_OUT) selected.add(node.owner.runnable);
      if (skipReason === '' || dependencies.length === 0) continue;
      for (const { written, problem } of dependencies) if (problem) unneeded.push({ node, written, problem });
    }
  }
  const unused = await findUnusedCaptures(files, [...selected]);
  const located = await locateUnneeded(unneeded);
  const findings: ProblemDetail[] = [];
  for (const runnable of selected) {
    const { file, shown } = runnable;
    const others = [...(unused.get(file) ?? []), ...(located.get(runnable) ?? [])];
    if (file.diagnostics.length + others.length > 0) findings.push(...warningsOf(shown, file, others));
  }
  return findings;
}

/** Captures that found nothing in this run. */
export function findMissingCaptures({ files }: Pick<RunOutcome, 'files'>): readonly ProblemDetail[] {
  const findings: ProblemDetail[] = [];
  for (const { results } of files) {
    for (const { file, missingCaptures } of results) {
      for (const { line, column, warning } of missingCaptures ?? []) {
        findings.push({ place: `${file}:${line}:${column}`, message: warning });
      }
    }
  }
  return findings;
}

function warningsOf(
  shown: string,
  { diagnostics }: RequestFile,
  others: readonly Diagnostic[],
): ProblemDetail[] {
  return [...diagnostics, ...others]
    .filter(({ severity, code }) => severity === 'warning' && !SHOWN_BY_RUN.has(code))
    .sort(compareDiagnostics)
    .map(({ line, column, message }) => ({ place: `${shown}:${line}:${column}`, message }));
}

/** What scripts say that is not checked is counted per file, and what cannot be run is a result. */
const SHOWN_BY_RUN: ReadonlySet<string> = new Set(['untranslated_script', 'unsupported_method']);

/**
 * Most files capture nothing, so the check is loaded only for the others. Which captures of a file that was pulled in
 * are used depends on files that are not part of the run.
 */
async function findUnusedCaptures(
  files: readonly RunnableFile[],
  selected: readonly RunnableFile[],
): Promise<ReadonlyMap<RequestFile, readonly Diagnostic[]>> {
  const given = new Set(files);
  const capturing = selected.filter(
    (each) => given.has(each) && each.file.requests.some(({ captures }) => captures.length > 0),
  );
  if (capturing.length === 0) return new Map();
  const { validateFiles } = await import('../../request-file/validate.js');
  return validateFiles(
    files.map(({ file }) => file),
    capturing.map(({ file }) => file),
  );
}

/** Dependencies of requests that do not run: nobody needs them now, but the file is wrong. */
async function locateUnneeded(
  unneeded: readonly UnresolvedDependency[],
): Promise<ReadonlyMap<RunnableFile, readonly Diagnostic[]>> {
  if (unneeded.length === 0) return new Map();
  const { locateUnresolved } = await import('./dependency-findings.js');
  return locateUnresolved(unneeded);
}
