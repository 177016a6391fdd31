import { domainToASCII } from 'node:url';
import { isPublicName } from '../../http/connect/public-address.js';
import { Type, type ValueOf } from '../../primitives/shapes/type.js';
import type { SearchInput } from './search-provider.js';
import { closedObject, someText } from '../protocol/argument-types.js';
import { invalidArgument } from '../protocol/tool-failure.js';

const domainList = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 20, description }));

export const SEARCH_SCHEMA = closedObject({
  query: someText(512, 'What to look for, in words.'),
  max_results: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, default: 5, description: 'Most results returned.' }),
  ),
  language: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 63,
      description: 'A BCP 47 tag such as pt-BR; an error when the provider cannot filter by language.',
    }),
  ),
  freshness: Type.Optional(
    Type.Enum(['any', 'day', 'week', 'month', 'year'], {
      type: 'string',
      default: 'any',
      description: 'How recent pages must be.',
    }),
  ),
  include_domains: domainList('Only these domains and what lies below them.'),
  exclude_domains: domainList('Nothing of these domains and what lies below them.'),
});

/** The arguments in one normal form: texts without surplus spaces, domains in ASCII, a language tag in its usual case. */
export function readSearch(args: ValueOf<typeof SEARCH_SCHEMA>): SearchInput {
  const includeDomains = normalizeDomains(args.include_domains, 'include_domains');
  const excludeDomains = normalizeDomains(args.exclude_domains, 'exclude_domains');
  const input = {
    query: normalizeQuery(args.query),
    maxResults: args.max_results ?? 5,
    language: normalizeLanguage(args.language),
    freshness: args.freshness ?? 'any',
    includeDomains,
    excludeDomains,
  };
  const both = includeDomains.find((domain) => excludeDomains.includes(domain));
  if (both !== undefined)
    throw invalidArgument(`domain ${both} is in both include_domains and exclude_domains`);
  return input;
}

const MAX_QUERY_CHARS = 512;

function normalizeQuery(text: string): string {
  if (text.includes('\0')) throw invalidArgument('query: must not contain NUL');
  const query = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const length = Array.from(query).length;
  if (length === 0) throw invalidArgument('query: must not be empty');
  if (length > MAX_QUERY_CHARS)
    throw invalidArgument(`query: must not be longer than ${MAX_QUERY_CHARS} characters`);
  return query;
}

/** RFC 5646 section 2.1, without grandfathered tags. */
const LANGUAGE_TAG =
  /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$/i;

function normalizeLanguage(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!LANGUAGE_TAG.test(text)) throw invalidArgument('language: must be a BCP 47 tag such as pt-BR');
  const [primary = '', ...rest] = text.toLowerCase().split('-');
  const end = rest.findIndex((part) => part.length === 1);
  const cased = rest.map((part, at) => {
    if (end !== -1 && at >= end) return part;
    if (part.length === 2) return part.toUpperCase();
    return /^[a-z]{4}$/.test(part) ? (part[0] ?? '').toUpperCase() + part.slice(1) : part;
  });
  return [primary, ...cased].join('-');
}

function normalizeDomains(texts: readonly string[] = [], field: string): readonly string[] {
  return [...new Set(texts.map((text) => normalizeDomain(text, field)))];
}

const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function normalizeDomain(text: string, field: string): string {
  const trimmed = text.trim().toLowerCase();
  const domain = /[:/@*[\]?#%\s]/.test(trimmed) ? '' : domainToASCII(trimmed).replace(/\.$/, '');
  if (!DOMAIN.test(domain) || !isPublicName(domain))
    throw invalidArgument(`${field}: every entry must be a public domain such as example.com`);
  return domain;
}
