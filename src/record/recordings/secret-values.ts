import { isDistinctive } from '../../redaction/credential-headers.js';
import { REDACTED, SecretSet } from '../../redaction/secret-set.js';
import { findTokens } from '../../redaction/token-shapes.js';
import type { Edit } from './recorded-text.js';

const MAX_LEARNED_VALUES = 4000;
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

  has(value: string): boolean {
    return this.#all.has(value);
  }

  /** One that was met in a place where secrets stand. */
  learn(value: string, placeholder: string): void {
    const isOwnName = value.toLowerCase() === placeholder.toLowerCase();
    if (!isDistinctive(value) || isOwnName || value.includes(REDACTED)) return;
    if (!this.#isFull) this.#add(value, placeholder);
  }

  get #isFull(): boolean {
    return this.#owners.length >= MAX_LEARNED_VALUES;
  }

  edits(text: string): Edit[] {
    if (this.#clean.has(text)) return [];
    const spans = this.#all.find(text);
    const edits: Edit[] = spans.map(([start, end]) => {
      const met = text.slice(start, end);
      return { start, end, piece: { placeholder: this.#placeholderFor(met) } };
    });
    // When there is no place for more, tokens are still known by how they look.
    if (this.#isFull)
      for (const { name, start, end } of findTokens(text))
        edits.push({ start, end, piece: { placeholder: name } });
    if (edits.length === 0 && text.length <= SHORT) this.#remember(text);
    return edits;
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
