import { entriesOf } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';

/** A value on one line, valid in block and flow context. */
export function toFlowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlowText).join(', ')}]`;
  if (isPlainObject(value))
    return `{${entriesOf(value)
      .map(([name, item]) => toFlowEntry(name, item))
      .join(', ')}}`;
  return typeof value === 'string' ? quoteText(value) : scalarText(value);
}

export function toFlowEntry(name: string, value: unknown): string {
  return `${quoteText(name)}: ${toFlowText(value)}`;
}

/** The lines of an entry in block context; maps are written below their key. */
export function toBlockEntry(name: string, value: unknown, indent: string): string[] {
  if (!isPlainObject(value) || Object.keys(value).length === 0) return [indent + toFlowEntry(name, value)];
  const inner = entriesOf(value).flatMap(([own, item]) => toBlockEntry(own, item, `${indent}  `));
  return [`${indent}${quoteText(name)}:`, ...inner];
}

/** The text of a key; one that was quoted stays so, because a colon may follow it without a blank. */
export function toKeyText(name: string, isQuoted: boolean): string {
  return isQuoted ? escapeText(name) : quoteText(name);
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Words that some YAML parsers read as something else. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

function quoteText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : escapeText(text);
}

/** JSON text is also YAML text, once characters that YAML forbids are escaped. */
function escapeText(text: string): string {
  const escaped = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function scalarText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number') return value === true || value === false ? String(value) : 'null';
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}
