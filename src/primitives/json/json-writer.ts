import { containsKeptOrder, entriesOf } from './key-order.js';

/**
 * JSON text with every digit of big integers and with keys in the order they were read. Values of responses have to be
 * written with this function.
 */
export function toJson(value: unknown, indent = 0): string {
  try {
    if (!containsKeptOrder(value)) return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (cause) {
    // The built-in function refuses bigints.
    if (!(cause instanceof TypeError)) throw cause;
  }
  return write(value, indent === 0 ? '' : ' '.repeat(indent), '\n') ?? 'null';
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
  for (const [key, member] of entriesOf(value as Readonly<Record<string, unknown>>)) {
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
