/** Creates valid names of requests, variables and files from foreign names. */
import { isLetter, isNameCharacter } from '../request-file/text/characters.js';

/** Letters of every script and digits; what stands between them becomes `_`. */
export function requestName(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '') || 'request'
  );
}

const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

/** Letters, digits, `_ - .`, without a digit at the start. */
export function variableName(text: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const name = text.replace(/[\s\S]/gu, (character) =>
    character.length === 1 && isNameCharacter(character.charCodeAt(0)) ? character : '_',
  );
  return name.startsWith('_') || isLetter(name.charCodeAt(0)) ? name : `_${name}`;
}

/** Gives names that are free. The next number of each is remembered, so that many equal names need no search. */
export class FreeNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Says that a name has its meaning already. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** The usual name, or the first numbered one that is free; it is taken from then on. */
  take(usual: string, numbered = (number: number): string => `${usual}_${number}`): string {
    let name = usual;
    let number = this.#next.get(usual) ?? 2;
    for (; this.#taken.has(name); number++) name = numbered(number);
    this.#next.set(usual, number);
    this.#taken.add(name);
    return name;
  }
}
