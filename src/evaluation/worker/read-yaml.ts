/** A YAML document as data, for schemas. */
import { isNestedTooDeep, nestingExceeded } from '../bounded/limits.js';

const OPTIONS = { maxAliasCount: 100 };

export async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = /\d{16}/.test(text)
      ? parse(text, smallest, { ...OPTIONS, intAsBigInt: true })
      : parse(text, OPTIONS);
  } catch (cause) {
    // The parser recurses as deep as the document, until the stack overflows.
    if (cause instanceof RangeError) throw nestingExceeded('the document');
    throw cause;
  }
  if (isNestedTooDeep(value)) throw nestingExceeded('the document');
  return value;
}

/** Integers that a double holds are numbers, as everywhere; only the others stay bigints. */
function smallest(_key: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
