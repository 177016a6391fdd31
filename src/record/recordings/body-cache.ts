/**
 * Bodies that were recorded more than once. Many exchanges have the same ones, and reading a body, looking for its secrets and
 * removing them takes longer than forwarding it (bench/measures/proxy.mjs).
 */
import { readBodyText, type BodyText } from './body-text.js';
import type { RecordedText } from './recorded-text.js';
import { RepeatedTexts } from './repeated-texts.js';
import type { ProducedValue } from './recording.js';

const MAX_BODY_CHARACTERS = 8 * 1024;
/** What is kept of a body takes a multiple of its length. */
const MAX_CHARACTERS = 256 * 1024;

export interface CachedBody {
  readonly body: BodyText;
  readonly contentType: string;
  /** Whether its secrets were learned. */
  isLearned: boolean;
  /** Without secrets; valid while their number is the same. */
  recorded: { readonly text: RecordedText; readonly knownSecrets: number } | undefined;
  /** The values that the response to a request for this path produces. */
  produced: { readonly path: string; readonly values: readonly ProducedValue[] } | undefined;
}

export class BodyCache {
  readonly #indents: boolean;
  readonly #byText = new Map<string, CachedBody>();
  readonly #repeated = new RepeatedTexts();
  #characters = 0;

  /** `indents`: JSON is indented. */
  constructor(indents: boolean) {
    this.#indents = indents;
  }

  /** Undefined when it is nested too deeply. */
  read(text: string, contentType: string): CachedBody | undefined {
    const cached = text.length <= MAX_BODY_CHARACTERS ? this.#byText.get(text) : undefined;
    if (cached?.contentType === contentType) return cached;
    const body = readBodyText(text, contentType, this.#indents);
    if (body === undefined) return undefined;
    const read = { body, contentType, isLearned: false, recorded: undefined, produced: undefined };
    if (text.length <= MAX_BODY_CHARACTERS && this.#repeated.note(text)) this.#keep(text, read);
    return read;
  }

  #keep(text: string, body: CachedBody): void {
    if (this.#characters + text.length > MAX_CHARACTERS) {
      this.#byText.clear();
      this.#characters = 0;
    }
    this.#byText.set(text, body);
    this.#characters += text.length;
  }
}
