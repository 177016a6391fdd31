import { REDACTED, SecretSet } from '../redaction/secret-set.js';
import type { Edit } from './recorded-text.js';

/** Others are often plain words, which would be blanked out everywhere. */
function isTelling(value: string): boolean {
  return value.length >= 8 || (value.length >= 4 && /\d/.test(value) && /[a-z]/i.test(value));
}

const MOST_LEARNED = 1000;
const MOST_CLEAN = 1000;
const MOST_TEXTS = 4000;
/** Characters. */
const SHORT = 200;

interface Owner {
  readonly placeholder: string;
  readonly values: SecretSet;
}

/** Secret values that are replaced wherever they occur, in whatever form. */
export class SecretValues {
  readonly #all = new SecretSet();
  readonly #owners: Owner[] = [];
  /** Secrets as they were met, to what stands for them. */
  readonly #byText = new Map<string, string>();
  /** Texts without a secret: most headers are the same in every exchange. */
  readonly #clean = new Set<string>();

  /** By the name that each of them has. */
  constructor(variables: ReadonlyMap<string, string>) {
    for (const [name, value] of variables) this.#add(value, name);
  }

  get count(): number {
    return this.#owners.length;
  }

  /** One that was met in a place where secrets stand. */
  learn(value: string, placeholder: string): void {
    const isOwnName = value.toLowerCase() === placeholder.toLowerCase();
    if (!isTelling(value) || isOwnName || value.includes(REDACTED)) return;
    if (this.#owners.length < MOST_LEARNED) this.#add(value, placeholder);
  }

  edits(text: string): Edit[] {
    if (this.#clean.has(text)) return [];
    const spans = this.#all.find(text);
    if (spans.length === 0 && text.length <= SHORT) this.#remember(text);
    return spans.map(([start, end]) => {
      const met = text.slice(start, end);
      return { start, end, piece: { placeholder: this.#placeholderFor(met) } };
    });
  }

  /** Of the secret that the text is; of one in it, when several overlap. */
  #placeholderFor(met: string): string {
    const known = this.#byText.get(met);
    if (known !== undefined) return known;
    const isWhole = ({ values }: Owner): boolean => {
      const [span] = values.find(met);
      return span !== undefined && span[0] === 0 && span[1] === met.length;
    };
    const owner = this.#owners.find(isWhole) ?? this.#owners.find(({ values }) => values.contains(met));
    const placeholder = owner?.placeholder ?? 'SECRET';
    // Looking through all of them is for the few that are written in another form.
    if (this.#byText.size < MOST_TEXTS) this.#byText.set(met, placeholder);
    return placeholder;
  }

  #remember(text: string): void {
    if (this.#clean.size >= MOST_CLEAN) this.#clean.clear();
    this.#clean.add(text);
  }

  #add(value: string, placeholder: string): void {
    if (this.#all.has(value)) return;
    this.#clean.clear();
    const values = new SecretSet();
    values.add(value);
    this.#all.add(value);
    this.#owners.push({ placeholder, values });
    this.#byText.set(value, placeholder);
  }
}

/** Upper case, other characters than letters and digits as `_` (server.md 13). */
export function placeholderOf(name: string): string {
  return name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '_');
}
