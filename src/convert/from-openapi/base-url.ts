/** The address of the API: `servers` of 3.x, `schemes`, `host` and `basePath` of 2.0. */
import type { ApiVersion } from '../../documents/api-operations.js';
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { literalText } from '../../request-file/write-safely.js';
import { variableName } from '../import-names.js';

const LOCAL = 'http://localhost:3000';

/** Returns a template; `source` is the URL or path of the document. */
export function readBaseUrl(root: Mapping, version: ApiVersion, source: string): string {
  if (version === '2.0') return oldBaseUrl(root, source);
  return readServerUrl(list(root['servers'])[0], source) ?? absolute('', source);
}

/** The URL of a server with its variables resolved; undefined when it has none. */
export function readServerUrl(server: unknown, source: string): string | undefined {
  const { url, variables } = mapping(server) ?? {};
  if (typeof url !== 'string') return undefined;
  const filled = url.split(/\{+([^{}]+)\}+/).map((part, i) => {
    if (i % 2 === 0) return literalText(part);
    const value = valueOf(mapping(mapping(variables)?.[part]));
    return value === undefined ? `{{${variableName(part)}}}` : literalText(value);
  });
  return absolute(filled.join('').trim(), source);
}

function valueOf(variable: Mapping | undefined): string | undefined {
  const value = variable?.['default'] ?? list(variable?.['enum'])[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function absolute(url: string, source: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url)) return withoutEnd(url);
  const from = isUrl(source) ? source : LOCAL;
  if (url.startsWith('//')) return withoutEnd(`${isUrl(source) ? new URL(source).protocol : 'https:'}${url}`);
  if (url === '') return withoutEnd(new URL(from).origin);
  // URL resolution would encode the braces of placeholders.
  if (!url.includes('{{')) return withoutEnd(URL.canParse(url, from) ? new URL(url, from).href : from);
  return withoutEnd(`${new URL(from).origin}/${url.replace(/^\/+/, '')}`);
}

function withoutEnd(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source) && URL.canParse(source);
}

function oldBaseUrl(root: Mapping, source: string): string {
  const schemes = list(root['schemes']).filter((scheme) => typeof scheme === 'string');
  const origin = isUrl(source) ? new URL(source) : undefined;
  const host = text(root['host']).trim() || origin?.host || 'localhost:3000';
  const fallback = origin?.protocol.slice(0, -1) ?? (text(root['host']) === '' ? 'http' : 'https');
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? fallback);
  const base = text(root['basePath']).trim().replace(/^\/*/, '/');
  return withoutEnd(literalText(`${scheme}://${host}${base}`));
}
