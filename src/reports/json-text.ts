/**
 * JSON with two-space indent. Whole numbers beyond 2^53 keep their digits, and characters a terminal could
 * obey are escaped, which is the same to every reader.
 */
export function jsonText(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return listText(value, indent);
  if (typeof value === 'object' && value !== null) return objectText(value, indent);
  return scalarText(value);
}

/** The same on one line, as messages and tables show values. */
export function jsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(',')}]`;
  if (typeof value !== 'object' || value === null) return scalarText(value);
  return `{${membersOf(value)
    .map(([key, member]) => `${quoted(key)}:${jsonLine(member)}`)
    .join(',')}}`;
}

/** A JSON string, which YAML reads as well. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function listText(items: readonly unknown[], indent: string): string {
  if (items.length === 0) return '[]';
  const inner = `${indent}  `;
  return `[\n${items.map((item) => `${inner}${jsonText(item, inner)}`).join(',\n')}\n${indent}]`;
}

function objectText(value: object, indent: string): string {
  const members = membersOf(value);
  if (members.length === 0) return '{}';
  const inner = `${indent}  `;
  const lines = members.map(([key, member]) => `${inner}${quoted(key)}: ${jsonText(member, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
}
