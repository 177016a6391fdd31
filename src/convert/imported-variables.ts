/**
 * The variables of the created file. Parameters share one as long as the source does not give them different values; a
 * value that was only made up is no other value.
 */
import type { VariableDraft } from './import-draft.js';
import { requestName, variableName } from './import-names.js';

export class ImportedVariables {
  readonly #drafts = new Map<string, VariableDraft>();
  readonly #reserved = new Set<string>();
  /** The names whose value was only made up. */
  readonly #fillers = new Set<string>();
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

  /** The placeholder of a parameter whose value was made up. */
  useFiller(originalName: string, value: string, owner: string): string {
    const usual = variableName(originalName);
    if (this.#reserved.has(usual)) return this.use(originalName, value, owner);
    if (this.valueOf(usual) === undefined) this.#fillers.add(usual);
    // A number fits where a text is expected, but not the other way round.
    if (this.#fillers.has(usual) && (this.valueOf(usual) === undefined || /^\d/.test(value)))
      this.#drafts.set(usual, { name: usual, value });
    return `{{${usual}}}`;
  }

  /** The placeholder of a parameter; `owner` is the request that uses it. */
  use(originalName: string, value: string | undefined, owner: string): string {
    const usual = variableName(originalName);
    if (value !== undefined && this.#fillers.delete(usual)) return this.#take(usual, value);
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
