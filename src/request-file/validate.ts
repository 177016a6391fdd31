/** Findings of validation that need no file system. */
import { getOrAdd } from '../primitives/get-or-add.js';
import { normalPath, pathBeside } from '../primitives/text/slash-path.js';
import { captureColumns } from './model/capture-columns.js';
import { diagnose, hasErrors, type Diagnostic } from './model/diagnostic.js';
import type { Capture, RequestFile } from './model/model.js';
import { otherFileDependency } from './model/directive-values.js';
import { collectReferences } from './model/references.js';
import { sourceLines } from './source-text.js';

/**
 * A capture counts as used where it can be seen: in its file, and in files that depend on its request. Files that are not
 * checked may use a global one.
 */
export function validateFiles(
  files: readonly RequestFile[],
  checked: readonly RequestFile[] = files,
): ReadonlyMap<RequestFile, readonly Diagnostic[]> {
  const findings = new Map<RequestFile, Diagnostic[]>(checked.map((file) => [file, []]));
  const references = new Map<RequestFile, ReadonlySet<string>>();
  const referencesOf = (file: RequestFile): ReadonlySet<string> =>
    getOrAdd(references, file, () => collectReferences([file]));
  const foreign = foreignReferences(files, referencesOf);
  for (const [file, found] of findings) {
    // A file with errors may have no requests because of them, which are reported already.
    if (file.requests.length === 0 && file.runs === undefined && !hasErrors(file))
      found.push(diagnose('no_requests', { line: 1, column: 1, endColumn: 1 }));
    const isUsed: IsUsed = (name, request) => {
      const elsewhere = foreign.get(`${normalPath(file.path)}#${request}`) ?? [];
      return [referencesOf(file), ...elsewhere].some(
        (used) => used.has(name) || used.has(`${request}.${name}`),
      );
    };
    found.push(...unusedCaptures(file, isUsed));
  }
  return findings;
}

/** Whether the file itself, or one that depends on this request of it, refers to what the request captures. */
export type IsUsed = (name: string, request: string) => boolean;

/** `columnAt` gives the column of the capture on a line where it was noted by the parser. */
export function unusedCaptures(
  file: RequestFile,
  isUsed: IsUsed,
  columnAt?: (line: number) => number | undefined,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const request of file.requests) {
    let columns: readonly number[] | undefined;
    request.captures.forEach((capture, index) => {
      const { name, global, line } = capture;
      if (global || isUsed(name, request.name)) return;
      const noted = columnAt?.(line);
      if (noted === undefined) columns ??= captureColumns(request, sourceLines(file));
      found.push(unusedCapture(capture, noted ?? columns?.[index] ?? 1));
    });
  }
  return found;
}

function unusedCapture({ name, line }: Capture, column: number): Diagnostic {
  return diagnose('unused_capture', { line, column, endColumn: column + name.length }, { name });
}

/** By request of another file, as `path#name`, the names that the files which depend on it refer to. */
function foreignReferences(
  files: readonly RequestFile[],
  referencesOf: (file: RequestFile) => ReadonlySet<string>,
): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const found = new Map<string, ReadonlySet<string>[]>();
  for (const file of files) {
    const dependencies = new Set<string>();
    for (const { metadata } of file.requests) {
      if (metadata.depends === undefined) continue;
      for (const name of metadata.depends)
        for (const other of otherRequest(file, name)) dependencies.add(other);
    }
    for (const dependency of dependencies) getOrAdd(found, dependency, () => []).push(referencesOf(file));
  }
  return found;
}

function otherRequest(file: RequestFile, name: string): string[] {
  const other = otherFileDependency(name);
  if (!other) return [];
  return [`${pathBeside(file.path, other.path.replaceAll('\\', '/'))}#${other.name}`];
}
