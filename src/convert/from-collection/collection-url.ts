/** Converts `request.url`, a text or its parts. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { looseText, usableUrl } from '../foreign-template.js';
import type { CollectionTemplateReader } from './collection-template.js';

/** `owner` is the request that its path variables belong to. */
export function readUrl(value: unknown, templates: CollectionTemplateReader, owner: string): string {
  const { variables } = templates;
  const parts = mapping(value);
  if (parts === undefined) return usableUrl(templates.read(value), (name) => variables.valueOf(name));
  const raw = text(parts['raw']).trim();
  const written = cutUrl(raw === '' || isComplete(parts) ? builtUrl(parts) : raw);
  const query = queryOf(parts) ?? cutUrl(raw).query;
  const path = withPathVariables(written.start, parts, templates, owner);
  const url = path + templates.read(query === '' ? '' : `?${query}`) + templates.read(written.fragment);
  return usableUrl(url, (name) => variables.valueOf(name));
}

/** Where text and parts differ, the client sends the parts, unless they are incomplete. */
function isComplete(parts: Mapping): boolean {
  const host = joined(parts['host'], '.');
  const hasScheme = text(parts['protocol']) !== '' || /^\{\{|:\/\//.test(host);
  return host !== '' && hasScheme && list(parts['path']).length > 0;
}

interface CutUrl {
  readonly start: string;
  readonly query: string;
  readonly fragment: string;
}

function cutUrl(url: string): CutUrl {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  return { start, query, fragment };
}

function builtUrl(parts: Mapping): string {
  const protocol = text(parts['protocol']).replace(/:?\/*$/, '');
  const host = joined(parts['host'], '.');
  const port = looseText(parts['port']);
  const path = joined(parts['path'], '/');
  const start = protocol === '' ? '' : `${protocol}://`;
  const hash = text(parts['hash']);
  return `${start}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path.replace(/^\//, '')}`}${hash === '' ? '' : `#${hash}`}`;
}

function joined(value: unknown, glue: string): string {
  if (!Array.isArray(value)) return looseText(value);
  return value.map((part: unknown) => looseText(mapping(part)?.['value'] ?? part)).join(glue);
}

/** The enabled ones in order; undefined when the parts have no query. */
function queryOf(parts: Mapping): string | undefined {
  const query = list(parts['query']).map(mapping);
  if (query.length === 0) return undefined;
  return query
    .filter((entry) => entry !== undefined && entry['disabled'] !== true)
    .map((entry) => {
      const key = looseText(entry?.['key']);
      const value = entry?.['value'];
      return value === null || value === undefined ? key : `${key}=${looseText(value)}`;
    })
    .join('&');
}

/** `:id` becomes `{{id}}`, which is defined unless its value is itself a placeholder. */
function withPathVariables(
  start: string,
  parts: Mapping,
  templates: CollectionTemplateReader,
  owner: string,
): string {
  const values = new Map<string, string>();
  for (const entry of list(parts['variable'])) {
    const variable = mapping(entry);
    const name = looseText(variable?.['key'] ?? variable?.['id']);
    if (name !== '' && variable?.['disabled'] !== true) values.set(name, looseText(variable?.['value']));
  }
  if (values.size === 0) return templates.read(start);
  return start
    .split('/')
    .map((segment) => {
      const name = segment.startsWith(':') ? segment.slice(1) : '';
      const value = values.get(name);
      if (value === undefined) return templates.read(segment);
      if (value.includes('{{')) return templates.read(value);
      return templates.variables.use(name, value === '' ? undefined : value, owner);
    })
    .join('/');
}
