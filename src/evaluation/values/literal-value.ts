/** The values of literals (docs/language.md#values). */
import { objectFrom } from '../../primitives/json/key-order.js';
import { readLiteral, type Literal } from '../../request-file/expressions/parse-value.js';
import { readNumber } from './number.js';

/** Resolves templates. */
export interface TemplateExpander {
  /** The value of an unquoted template. */
  readonly value: (template: string) => unknown;
  /** The text of a template in quotes, or of text with an escaped `\{{`. */
  readonly text: (template: string) => string;
}

export function literalValue(literal: Literal, expander: TemplateExpander): unknown {
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
      return objectFrom(literal.entries.map(([key, value]) => [key, literalValue(value, expander)] as const));
  }
}

const AS_IT_IS: TemplateExpander = { value: (text) => text, text: (text) => text };

/** Reads the text of a placeholder as a literal; nothing in it is evaluated again. */
export function literalOfText(text: string): unknown {
  const reading = readLiteral(text);
  return reading.ok ? literalValue(reading.literal, AS_IT_IS) : text;
}

/** The value of a literal that `isStatic`. */
export function staticValue(literal: Literal): unknown {
  return literalValue(literal, AS_IT_IS);
}

/** Whether the value of the literal is the same in every scope. */
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
