/** A place in a YAML text that is being typed. */

/** A key, or `item` for an element of a list. */
export type ConfigStep = { readonly key: string } | 'item';

export interface ConfigPlace {
  /** From the root to the map, list or value that the word at the cursor belongs to. */
  readonly path: readonly ConfigStep[];
  readonly expects: 'key' | 'value';
  /** What is written of the word so far. */
  readonly word: string;
  /** The keys that its map has already. */
  readonly siblings: ReadonlySet<string>;
}
