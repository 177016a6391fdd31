/** The variables that requests name, directly or through other variables; no other value leaves this machine. */
import { readArgument } from '../../evaluation/functions/arguments.js';
import type { FileVariable } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';

export interface ValueSources {
  readonly variables: readonly FileVariable[];
  readonly environment: Readonly<Record<string, unknown>>;
  /** The text of a template as far as it is known before the load. */
  readonly settledText: (template: string) => string | undefined;
}

export class NamedValues {
  /** `{{a.b[0]}}` counts as `a`, `a.b` and `a.b[0]`, because a name may be followed by a path into its value. */
  readonly names = new Set<string>();
  readonly #values = new Map<string, unknown[]>();
  readonly #settledText: ValueSources['settledText'];

  constructor({ variables, environment, settledText }: ValueSources) {
    this.#settledText = settledText;
    const add = (name: string, value: unknown): void => {
      this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
    };
    for (const { name, value } of variables) add(name, value);
    for (const [name, value] of Object.entries(environment)) add(name, value);
  }

  /** Adds the names in a text, and those in the values of these names. */
  addText(text: string): void {
    if (!text.includes('{{')) return;
    for (const part of cutTemplate(text)) {
      if (part.kind === 'text') continue;
      const placeholder = classifyPlaceholder(part.inner);
      if (placeholder.kind === 'variable') this.#addWithPrefixes(placeholder.name);
      else if (placeholder.kind === 'environment') this.#add(placeholder.name);
      else for (const argument of placeholder.args) this.#addArgument(argument);
    }
  }

  #addValue(value: unknown): void {
    if (typeof value === 'string') this.addText(value);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) this.#addValue(member);
  }

  /** `$env("NAME")` names a variable as well; other arguments are rarely the name of one. */
  #addArgument(argument: string): void {
    const written = readArgument(argument);
    this.addText(written);
    const name = this.#settledText(written);
    if (name !== undefined) this.#add(name);
  }

  #addWithPrefixes(name: string): void {
    for (const { index } of name.matchAll(/[.[]/g)) this.#add(name.slice(0, index));
    this.#add(name);
  }

  #add(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    for (const value of this.#values.get(name) ?? []) this.#addValue(value);
  }
}

/** The entries with these names. */
export function pickNamed<T>(
  values: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
