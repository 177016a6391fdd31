import { isDistinctive } from '../../redaction/credential-headers.js';
import { REDACTED, SecretSet } from '../../redaction/secret-set.js';
import { findTokens } from '../../redaction/token-shapes.js';
import type { TextEdit } from './recorded-text.js';

const MAX_LEARNED_VALUES = 4000;
const MAX_CLEAN_TEXTS = 1000;
const MAX_KNOWN_TEXTS = 4000;
const MAX_PLACEHOLDERS = 500;
/** Only shorter texts are cached. */
const MAX_CLEAN_LENGTH = 200;

interface PlaceholderOwner {
  readonly placeholder: string;
  readonly values: SecretSet;
}

/** Secret values that are replaced wherever they occur, in any encoding. */
export class SecretValues {
  readonly #all = new SecretSet();
  readonly #owners: PlaceholderOwner[] = [];
  /** The placeholders of secrets by the text that was found. */
  readonly #byText = new Map<string, string>();
  /** Texts without a secret, cached because most headers are the same in every exchange. */
  readonly #clean = new Set<string>();

  /** `variables` are secret values by name. */
  constructor(variables: ReadonlyMap<string, string>) {
    for (const [name, value] of variables) this.#add(value, name);
  }

  get count(): number {
    return this.#owners.length;
  }

  has(value: string): boolean {
    return this.#all.has(value);
  }

  /** Adds a value that was found where secrets are expected. */
  learn(value: string, placeholder: string): void {
    if (this.#all.has(value)) return;
    const isOwnName = value.toLowerCase() === placeholder.toLowerCase();
    if (!isDistinctive(value) || isOwnName || value.includes(REDACTED)) return;
    if (!this.#isFull) this.#add(value, placeholder);
  }

  get #isFull(): boolean {
    return this.#owners.length >= MAX_LEARNED_VALUES;
  }

  edits(text: string): TextEdit[] {
    if (this.#clean.has(text)) return [];
    const spans = this.#all.find(text);
    const edits: TextEdit[] = spans.map(([start, end]) => {
      const found = text.slice(start, end);
      return { start, end, part: { placeholder: this.#placeholderFor(found) } };
    });
    // When the set is full, tokens are still recognized by their shape.
    if (this.#isFull)
      for (const { name, start, end } of findTokens(text))
        edits.push({ start, end, part: { placeholder: name } });
    if (edits.length === 0 && text.length <= MAX_CLEAN_LENGTH) this.#remember(text);
    return edits;
  }

  /** The placeholder of the secret that equals the text, or of one inside it when several overlap. */
  #placeholderFor(found: string): string {
    const existing = this.#byText.get(found);
    if (existing !== undefined) return existing;
    const isWhole = ({ values }: PlaceholderOwner): boolean => {
      const [span] = values.find(found);
      return span !== undefined && span[0] === 0 && span[1] === found.length;
    };
    const owner = this.#owners.find(isWhole) ?? this.#owners.find(({ values }) => values.contains(found));
    const placeholder = owner?.placeholder ?? 'SECRET';
    // Only secrets in another encoding need this search, so its result is cached.
    if (this.#byText.size < MAX_KNOWN_TEXTS) this.#byText.set(found, placeholder);
    return placeholder;
  }

  #remember(text: string): void {
    if (this.#clean.size >= MAX_CLEAN_TEXTS) this.#clean.clear();
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

const placeholders = new Map<string, string>();

/** Upper case, with `_` for characters other than letters and digits. */
export function placeholderOf(name: string): string {
  const earlier = placeholders.get(name);
  if (earlier !== undefined) return earlier;
  const placeholder = name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '_');
  if (placeholders.size >= MAX_PLACEHOLDERS) placeholders.clear();
  if (name.length <= MAX_CLEAN_LENGTH) placeholders.set(name, placeholder);
  return placeholder;
}
