/** What a text of an XML body means: XML has no types of its own. */
import type { JsonValue } from '../../../evaluation/values/json.js';
import { readNumber } from '../../../evaluation/values/number.js';
import { isJsonNumber } from '../../../primitives/json/json-number.js';

/** A number, a flag, or the text without blanks around it. */
export function typedText(written: string): Exclude<JsonValue, object | null> {
  const text = written.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  return (isJsonNumber(text) ? readNumber(text) : undefined) ?? text;
}
