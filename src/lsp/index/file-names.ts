/** What the index keeps of a file: its names and what it names, without the tree; plain data that threads can send. */
import { allCaptures, allSets } from '../../request-file/model/all-checks.js';
import { hasErrors } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { collectReferences } from '../../request-file/model/references.js';

export interface FileNames {
  readonly hasErrors: boolean;
  readonly requests: readonly RequestNames[];
  readonly variables: readonly NamedLine[];
  /** Request files that it names, by their paths in the folder. */
  readonly files: readonly string[];
  /** Requests of other files that its requests depend on, as `path#name`. */
  readonly dependsOn: readonly string[];
  /** Every name that a placeholder refers to; `a.b` also counts as `a`. */
  readonly uses: readonly string[];
}

export interface RequestNames {
  readonly name: string;
  readonly line: number;
  /** What later requests can use of it. */
  readonly captures: readonly NamedLine[];
}

export interface NamedLine {
  readonly name: string;
  readonly line: number;
}

export function namesOfFile(file: RequestFile): FileNames {
  const files = new Set<string>();
  const dependsOn = new Set<string>();
  for (const { path } of [...(file.imports ?? []), ...(file.runs ?? [])])
    if (path !== undefined) files.add(pathFrom(file.path, path));
  for (const { metadata } of file.requests) {
    for (const written of metadata.depends ?? []) {
      const other = otherFileDependency(written);
      if (other === undefined) continue;
      const path = pathFrom(file.path, other.path);
      files.add(path);
      dependsOn.add(`${path}#${other.name}`);
    }
  }
  return {
    hasErrors: hasErrors(file),
    requests: file.requests.map(namesOfRequest),
    variables: file.variables.map(({ name, line }) => ({ name, line })),
    files: [...files],
    dependsOn: [...dependsOn],
    uses: [...collectReferences([file])],
  };
}

function namesOfRequest(request: Request): RequestNames {
  const { name, line } = request;
  const captures = allCaptures(request).map((capture) => ({ name: capture.name, line: capture.line }));
  // The model has no line for what a directive sets.
  for (const set of allSets(request)) captures.push({ name: set.name, line });
  return { name, line, captures };
}

/** Stands for a file that cannot be read or is too large, so that others see that it exists. */
export const UNREADABLE_FILE: FileNames = {
  hasErrors: true,
  requests: [],
  variables: [],
  files: [],
  dependsOn: [],
  uses: [],
};

/** The path that a file names, seen from the folder instead of from that file. */
export function pathFrom(file: string, named: string): string {
  const segments = file.split('/').slice(0, -1);
  for (const segment of named.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}
