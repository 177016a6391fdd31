/** Findings about dependencies, which `svc validate` lists and a run reports as errors. */
import { join } from 'node:path';
import { getOrAdd } from '../../primitives/get-or-add.js';
import {
  compareDiagnostics,
  diagnose,
  hasErrors,
  type Diagnostic,
  type Span,
} from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { findBlocked } from '../../runner/plan/blocked.js';
import { buildGraph, ImportedFiles, MAX_NAMED_FILES } from '../../runner/plan/build-graph.js';
import { brokenDependency } from '../../runner/plan/dependency-problem.js';
import { problemLine, type ProblemDetail } from '../../runner/plan/problem-detail.js';
import { mayCall } from '../../request-file/model/client-directives.js';
import { findCalls, writtenCall, type CallProblem, type FileCalls } from '../../runner/plan/run-calls.js';
import { keyOf } from '../../runner/plan/graph.js';
import type { UnresolvedDependency } from '../../runner/plan/plan.js';
import type { FileAccess, RunnableFile } from '../../runner/plan/run-input.js';
import { linesOfRequest, placeOf, type LineRange } from '../../workspace/files/written-place.js';

/** Returns the findings that need other files: unknown requests, files with errors, cycles through several files. */
export async function findDependencyProblems(
  files: readonly RunnableFile[],
  loadFile: FileAccess['loadFile'],
): Promise<ReadonlyMap<RunnableFile, readonly Diagnostic[]>> {
  // A file without dependencies has no findings, and no cycle leads through it.
  const sound = files.filter(({ file }) => (hasDependencies(file) || mayCall(file)) && !hasErrors(file));
  if (sound.length === 0) return new Map();
  const load = preferGiven(files, loadFile);
  // Files that are checked anyway do not count as further ones.
  const imported = new ImportedFiles(load, MAX_NAMED_FILES + files.length);
  const graph = await buildGraph(sound, load, imported);
  const { blocked, cycles } = findBlocked(graph);
  const findings = new Map<RunnableFile, Diagnostic[]>();
  for (const owner of graph.owners) {
    const { runnable } = owner;
    const found = (cycles.get(owner) ?? []).map(({ node, chain }) =>
      diagnose('dependency_cycle', { line: node.request.line, column: 1, endColumn: 4 }, { chain }),
    );
    const unresolved: UnresolvedDependency[] = [];
    for (const node of owner.nodes) {
      for (const { written, node: other, problem } of node?.dependencies ?? []) {
        if (!node) continue;
        const cycle = other && !cycles.has(owner) ? blocked.get(other) : undefined;
        if (problem) unresolved.push({ node, written, problem });
        else if (other && cycle !== undefined) {
          const { shown } = other.owner.runnable;
          unresolved.push({ node, written, problem: brokenDependency(written, shown, [cycle]) });
        }
      }
    }
    if (unresolved.length > 0) found.push(...locateIn(runnable, unresolved));
    const { problems } = mayCall(runnable.file) ? await findCalls(owner, imported) : NO_CALLS;
    for (const problem of problems) found.push(callFinding(runnable.file, problem));
    findings.set(runnable, found);
  }
  return findings;
}

const NO_CALLS: Pick<FileCalls, 'problems'> = { problems: [] };

/** What is wrong in a file that is executed is found at the line that executes it. */
function callFinding(file: RequestFile, problem: CallProblem): Diagnostic {
  const { call, code, values, variant, detail, isOwn } = problem;
  const span = spanOfCall(file, problem);
  if (isOwn || call === undefined || code === 'dependency_cycle')
    return diagnose(code, span, values, variant);
  return diagnose('unknown_run', span, { written: writtenCall(call), reason: problemLine(detail) }, 1);
}

function spanOfCall(file: RequestFile, { call, line, code, values, isOwn }: CallProblem): Span {
  const path = code === 'missing_file' && isOwn ? values['path'] : undefined;
  if (typeof path === 'string') return placeOf(file, { text: path, from: line, to: line, beside: '' });
  const isLine = call === undefined || (file.runs ?? []).includes(call);
  if (isLine) return { line, column: 1, endColumn: `run ${call ? writtenCall(call) : ''}`.length + 1 };
  return placeOf(file, { text: call.name ?? '', ...linesOfRequest(file, call.place), beside: '@' });
}

function hasDependencies({ requests }: RequestFile): boolean {
  return requests.some(({ metadata }) => metadata.depends !== undefined);
}

/** A file that is checked counts as it was given: it may be on disk with another text, or not at all. */
function preferGiven(
  files: readonly RunnableFile[],
  loadFile: FileAccess['loadFile'],
): FileAccess['loadFile'] {
  const given = new Map(files.map((runnable) => [keyOf(runnable), runnable]));
  return async (path, from) => {
    const named = given.get(join(from, path));
    if (named) return named;
    const loaded = await loadFile(path, from);
    return loaded && (given.get(keyOf(loaded)) ?? loaded);
  };
}

/** Several checks may find the same: a dependency in a missing file is also a missing file. */
export function joinFindings(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  const filled = lists.filter(({ length }) => length > 0);
  const [first = []] = filled;
  if (filled.length < 2 && isInOrder(first)) return [...first];
  const found = new Map<string, Diagnostic>();
  for (const list of filled) {
    for (const each of list) found.set(`${each.line}:${each.column} ${each.code} ${each.message}`, each);
  }
  return [...found.values()].sort(compareDiagnostics);
}

/** Whether the findings are sorted and each stands at a place or has a code of its own, so that none is there twice. */
function isInOrder(findings: readonly Diagnostic[]): boolean {
  return findings.every((each, index) => {
    const before = findings[index - 1];
    return before === undefined || compareDiagnostics(before, each) < 0;
  });
}

/** Returns what a run says about dependencies that cannot run: each finding once, then the errors of the other file. */
export function describeUnresolved(unresolved: readonly UnresolvedDependency[]): ProblemDetail[] {
  const findings = new Map<string, ProblemDetail>();
  const note = (place: string, message: string): void =>
    void findings.set(`${place} ${message}`, { place, message });
  for (const [runnable, own] of byFile(unresolved)) {
    const located = locateIn(runnable, own);
    for (const [index, { line, column, message }] of located.entries()) {
      note(`${runnable.shown}:${line}:${column}`, message);
      for (const detail of own[index]?.problem.details ?? []) note(detail.place, detail.message);
    }
  }
  return [...findings.values()];
}

/** Returns the findings with their places. */
export function locateUnresolved(
  unresolved: readonly UnresolvedDependency[],
): ReadonlyMap<RunnableFile, readonly Diagnostic[]> {
  const located = new Map<RunnableFile, readonly Diagnostic[]>();
  for (const [runnable, own] of byFile(unresolved)) located.set(runnable, locateIn(runnable, own));
  return located;
}

function byFile(
  unresolved: readonly UnresolvedDependency[],
): ReadonlyMap<RunnableFile, readonly UnresolvedDependency[]> {
  const grouped = new Map<RunnableFile, UnresolvedDependency[]>();
  for (const each of unresolved) getOrAdd(grouped, each.node.owner.runnable, () => []).push(each);
  return grouped;
}

/** Returns one finding for each dependency, in the same order. */
function locateIn({ file }: RunnableFile, unresolved: readonly UnresolvedDependency[]): Diagnostic[] {
  const parsed = new ParsedFindings(file);
  return unresolved.map(({ node, written, problem }) => {
    const range = linesOfRequest(file, node.place);
    const { code, values } = problem;
    const other = otherFileDependency(written);
    const earlier = other ? undefined : parsed.find(range, diagnose(code, NOWHERE, values));
    if (earlier) return earlier;
    const text = other && code === 'missing_file' ? other.path : written;
    return diagnose(code, placeOf(file, { text, ...range, beside: '@' }), values);
  });
}

const NOWHERE = { line: 1, column: 1, endColumn: 1 };

/** A request of the same file that does not exist was found when the file was parsed, with its place. */
class ParsedFindings {
  readonly #byLine = new Map<number, Diagnostic[]>();
  #lastLine = 0;

  constructor({ diagnostics }: RequestFile) {
    for (const each of diagnostics) {
      getOrAdd(this.#byLine, each.line, () => []).push(each);
      this.#lastLine = Math.max(this.#lastLine, each.line);
    }
  }

  find({ from, to }: LineRange, { code, message }: Diagnostic): Diagnostic | undefined {
    for (let line = from; line <= Math.min(to, this.#lastLine); line += 1) {
      const found = this.#byLine.get(line)?.find((each) => each.code === code && each.message === message);
      if (found) return found;
    }
    return undefined;
  }
}
