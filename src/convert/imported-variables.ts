/** The variables of the created file. Path parameters share one as long as they have the same value. */
import type { VariableDraft } from './import-draft.js';
import { requestName, variableName } from './import-names.js';

export class ImportedVariables {
  readonly #drafts = new Map<string, VariableDraft>();
  readonly #reserved = new Set<string>();
  readonly #renamed = new Map<string, string>();
  /** The numbered names and the next number per name, so that many requests with one name need no search. */
  readonly #numbered = new Map<string, string>();
  readonly #next = new Map<string, number>();

  /** Reserves a name for something other than a parameter; without a value the user supplies it. */
  reserve(originalName: string, value?: string, secret?: true): string {
    const name = this.#renamed.get(originalName) ?? variableName(originalName);
    this.#reserved.add(name);
    if (value !== undefined) this.#drafts.set(name, { name, value, ...(secret && { secret }) });
    return `{{${name}}}`;
  }

  /** Gives a name that scripts store a value in another one, under which it is used everywhere. */
  rename(originalName: string, name: string): void {
    this.#renamed.set(originalName, name);
  }

  /** The name under which scripts store a value. */
  storedName(originalName: string): string | undefined {
    return this.#renamed.get(originalName);
  }

  isReserved(originalName: string): boolean {
    return this.#reserved.has(this.#renamed.get(originalName) ?? variableName(originalName));
  }

  /** The value of a name, if it has one. */
  valueOf(name: string): string | undefined {
    return this.#drafts.get(name)?.value;
  }

  /** The placeholder of a parameter; `owner` is the request that uses it. */
  use(originalName: string, value: string | undefined, owner: string): string {
    const usual = variableName(originalName);
    if (this.#isAvailable(usual, value)) return this.#take(usual, value);
    const special = variableName(`${requestName(owner)}_${originalName}`);
    if (this.#isAvailable(special, value)) return this.#take(special, value);
    const existing = this.#numbered.get(`${special}\n${value}`);
    if (existing !== undefined) return `{{${existing}}}`;
    let number = this.#next.get(special) ?? 2;
    while (!this.#isAvailable(`${special}_${number}`, value)) number++;
    this.#next.set(special, number + 1);
    this.#numbered.set(`${special}\n${value}`, `${special}_${number}`);
    return this.#take(`${special}_${number}`, value);
  }

  #isAvailable(name: string, value: string | undefined): boolean {
    const current = this.valueOf(name);
    return !this.#reserved.has(name) && (current === undefined || value === undefined || current === value);
  }

  #take(name: string, value: string | undefined): string {
    if (value !== undefined) this.#drafts.set(name, { name, value });
    return `{{${name}}}`;
  }

  get drafts(): VariableDraft[] {
    return [...this.#drafts.values()];
  }
}
