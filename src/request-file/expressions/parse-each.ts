/** Parses the value of `# @each <source> [as <name>]`, see docs/language.md#elements. */
import { ELEMENT_NUMBER } from '../model/repeated-request.js';
import type { EachDirective } from '../model/model.js';
import { isOnePlaceholder } from '../text/template.js';
import { readLiteral, type Literal } from './parse-value.js';

export type EachSource =
  /** From the first integer to the last one, up or down. */
  | { readonly kind: 'range'; readonly first: number; readonly last: number }
  /** One placeholder, or a list. */
  | { readonly kind: 'literal'; readonly literal: Literal };

export type ReadEach =
  | {
      readonly each: EachDirective;
      /** The offset of a name that is written; else -1. */ readonly nameAt: number;
    }
  /** What the directive needs instead of a part of its value. */
  | { readonly needs: string; readonly found: string };

/** Names that mean something else in every request. */
const RESERVED: ReadonlySet<string> = new Set(['row', 'response', ELEMENT_NUMBER]);

const NAMED = /^(.*\S)[ \t]+as[ \t]+([A-Za-z_][\w-]*)$/s;

/** Undefined for a value of another form. */
export function readEach(value: string): ReadEach | undefined {
  const [, source = '', name = ''] = NAMED.exec(value) ?? [];
  if (name !== '' && readEachSource(source) !== undefined) {
    if (RESERVED.has(name)) return { needs: 'a name that is not reserved', found: name };
    return { each: { source, name }, nameAt: value.length - name.length };
  }
  return readEachSource(value) && { each: { source: value, name: 'each' }, nameAt: -1 };
}

const INTEGER = '(-?(?:0|[1-9]\\d{0,14}))';
const RANGE = new RegExp(`^${INTEGER}\\.\\.${INTEGER}$`);

export function readEachSource(source: string): EachSource | undefined {
  const [, first, last] = RANGE.exec(source) ?? [];
  if (first !== undefined && last !== undefined)
    return { kind: 'range', first: Number(first), last: Number(last) };
  if (isOnePlaceholder(source)) return { kind: 'literal', literal: { kind: 'template', text: source } };
  if (!source.startsWith('[')) return undefined;
  const reading = readLiteral(source);
  return reading.ok ? { kind: 'literal', literal: reading.literal } : undefined;
}
