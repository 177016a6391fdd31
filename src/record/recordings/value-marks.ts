/** Decides which values are worth following from a response to a later request, and recognizes them. */
import { hash, randomBytes } from 'node:crypto';
import type { ValueMark } from './recorded-text.js';

const MAX_VALUE_LENGTH = 8192;

/** Fingerprints are keyed per proxy: they show that two values are equal, and nothing else. */
export class ValueMarks {
  readonly #key = randomBytes(32).toString('base64');

  fingerprint(value: string): string {
    return hash('sha256', this.#key + value, 'base64');
  }

  /** Undefined for values that may be equal by chance; `noun` is what the value refers to. */
  mark(value: string, noun: string): ValueMark | undefined {
    if (value.length > MAX_VALUE_LENGTH || (noun === '' ? !isUnmistakable(value) : !isIdentifier(value)))
      return undefined;
    return { fingerprint: this.fingerprint(value), noun };
  }
}

function isIdentifier(value: string): boolean {
  return (/\d/.test(value) || value.length >= 16) && !/[\s\\]/.test(value);
}

/** Whether equality of two such texts cannot be a coincidence. */
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

/** Whether the value is the same in every encoding of URLs, forms, JSON and headers. */
export function isPlain(value: string): boolean {
  return /^[\w.~-]+$/.test(value);
}

/** `crates` gives `crate`, `crate_id` and `crateId` give `crate`, `id` gives nothing. */
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

/** What a path refers to: its last segment that is no identifier. */
export function nounOfPath(path: string): string {
  const words = path.split('/').filter((segment) => segment !== '' && !/\d/.test(segment));
  return singular(words.at(-1) ?? '');
}
