import type { KeptResponse } from './run-result.js';

/** A response with the request that got it. */
export interface KeptEntry {
  readonly uri: string;
  readonly line: number;
  /** The name of the request, without a data row. */
  readonly name: string;
  readonly response: KeptResponse;
}

export type RequestPlace = Pick<KeptEntry, 'uri' | 'line'>;

export interface WantedResponse extends RequestPlace {
  /** The name of the request at that line now; left out, the line alone decides. */
  readonly name?: string | undefined;
}

export interface KeptLimits {
  readonly maxResponses: number;
  /** The length of all bodies and headers together. */
  readonly maxCharacters: number;
}

const LIMITS: KeptLimits = { maxResponses: 200, maxCharacters: 16 * 1024 * 1024 };

/** The newest response of each request, as many as fit in the limits. */
export class KeptResponses {
  readonly #limits: KeptLimits;
  /** The oldest one first. */
  readonly #entries = new Map<string, KeptEntry>();
  #characters = 0;

  constructor(limits: KeptLimits = LIMITS) {
    this.#limits = limits;
  }

  add(entry: KeptEntry): void {
    const key = keyOf(entry);
    this.#remove(key);
    this.#entries.set(key, entry);
    this.#characters += lengthOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.maxResponses && this.#characters <= this.#limits.maxCharacters)
        break;
      this.#remove(oldest);
    }
  }

  /** For a request that was sent again and got no response. */
  remove(place: RequestPlace): void {
    this.#remove(keyOf(place));
  }

  /** Lines move when a text is edited; then the name finds the request, if only one has it. */
  find({ uri, line, name }: WantedResponse): KeptResponse | undefined {
    const exact = this.#entries.get(keyOf({ uri, line }));
    if (exact && (name === undefined || exact.name === name)) return exact.response;
    if (name === undefined) return undefined;
    const named = [...this.#entries.values()].filter((entry) => entry.uri === uri && entry.name === name);
    return named.length === 1 ? named[0]?.response : undefined;
  }

  /** The oldest one first. */
  entries(): readonly KeptEntry[] {
    return [...this.#entries.values()];
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#characters -= lengthOf(entry);
  }
}

function keyOf({ uri, line }: RequestPlace): string {
  return `${line} ${uri}`;
}

function lengthOf({ uri, name, response }: KeptEntry): number {
  let length = uri.length + name.length + response.body.length;
  for (const [header, value] of Object.entries(response.headers)) length += header.length + value.length;
  return length;
}
