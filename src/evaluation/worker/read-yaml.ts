/** A YAML document as data, for schemas. */
import { isNestedTooDeep, nestingExceeded } from '../bounded/limits.js';

export async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    // The parser recurses as deep as the document, until the stack overflows.
    if (cause instanceof RangeError) throw nestingExceeded('the document');
    throw cause;
  }
  if (isNestedTooDeep(value)) throw nestingExceeded('the document');
  return value;
}
