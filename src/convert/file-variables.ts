/** The variables of the produced file: path parameters share one as long as they agree on its value. */
import type { VariableDraft } from './draft.js';
import { requestName, variableName } from './names.js';

export class FileVariables {
  readonly #drafts = new Map<string, VariableDraft>();
  readonly #reserved = new Set<string>();
  /** Names with a number by what they stand for, and the next number, so that many requests of one name cost no search. */
  readonly #numbered = new Map<string, string>();
  readonly #next = new Map<string, number>();

  /** One that means something else than a parameter of the same name; without a value the user supplies it. */
  reserve(wish: string, value?: string, secret?: true): string {
    const name = variableName(wish);
    this.#reserved.add(name);
    if (value !== undefined) this.#drafts.set(name, { name, value, ...(secret && { secret }) });
    return `{{${name}}}`;
  }

  isReserved(wish: string): boolean {
    return this.#reserved.has(variableName(wish));
  }

  /** What a name stands for, where it has been given a value. */
  valueOf(name: string): string | undefined {
    return this.#drafts.get(name)?.value;
  }

  /** The placeholder of a parameter; `owner` is the request that needs it. */
  use(wish: string, value: string | undefined, owner: string): string {
    const special = variableName(`${requestName(owner)}_${wish}`);
    for (const name of [variableName(wish), special])
      if (this.#suits(name, value)) return this.#take(name, value);
    const known = this.#numbered.get(`${special}\n${value}`);
    if (known !== undefined) return `{{${known}}}`;
    let number = this.#next.get(special) ?? 2;
    while (!this.#suits(`${special}_${number}`, value)) number++;
    this.#next.set(special, number + 1);
    this.#numbered.set(`${special}\n${value}`, `${special}_${number}`);
    return this.#take(`${special}_${number}`, value);
  }

  #suits(name: string, value: string | undefined): boolean {
    const known = this.valueOf(name);
    return !this.#reserved.has(name) && (known === undefined || value === undefined || known === value);
  }

  #take(name: string, value: string | undefined): string {
    if (value !== undefined) this.#drafts.set(name, { name, value });
    return `{{${name}}}`;
  }

  get drafts(): VariableDraft[] {
    return [...this.#drafts.values()];
  }
}
