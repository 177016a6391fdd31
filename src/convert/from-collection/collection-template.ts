/** Converts `{{x}}` of collections: makes names valid, and replaces some dynamic variables with functions of other names. */
import type { ImportedVariables } from '../imported-variables.js';
import { isDynamicVariable, looseText, mapPlaceholders } from '../foreign-template.js';

const DYNAMIC: Readonly<Record<string, string>> = {
  $guid: '$uuid()',
  $randomUUID: '$uuid()',
  $timestamp: '$timestamp()',
  $isoTimestamp: '$now()',
  $randomInt: '$random(0, 1000)',
  $randomEmail: '$randomEmail()',
};

/** Reads the texts of one place. */
export class CollectionTemplateReader {
  /** Dynamic variables without a counterpart. */
  readonly lost = new Set<string>();

  constructor(readonly variables: ImportedVariables) {}

  readonly read = (value: unknown): string =>
    mapPlaceholders(looseText(value), (inner) => this.#placeholder(inner));

  #placeholder(inner: string): string {
    if (Object.hasOwn(DYNAMIC, inner)) return `{{${DYNAMIC[inner]}}}`;
    if (isDynamicVariable(inner)) return `{{${inner}}}`;
    if (inner.startsWith('$')) this.lost.add(inner);
    const stored = this.variables.storedName(inner);
    if (stored !== undefined) return `{{${stored}}}`;
    // A variable of this file uses the name it is defined by; any other keeps its name.
    return !inner.startsWith('$') && this.variables.isReserved(inner)
      ? this.variables.reserve(inner)
      : `{{${inner}}}`;
  }
}
