/** Texts of other clients, in which `{{name}}` is a placeholder too. */
import { toJson } from '../evaluation/values/json.js';
import { base64Placeholder, ESCAPING_PATTERN } from '../request-file/write-safely.js';

/** Gives the placeholder to write for the trimmed inner text of one. */
export type MapPlaceholder = (inner: string) => string;

/** Backslashes before a placeholder are ordinary characters there. */
export function mapPlaceholders(text: string, map: MapPlaceholder): string {
  if (!text.includes('{{')) return text;
  return text.replace(
    PLACEHOLDER,
    (_, escaping: string, inner: string) =>
      (escaping === '' ? '' : base64Placeholder(escaping)) + map(inner.trim()),
  );
}

const PLACEHOLDER = new RegExp(`(${ESCAPING_PATTERN})\\{\\{([^{}\\r\\n]*)\\}\\}`, 'g');

/** A URL as it can be sent: blanks encoded, and `http` where other clients take it for granted. */
export function usableUrl(url: string, valueOf: (name: string) => string | undefined): string {
  const text = url
    .trim()
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, i) => (i % 2 === 0 ? piece.replaceAll(' ', '%20') : piece))
    .join('');
  if (/^[a-z0-9]/i.test(text)) return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const first = /^\{\{([^{}]*)\}\}/.exec(text)?.[1];
  const value = first === undefined ? undefined : valueOf(first);
  // `localhost:3000` in a variable.
  return value !== undefined && /^[a-z0-9]/i.test(value) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
    ? `http://${text}`
    : text;
}

/** Any value where text is expected. */
export function looseText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : toJson(value);
}

/** A file of the user, as a path from the request file. */
export function userPath(path: string): string {
  const trimmed = path.trim();
  return trimmed === '' || /^(?:\.{0,2}\/|[a-z]:|~|\{\{)/i.test(trimmed) ? trimmed : `./${trimmed}`;
}
