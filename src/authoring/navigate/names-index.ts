/** What is asked of whoever knows the other files of a workspace. */
import type { AnalysedText } from '../analysed-text.js';
import type { FileNames, GivenName } from './file-names.js';

export interface NamesIndex {
  /** Whether every file of the workspace was read. */
  readonly isComplete: boolean;
  /** All files that were read so far; an open document counts as it is in the editor. */
  files(): Iterable<FileNames>;
  names(path: string): FileNames | undefined;
  /** The text of a file; undefined for one that cannot be read. */
  analyse(path: string): Promise<AnalysedText | undefined>;
  /** Whether `service.yaml` gives a name; without it every name that no file gives counts as one of these. */
  hasEnvironmentKey?(name: string): boolean;
}

/** A request of a file. */
export interface RequestPlace {
  readonly path: string;
  /** Its index in the file. */
  readonly request: number;
}

export function isSamePlace(a: RequestPlace | undefined, b: RequestPlace | undefined): boolean {
  return a !== undefined && b !== undefined && a.path === b.path && a.request === b.request;
}

/** The first request of the name; undefined if the file is not there or has none. */
export function findRequest(index: NamesIndex, path: string, name: string): RequestPlace | undefined {
  const request = index.names(path)?.requests.findIndex((each) => each.name === name) ?? -1;
  return request < 0 ? undefined : { path, request };
}

export function givenBy(index: NamesIndex, { path, request }: RequestPlace): readonly GivenName[] {
  return index.names(path)?.requests[request]?.given ?? [];
}

/** Whether later requests of all files see what a request gives. */
export function isGlobal(index: NamesIndex, place: RequestPlace, name: string): boolean {
  return givenBy(index, place).some((each) => each.name === name && each.global === true);
}

/** An index with some files in another state than they are in, or that it has not read. */
export function withFiles(
  index: NamesIndex,
  changed: ReadonlyMap<string, { readonly names: FileNames; readonly analysed: AnalysedText }>,
): NamesIndex {
  return {
    ...index,
    *files() {
      for (const { names } of changed.values()) yield names;
      for (const names of index.files()) if (!changed.has(names.path)) yield names;
    },
    names: (path) => changed.get(path)?.names ?? index.names(path),
    analyse: async (path) => changed.get(path)?.analysed ?? index.analyse(path),
  };
}
