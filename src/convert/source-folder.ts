import type { Loss } from './converted.js';

/** A directory of another tool, or a single file of it, as importers read it. */
export interface SourceFolder {
  /** The name of the directory; empty if it is unclear. */
  readonly name: string;
  /** The texts by their paths relative to the directory, with `/`, in byte order. */
  readonly files: ReadonlyMap<string, string>;
  /** The paths of further files, which were not read. */
  readonly others: ReadonlySet<string>;
  /** Reads one of the other files, or says in words that follow its name why it cannot. */
  readonly readOther?: (path: string) => Promise<Uint8Array | { readonly reason: string }>;
  /** Members that could not be read. */
  readonly losses: readonly Loss[];
}
