/** Variables of requests, folders and the collection: constants become variables of the file, others `@set` lines. */
import type { VariableSet } from '../../request-file/model/model.js';
import { variableName } from '../import-names.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { BrunoEntry, BrunoShared } from './bruno-item.js';
import { BrunoTemplates } from './bruno-template.js';

export class FileConstants {
  readonly #templates: BrunoTemplates;

  /** `environments` and `set` have names that a variable of the file would hide or be hidden by. */
  constructor(
    readonly variables: ImportedVariables,
    readonly environments: ReadonlySet<string>,
    readonly set: ReadonlySet<string>,
  ) {
    this.#templates = new BrunoTemplates(set);
  }

  /** Defines the constants of a request and of everything around it; returns what has to be set before it is sent. */
  define(levels: readonly BrunoShared[]): VariableSet[] {
    return levels.flatMap(({ variables }, depth) =>
      variables.flatMap((entry) => {
        if (!entry.enabled || entry.name === '') return [];
        return this.#isDefined(entry, depth === 0 && levels.length > 1) ? [] : [this.#setOf(entry)];
      }),
    );
  }

  /** What the collection defines is looked up when it is used, so it may contain placeholders. */
  #isDefined({ name: original, value: written }: BrunoEntry, isCollection: boolean): boolean {
    const name = variableName(original);
    const value = this.#templates.read(written);
    // Environments have it already, with the value of the collection where they define none.
    if (isCollection && this.environments.has(name)) return true;
    if (this.environments.has(name) || (this.set.has(name) && !isCollection)) return false;
    if (value.includes('{{') && !isCollection) return false;
    const current = this.variables.valueOf(name);
    if (current !== undefined) return current === value;
    this.variables.reserve(name, value);
    return true;
  }

  #setOf({ name, value }: BrunoEntry): VariableSet {
    return { name: variableName(name).replaceAll('.', '_'), value: this.#templates.read(value) };
  }
}
