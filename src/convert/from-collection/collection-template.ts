/** Converts `{{x}}` of collections: makes names valid, and replaces some dynamic variables with functions of other names. */
import type { ImportedVariables } from '../imported-variables.js';
import { dynamicPlaceholder, looseText, mapPlaceholders } from '../foreign-template.js';

/** Reads the texts of one place. */
export class CollectionTemplateReader {
  /** Dynamic variables without a counterpart. */
  readonly lost = new Set<string>();

  constructor(readonly variables: ImportedVariables) {}

  readonly read = (value: unknown): string =>
    mapPlaceholders(looseText(value), (inner) => this.#placeholder(inner));

  #placeholder(inner: string): string {
    const dynamic = dynamicPlaceholder(inner);
    if (dynamic !== undefined) return dynamic;
    if (inner.startsWith('$')) this.lost.add(inner);
    const stored = this.variables.storedName(inner);
    if (stored !== undefined) return `{{${stored}}}`;
    // A variable of this file uses the name it is defined by; any other keeps its name.
    return !inner.startsWith('$') && this.variables.isReserved(inner)
      ? this.variables.reserve(inner)
      : `{{${inner}}}`;
  }
}
