/** The variables of the produced file: path parameters share one as long as they agree on its value. */
import { requestName, variableName } from '../names.js';
import type { VariableDraft } from '../draft.js';

export class FileVariables {
  readonly #values = new Map<string, string | undefined>();
  readonly #reserved = new Set<string>();

  /** One that means something else than a parameter of the same name; without a value the user supplies it. */
  reserve(wish: string, value?: string): string {
    const name = variableName(wish);
    this.#reserved.add(name);
    this.#values.set(name, value ?? this.#values.get(name));
    return `{{${name}}}`;
  }

  /** The placeholder of a parameter; `owner` is the request that needs it. */
  use(wish: string, value: string | undefined, owner: string): string {
    const candidates = [wish, `${requestName(owner)}_${wish}`].map(variableName);
    for (let number = 2; ; number++) {
      const name = candidates.shift() ?? `${variableName(`${requestName(owner)}_${wish}`)}_${number}`;
      if (this.#reserved.has(name)) continue;
      const known = this.#values.get(name);
      if (known !== undefined && value !== undefined && known !== value) continue;
      this.#values.set(name, known ?? value);
      return `{{${name}}}`;
    }
  }

  get drafts(): VariableDraft[] {
    return [...this.#values].flatMap(([name, value]) => (value === undefined ? [] : { name, value }));
  }
}
