/** From value literals to values (language section 6.3). */
import { readLiteral, type Literal } from '../../request-file/expressions/parse-value.js';
import { readNumber } from './number.js';

/** Who fills templates in. */
export interface Expander {
  /** An unquoted template: its value. */
  readonly value: (template: string) => unknown;
  /** A template in quotes, or text with an escaped `\{{`: always a string. */
  readonly text: (template: string) => string;
}

export function literalValue(literal: Literal, expander: Expander): unknown {
  switch (literal.kind) {
    case 'string':
      return literal.value.includes('{{') ? expander.text(literal.value) : literal.value;
    case 'quoted-template':
      return expander.text(literal.text);
    case 'template':
      return expander.value(literal.text);
    case 'number':
      return readNumber(literal.raw) ?? literal.raw;
    case 'boolean':
      return literal.value;
    case 'null':
      return null;
    case 'list':
      return literal.items.map((item) => literalValue(item, expander));
    case 'object':
      return Object.fromEntries(literal.entries.map(([key, value]) => [key, literalValue(value, expander)]));
  }
}

const AS_IT_IS: Expander = { value: (text) => text, text: (text) => text };

/** Text that came out of a placeholder: read as a literal, but nothing in it is evaluated again. */
export function literalOfText(text: string): unknown {
  const reading = readLiteral(text);
  return reading.ok ? literalValue(reading.literal, AS_IT_IS) : text;
}

/** The value of a literal that `isStatic`. */
export function staticValue(literal: Literal): unknown {
  return literalValue(literal, AS_IT_IS);
}

/** Is its value the same in every scope? */
export function isStatic(literal: Literal): boolean {
  switch (literal.kind) {
    case 'string':
      return !literal.value.includes('{{');
    case 'template':
    case 'quoted-template':
      return false;
    case 'list':
      return literal.items.every(isStatic);
    case 'object':
      return literal.entries.every(([, value]) => isStatic(value));
    default:
      return true;
  }
}
