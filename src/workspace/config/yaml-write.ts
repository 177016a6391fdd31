import { isMapping } from './config-words.js';

/** A value on one line, fit for block and flow context alike. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isMapping(value))
    return `{${Object.entries(value)
      .map(([name, item]) => flowEntry(name, item))
      .join(', ')}}`;
  return typeof value === 'string' ? textOf(value) : scalarText(value);
}

export function flowEntry(name: string, value: unknown): string {
  return `${textOf(name)}: ${flowText(value)}`;
}

/** Lines of an entry in block context; maps are written below their key. */
export function blockEntry(name: string, value: unknown, indent: string): string[] {
  if (!isMapping(value) || Object.keys(value).length === 0) return [indent + flowEntry(name, value)];
  const inner = Object.entries(value).flatMap(([own, item]) => blockEntry(own, item, `${indent}  `));
  return [`${indent}${textOf(name)}:`, ...inner];
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Words that some reader of YAML takes for something else. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** JSON text is YAML text too, once what YAML calls unprintable is escaped. */
function textOf(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
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
