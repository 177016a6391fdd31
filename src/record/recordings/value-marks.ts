/** Which values are worth following from an answer into a later request, and how they are recognised. */
import { hash, randomBytes } from 'node:crypto';
import type { ValueMark } from './recorded-text.js';

const LONGEST_VALUE = 8192;

/** Of one proxy: a fingerprint tells that two values are equal, and nothing else. */
export class ValueMarks {
  readonly #key = randomBytes(32).toString('base64');

  fingerprint(value: string): string {
    return hash('sha256', this.#key + value, 'base64');
  }

  /** Undefined for what may be the same by chance, wherever it came from; `noun` is what its place is about. */
  mark(value: string, noun: string): ValueMark | undefined {
    if (value.length > LONGEST_VALUE || (noun === '' ? !isUnmistakable(value) : !isIdentifier(value)))
      return undefined;
    return { fingerprint: this.fingerprint(value), noun };
  }
}

function isIdentifier(value: string): boolean {
  return (/\d/.test(value) || value.length >= 16) && !/[\s\\]/.test(value);
}

/** Nobody writes such a text twice without having read it. */
export function isUnmistakable(value: string): boolean {
  if (value.length < 8 || !/^[\w.~+/=:"-]+$/.test(value) || value.includes('://')) return false;
  // Dates, times and versions are chosen by people.
  return (
    /[a-z]/i.test(value) &&
    /\d/.test(value) &&
    !/^\d{4}-\d\d-\d\d/.test(value) &&
    !/^v?[\d.]+[a-z]*$/i.test(value)
  );
}

/** Characters that stay the same in every place: no escapes of URLs, forms, JSON or headers. */
export function isPlain(value: string): boolean {
  return /^[\w.~-]+$/.test(value);
}

/** `crates` → `crate`, `crate_id` and `crateId` → `crate`, `id` → nothing. */
export function nounOfName(name: string): string {
  const base = /^(.+?)(?:_|-)?(?:id|uuid|guid|key|ref|number|no|code|slug)$/i.exec(name)?.[1];
  return base === undefined ? '' : singular(base);
}

export function isIdName(name: string): boolean {
  return /^_?(?:id|uuid|guid|key|ref|number|code|slug)$/i.test(name);
}

export function singular(word: string): string {
  const plain = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(plain)) return plain.slice(0, -2);
  return plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain;
}

/** What a path is about: its last word that is no identifier. */
export function nounOfPath(path: string): string {
  const words = path.split('/').filter((segment) => segment !== '' && !/\d/.test(segment));
  return singular(words.at(-1) ?? '');
}
