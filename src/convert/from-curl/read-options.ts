import { CURL_FLAGS, type CurlFlag } from './curl-flags.js';
import { CurlOptions } from './curl-options.js';
import { startsWithPlaceholder } from './curl-text.js';

export interface ReadCommand {
  /** One per part between `--next`. */
  readonly parts: readonly CurlOptions[];
  /** Warnings about unknown flags. */
  readonly warnings: readonly string[];
  /** The reason why the words are no curl command. */
  readonly problem: string | undefined;
}

/** Reads the words of a command, with or without the leading `curl`. */
export function readOptions(words: readonly string[]): ReadCommand {
  const start = firstArgument(words);
  if (start === undefined)
    return { parts: [], warnings: [], problem: 'it starts neither with curl nor with a flag or a URL' };
  const reader = new OptionReader(words, start);
  return { parts: reader.parts, warnings: reader.warnings, problem: reader.read() };
}

/** A prompt may precede it. Without `curl` the first word must look like an argument. */
function firstArgument(words: readonly string[]): number | undefined {
  const at = words[0] === '$' ? 1 : 0;
  const first = words[at];
  if (first === undefined) return at;
  if (/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(first)) return at + 1;
  if (startsWithPlaceholder(first)) return at;
  return /^(?:-|[\w-]+:\/\/|localhost\b|[\w-]+\.[\w.-]+|\[[0-9a-f:]+\])/i.test(first) ? at : undefined;
}

class OptionReader {
  #part = new CurlOptions();
  readonly parts = [this.#part];
  readonly warnings: string[] = [];
  readonly #words: readonly string[];
  #at: number;

  constructor(words: readonly string[], start: number) {
    this.#words = words;
    this.#at = start;
  }

  /** Returns the problem, if any. */
  read(): string | undefined {
    let flagsEnded = false;
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at++] ?? '';
      if (flagsEnded || !word.startsWith('-') || word === '-') this.#part.urls.push(word);
      else if (word === '--') flagsEnded = true;
      else {
        const problem = word.startsWith('--') ? this.#long(word) : this.#shorts(word);
        if (problem !== undefined) return problem;
      }
    }
    return this.parts.some(({ urls }) => urls.length === 0) ? 'it has no URL' : undefined;
  }

  #long(word: string): string | undefined {
    if (word === '--next') return this.#next();
    const equals = word.indexOf('=');
    const flag = CURL_FLAGS.get(equals < 0 ? word : word.slice(0, equals));
    if (flag === undefined) return this.#unknown(word);
    return this.#apply(flag, equals < 0 ? undefined : word.slice(equals + 1));
  }

  /** `-sSL`, `-XPUT`, `-sXPUT`. */
  #shorts(word: string): string | undefined {
    for (let at = 1; at < word.length; at++) {
      const letter = String.fromCodePoint(word.codePointAt(at) ?? 0);
      at += letter.length - 1;
      if (letter === ':') {
        this.#next();
        continue;
      }
      const flag = CURL_FLAGS.get(`-${letter}`);
      if (flag?.takesValue) return this.#apply(flag, word.slice(at + 1) || undefined);
      const problem = flag ? this.#apply(flag, undefined) : this.#unknown(`-${letter}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #next(): undefined {
    this.#part = new CurlOptions();
    this.parts.push(this.#part);
  }

  #apply(flag: CurlFlag, attached: string | undefined): string | undefined {
    const value = flag.takesValue ? (attached ?? this.#words[this.#at++]) : '';
    if (value === undefined) return `${flag.name} needs a value`;
    flag.apply?.(this.#part, value);
    return undefined;
  }

  /** A switch without a counterpart, or a flag that curl does not support either. */
  #unknown(word: string): undefined {
    const [, positive] = /^--no-(.+)$/.exec(word) ?? [];
    const switchedOff = positive === undefined ? undefined : CURL_FLAGS.get(`--${positive}`);
    if (switchedOff && !switchedOff.takesValue && !switchedOff.apply) return;
    const shown = word.length > 60 ? `${word.slice(0, 60)}...` : word;
    this.#part.losses.push(`the flag ${shown} has no counterpart`);
    this.warnings.push(`the flag ${shown} is not understood and was taken as having no value`);
  }
}
