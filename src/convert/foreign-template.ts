/** Texts of other clients, in which `{{name}}` is a placeholder too. */
import { toJson } from '../evaluation/values/json.js';
import { classifyPlaceholder } from '../request-file/text/template.js';
import { base64Placeholder, ESCAPING_PATTERN } from '../request-file/write-safely.js';

/** Maps the trimmed text inside a placeholder to the placeholder to write. */
export type MapPlaceholder = (inner: string) => string;

/** In other clients, backslashes before a placeholder are ordinary characters. */
export function mapPlaceholders(text: string, map: MapPlaceholder): string {
  if (!text.includes('{{')) return text;
  return text.replace(
    PLACEHOLDER,
    (_, escaping: string, inner: string) =>
      (escaping === '' ? '' : base64Placeholder(escaping)) + map(inner.trim()),
  );
}

const PLACEHOLDER = new RegExp(`(${ESCAPING_PATTERN})\\{\\{([^{}\\r\\n]*)\\}\\}`, 'g');

/** Dynamic variables of other clients that have another name here. */
const RENAMED: Readonly<Record<string, string>> = {
  $guid: '$uuid()',
  $randomUUID: '$uuid()',
  $timestamp: '$timestamp()',
  $isoTimestamp: '$now()',
  $randomInt: '$random(0, 1000)',
  $randomEmail: '$randomEmail()',
};

/** The placeholder for a dynamic variable of another client; undefined if it has no counterpart. */
export function dynamicPlaceholder(inner: string): string | undefined {
  if (Object.hasOwn(RENAMED, inner)) return `{{${RENAMED[inner]}}}`;
  return isDynamicVariable(inner) ? `{{${inner}}}` : undefined;
}

/** Whether `$name` of another client is a function here too. */
export function isDynamicVariable(inner: string): boolean {
  const found = classifyPlaceholder(inner);
  return found.kind === 'function' && found.isKnown;
}

/** Encodes blanks and adds `http://` where other clients imply it. */
export function toUsableUrl(url: string, valueOf: (name: string) => string | undefined): string {
  const text = url
    .trim()
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(' ', '%20') : part))
    .join('');
  // A variable at the start may hold a host without a scheme, such as `localhost:3000`.
  const first = /^\{\{([^{}]*)\}\}/.exec(text)?.[1];
  const start = first === undefined ? text : (valueOf(first) ?? '');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(start);
  return /^[a-z0-9]/i.test(start) && !hasScheme ? `http://${text}` : text;
}

/** Converts any value to text. */
export function looseText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : toJson(value);
}

/** A path of the user, relative to the request file. */
export function toUserPath(path: string): string {
  const trimmed = path.trim();
  return trimmed === '' || /^(?:\.{0,2}\/|[a-z]:|~|\{\{)/i.test(trimmed) ? trimmed : `./${trimmed}`;
}
