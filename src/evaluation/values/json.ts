/** JSON in which integers of any size stay exact (language sections 2.1, 6.2). */
import { JsonReader } from './json-reader.js';
import { type Exact, isExact } from './number.js';

export type JsonValue =
  | null
  | boolean
  | Exact
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Deeper documents are refused: comparing and writing them would exhaust the stack. */
export const MAX_JSON_DEPTH = 1000;

/** An integer that a double may not hold, or a number it cannot; also inside strings, which costs only time. */
const NEEDS_CARE = /(?:^|[\s:,[])-?(?:\d{16}|[\d.]+[eE]\+?\d{3})[\d.eE+-]*(?=[\s,\]}]|$)/;

/** Throws a SyntaxError for text that is no JSON, a JsonTooDeep among them. Of two equal keys the last wins. */
export function parseJson(text: string, deepest = MAX_JSON_DEPTH): JsonValue {
  if (NEEDS_CARE.test(text) || (text.length > deepest && mayBeDeep(text, deepest))) {
    return new JsonReader(text, deepest).document();
  }
  return JSON.parse(text) as JsonValue;
}

/** Brackets in strings count too: a false alarm costs only time. */
function mayBeDeep(text: string, deepest: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 32;
    // `[` and `{`, `]` and `}` differ by that bit.
    if (code === 123) {
      if (++depth > deepest) return true;
    } else if (code === 125 && depth > 0) depth--;
  }
  return false;
}

/** JSON text with every digit of big integers; the way to write anything that a response may have given. */
export function toJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // A bigint: the built-in writer refuses it.
    return write(value, indent === 0 ? '' : ' '.repeat(indent), '\n') ?? 'null';
  }
}

function write(value: unknown, step: string, line: string): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = line + step;
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, step, inner) ?? 'null');
    return enclose('[', items, ']', step, line);
  }
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = write(member, step, inner);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${step === '' ? '' : ' '}${text}`);
  }
  return enclose('{', members, '}', step, line);
}

function enclose(open: string, parts: readonly string[], close: string, step: string, line: string): string {
  if (parts.length === 0) return open + close;
  if (step === '') return open + parts.join(',') + close;
  return open + line + step + parts.join(`,${line}${step}`) + line + close;
}

/** How a value is inserted into text (language section 2.1, rule 5). */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isExact(value) || typeof value === 'boolean') return String(value);
  return toJson(value);
}
