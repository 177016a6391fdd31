/** The names of all files of a folder, and who names whom; needs no Node. */
import { meansName } from '../../request-file/model/references.js';
import { EMPTY_LIST } from '../../request-file/text/lists.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { FileNames } from '../../authoring/navigate/file-names.js';
import { MAX_FOUND_REQUESTS, type FoundRequest, type IndexedFileCount } from './index-types.js';

export class NamesTable {
  readonly #files = new Map<string, FileNames>();
  /** By the path of a file, the files that name it; it need not exist. */
  readonly #namedBy = new Map<string, Set<string>>();

  get size(): number {
    return this.#files.size;
  }

  all(): Iterable<FileNames> {
    return this.#files.values();
  }

  get(path: string): FileNames | undefined {
    return this.#files.get(path);
  }

  set(names: FileNames): void {
    const { path } = names;
    this.#unlink(path);
    this.#files.set(path, names);
    for (const named of namedFiles(names)) getOrAdd(this.#namedBy, named, () => new Set()).add(path);
  }

  delete(path: string): boolean {
    this.#unlink(path);
    return this.#files.delete(path);
  }

  #unlink(path: string): void {
    const before = this.#files.get(path);
    if (before === undefined) return;
    for (const named of namedFiles(before)) {
      const users = this.#namedBy.get(named);
      users?.delete(path);
      if (users?.size === 0) this.#namedBy.delete(named);
    }
  }

  counts(): IndexedFileCount[] {
    const counts = [...this.#files].map(([path, { requests, hasErrors }]) => ({
      path,
      requests: hasErrors ? 0 : requests.length,
    }));
    return counts.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Each file is visited once, so that circles of files end. */
  dependentsOf(path: string): string[] {
    const found = new Set([path]);
    for (const each of found) for (const user of this.#namedBy.get(each) ?? []) found.add(user);
    found.delete(path);
    return [...found];
  }

  filesThatUse(name: string): string[] {
    return this.#pathsWhere((names) => refersTo(names, name));
  }

  filesThatDependOn(path: string, request: string): readonly string[] {
    const users = this.#namedBy.get(path);
    if (users === undefined) return EMPTY_LIST;
    return [...users].filter((user) =>
      this.#files.get(user)?.others.some((other) => other.name === request && other.path === path),
    );
  }

  filesThatDefine(name: string): string[] {
    const isNamed = (each: { readonly name: string }): boolean => each.name === name;
    return this.#pathsWhere(
      ({ variables, requests }) =>
        variables.some(isNamed) ||
        requests.some((request) => isNamed(request) || request.given?.some(isNamed)),
    );
  }

  #pathsWhere(isWanted: (names: FileNames) => boolean): string[] {
    const found: string[] = [];
    for (const [path, names] of this.#files) if (isWanted(names)) found.push(path);
    return found;
  }

  /** Of equally good matches the first ones count, in the order of the walk. */
  findRequests(query: string): FoundRequest[] {
    const wanted = query.toLowerCase();
    const byRank: FoundRequest[][] = [[], [], [], []];
    for (const [path, { requests }] of this.#files) {
      for (const { name, line } of requests) {
        const found = name === '' ? undefined : byRank[rankOf(name.toLowerCase(), wanted)];
        if (found && found.length < MAX_FOUND_REQUESTS) found.push({ name, path, line });
      }
      if ((byRank[0]?.length ?? 0) >= MAX_FOUND_REQUESTS) break;
    }
    return byRank.flat().slice(0, MAX_FOUND_REQUESTS);
  }
}

/** Whether a placeholder of the file stands for the name, or for something in its value. */
export function refersTo({ uses }: FileNames, name: string): boolean {
  return uses.some((used) => meansName(used, name));
}

/** The request files that a file depends on, imports or executes. */
function namedFiles({ others, imports, runs }: FileNames): ReadonlySet<string> {
  if (others.length === 0 && imports === undefined && runs === undefined) return NO_FILES;
  return new Set([...others.map(({ path }) => path), ...(imports ?? []), ...(runs ?? [])]);
}

const NO_FILES: ReadonlySet<string> = new Set();

/** 0 for the name itself, then for its beginning, for a part of it, for its characters in order; -1 for no match. */
function rankOf(name: string, wanted: string): number {
  if (wanted === '' || name === wanted) return 0;
  const at = name.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return 2;
  return isSubsequence(wanted, name) ? 3 : -1;
}

function isSubsequence(wanted: string, name: string): boolean {
  let from = 0;
  for (const character of wanted) {
    const at = name.indexOf(character, from);
    if (at === -1) return false;
    from = at + character.length;
  }
  return true;
}
