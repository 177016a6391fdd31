/** `{{x}}` of collections: names that can be written, and functions for dynamic variables (cli.md 10.3). */
import type { FileVariables } from '../file-variables.js';
import { looseText, mapPlaceholders } from '../foreign-template.js';

const DYNAMIC: Readonly<Record<string, string>> = {
  $guid: '$uuid()',
  $randomUUID: '$uuid()',
  $timestamp: '$timestamp()',
  $isoTimestamp: '$now()',
  $randomInt: '$random(0, 1000)',
  $randomEmail: '$randomEmail()',
};

/** Texts of one place; what they name and nothing matches is asked of `lost` once. */
export class TemplateReader {
  /** Dynamic variables without a counterpart. */
  readonly lost = new Set<string>();

  constructor(readonly variables: FileVariables) {}

  read(value: unknown): string {
    return mapPlaceholders(looseText(value), (inner) => this.#placeholder(inner));
  }

  #placeholder(inner: string): string {
    if (Object.hasOwn(DYNAMIC, inner)) return `{{${DYNAMIC[inner]}}}`;
    if (inner.startsWith('$')) this.lost.add(inner);
    // A variable of this file is called as it could be defined; any other keeps its name.
    return !inner.startsWith('$') && this.variables.isReserved(inner)
      ? this.variables.reserve(inner)
      : `{{${inner}}}`;
  }
}
