/** Arguments of a search, made the same whoever writes them (mcp.md 7.1). */
import { domainToASCII } from 'node:url';
import { isPublicName } from '../../http/connect/public-address.js';
import type { Arguments } from '../protocol/check-arguments.js';
import type { SearchInput } from './search-provider.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export function readSearch(args: Arguments): SearchInput {
  const includeDomains = domains(args['include_domains'], 'include_domains');
  const excludeDomains = domains(args['exclude_domains'], 'exclude_domains');
  const input = {
    query: queryOf(args['query'] as string),
    maxResults: (args['max_results'] as number | undefined) ?? 5,
    language: languageOf(args['language'] as string | undefined),
    freshness: (args['freshness'] as SearchInput['freshness'] | undefined) ?? 'any',
    includeDomains,
    excludeDomains,
  };
  const both = includeDomains.find((domain) => excludeDomains.includes(domain));
  if (both !== undefined) throw refuse(`domain ${both} is in both include_domains and exclude_domains`);
  return input;
}

function refuse(message: string): ToolFailure {
  return new ToolFailure('invalid_argument', message);
}

const LONGEST_QUERY = 512;

function queryOf(text: string): string {
  if (text.includes('\0')) throw refuse('query: must not contain NUL');
  // oxlint-disable-next-line no-control-regex -- these are what is replaced
  const query = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  const length = Array.from(query).length;
  if (length === 0) throw refuse('query: must not be empty');
  if (length > LONGEST_QUERY) throw refuse(`query: must not be longer than ${LONGEST_QUERY} characters`);
  return query;
}

/** RFC 5646 2.1, without grandfathered tags. */
const LANGUAGE_TAG =
  /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$/i;

function languageOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!LANGUAGE_TAG.test(text)) throw refuse('language: must be a BCP 47 tag such as pt-BR');
  const [primary = '', ...rest] = text.toLowerCase().split('-');
  const end = rest.findIndex((part) => part.length === 1);
  const cased = rest.map((part, at) => {
    if (end !== -1 && at >= end) return part;
    if (part.length === 2) return part.toUpperCase();
    return /^[a-z]{4}$/.test(part) ? (part[0] ?? '').toUpperCase() + part.slice(1) : part;
  });
  return [primary, ...cased].join('-');
}

function domains(value: unknown, field: string): readonly string[] {
  return [...new Set(((value as readonly string[] | undefined) ?? []).map((text) => domainOf(text, field)))];
}

const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function domainOf(text: string, field: string): string {
  const trimmed = text.trim().toLowerCase();
  const domain = /[:/@*[\]?#%\s]/.test(trimmed) ? '' : domainToASCII(trimmed).replace(/\.$/, '');
  if (!DOMAIN.test(domain) || !isPublicName(domain))
    throw refuse(`${field}: every entry must be a public domain such as example.com`);
  return domain;
}
