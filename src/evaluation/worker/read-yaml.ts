/** A YAML document as data, for schemas. */
import { isNestedTooDeep, tooDeep } from '../bounded/limits.js';

export async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    // The parser goes as deep as the document, until its stack ends.
    if (cause instanceof RangeError) throw tooDeep('the document');
    throw cause;
  }
  if (isNestedTooDeep(value)) throw tooDeep('the document');
  return value;
}
