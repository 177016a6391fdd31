/** Converts the placeholders of Bruno. */
import { dynamicPlaceholder, mapPlaceholders } from '../foreign-template.js';
import { variableName } from '../import-names.js';

/** Reads the texts of one request, folder or environment. */
export class BrunoTemplates {
  /** Dynamic variables without a counterpart. */
  readonly lost = new Set<string>();

  /** `set` has the names of variables that scripts set, as they can be written. */
  constructor(readonly set: ReadonlySet<string>) {}

  readonly read = (text: string): string => mapPlaceholders(text, (inner) => this.#placeholder(inner));

  #placeholder(inner: string): string {
    const variable = /^process\.env\.([\w.-]+)$/.exec(inner)?.[1];
    if (variable !== undefined) return `{{$processEnv ${variable}}}`;
    if (!inner.startsWith('$')) return `{{${this.#name(inner)}}}`;
    const dynamic = dynamicPlaceholder(inner);
    if (dynamic === undefined) this.lost.add(inner.slice(0, 100));
    return dynamic ?? `{{${inner}}}`;
  }

  /** A name with a path keeps its path; any other characters are those that a variable may have. */
  #name(inner: string): string {
    const whole = inner.replace(/[^\w-]/g, '_');
    if (this.set.has(whole) && !this.set.has(/^[\w-]*/.exec(inner)?.[0] ?? '')) return whole;
    const path = inner.replace(/\[(['"])([\w-]+)\1\]/g, '.$2');
    return /^[A-Za-z_][\w.[\]*'"-]*$/.test(path) ? path : variableName(path);
  }
}
