/** The variables of the produced file: path parameters share one as long as they agree on its value. */
import type { VariableDraft } from './draft.js';
import { requestName, variableName } from './names.js';

export class FileVariables {
  readonly #drafts = new Map<string, VariableDraft>();
  readonly #reserved = new Set<string>();

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
    const candidates = [wish, `${requestName(owner)}_${wish}`].map(variableName);
    for (let number = 2; ; number++) {
      const name = candidates.shift() ?? `${variableName(`${requestName(owner)}_${wish}`)}_${number}`;
      if (this.#reserved.has(name)) continue;
      const known = this.valueOf(name);
      if (known !== undefined && value !== undefined && known !== value) continue;
      const given = known ?? value;
      if (given !== undefined) this.#drafts.set(name, { name, value: given });
      return `{{${name}}}`;
    }
  }

  get drafts(): VariableDraft[] {
    return [...this.#drafts.values()];
  }
}
