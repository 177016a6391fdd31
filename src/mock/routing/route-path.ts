/** Derives the path of a mock route from the URL of a request. */
import { findVariable, type FileVariables } from '../../evaluation/variables/find-variable.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import { textOf } from '../../evaluation/values/json.js';
import { ownText, processValue, type ScopeSources } from '../../evaluation/variables/scope-sources.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';

/** One percent-decoded segment between two slashes. */
export type RouteSegment =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | {
      readonly kind: 'mixed';
      /** One more than there are names; the names are between them. */
      readonly texts: readonly string[];
      readonly names: readonly string[];
    };

export interface RoutePath {
  /** With parameters as `{name}`. */
  readonly shown: string;
  readonly segments: readonly RouteSegment[];
  /** From left to right. */
  readonly parameters: readonly string[];
}

export interface PathSources {
  /** Without captures, whose values are not known before a run. */
  readonly sources: ScopeSources;
  readonly variables: FileVariables;
}

/** A placeholder without a value is a parameter, except at the start, where it is the base address. */
export function deriveRoutePath(url: string, from: PathSources): RoutePath {
  const { marked, names } = markPlaceholders(url, from);
  return toRoutePath(marked, names);
}

/** The path of an API description, in which `{name}` is a parameter. */
export function readPathTemplate(template: string): RoutePath {
  const names: string[] = [];
  const marked = template
    .replaceAll(MARK, '')
    .replace(/\{([^{}/]+)\}/g, (_, name: string) => `${MARK}${names.push(name) - 1}${MARK}`);
  return toRoutePath(marked, names);
}

function toRoutePath(marked: string, names: readonly string[]): RoutePath {
  const segments = splitSegments(pathOf(marked)).map((text) => toSegment(text.split(MARK), names));
  return {
    shown: `/${segments.map(({ shown }) => shown).join('/')}`,
    segments: segments.map(({ segment }) => segment),
    parameters: segments.flatMap(({ segment }) => namesOf(segment)),
  };
}

/** Scheme, host and port as far as they have values, with the names of the placeholders that have none. */
export function addressOf(url: string, from: PathSources): string {
  const { marked, names } = markPlaceholders(url, from);
  const scheme = SCHEME.exec(marked)?.[0] ?? '';
  const [address = ''] = marked.slice(scheme.length).split(/[/?#]/, 1);
  const named = address.replace(PLACEHOLDER, (_, number: string) => `{${names[Number(number)]}}`);
  return (scheme + named).toLowerCase();
}

/** What a placeholder before the path of a URL stands for. */
export type AddressRole = 'origin' | 'host' | 'path';

/** The placeholders without a value that stand before the path, by their names. */
export function findAddressRoles(url: string, from: PathSources): ReadonlyMap<string, AddressRole> {
  const { marked, names } = markPlaceholders(url, from);
  const scheme = SCHEME.exec(marked)?.[0] ?? '';
  const [address = ''] = marked.slice(scheme.length).split(/[/?#]/, 1);
  const roles = new Map<string, AddressRole>();
  for (const { 0: found, 1: number, index } of address.matchAll(PLACEHOLDER)) {
    const isLast = index + found.length === address.length;
    const name = names[Number(number)] ?? '';
    if (index === 0 && scheme === '') roles.set(name, 'origin');
    else if (index === 0 && isLast) roles.set(name, 'host');
    else if (isLast && index > 0 && address[index - 1] !== ':') roles.set(name, 'path');
  }
  return roles;
}

/** The URL with every variable that has a value, and the indexes of the names of the others. */
function markPlaceholders(
  url: string,
  from: PathSources,
): { readonly marked: string; readonly names: string[] } {
  const names: string[] = [];
  const parts = expand(url, { ...from, remaining: MAX_EXPANSIONS }, []).map((part) => {
    if (typeof part === 'string') return part.replaceAll(MARK, '');
    return `${MARK}${names.push(part.parameter) - 1}${MARK}`;
  });
  return { marked: parts.join(''), names };
}

/** The undecoded segments of a path that starts with `/`; a trailing slash is ignored. */
export function splitSegments(path: string): string[] {
  return path.slice(1, segmentsEnd(path)).split('/');
}

/** Where the last segment ends. */
export function segmentsEnd(path: string): number {
  return path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
}

export function decodeSegments(path: string): string[] {
  const texts = splitSegments(path);
  return path.includes('%') ? texts.map(percentDecoded) : texts;
}

type PathPart = string | { readonly parameter: string };

interface PathExpansion extends PathSources {
  /** Limits variables that refer to each other and grow exponentially. */
  remaining: number;
}

const MAX_EXPANSIONS = 1000;
const MAX_VARIABLE_DEPTH = 32;
/** Cannot occur in a path. */
const MARK = '\0';
const PLACEHOLDER = /\0(\d+)\0/g;

function expand(template: string, from: PathExpansion, chain: readonly string[]): PathPart[] {
  return cutTemplate(template).flatMap((part) =>
    part.kind === 'text' ? [part.text] : expandPlaceholder(part.inner, from, chain),
  );
}

function expandPlaceholder(inner: string, from: PathExpansion, chain: readonly string[]): PathPart[] {
  const parameter: PathPart[] = [{ parameter: inner }];
  const placeholder = classifyPlaceholder(inner);
  if (placeholder.kind === 'function') return parameter;
  const { sources, variables } = from;
  if (placeholder.kind === 'environment') {
    const value = ownText(sources.dotenv, placeholder.name) ?? processValue(sources, placeholder.name);
    return value === undefined ? parameter : [value];
  }
  const found = findVariable(inner, sources, variables);
  if (found === undefined) return parameter;
  const text = textOf(found.value);
  if (found.expands === undefined || !text.includes('{{')) return [text];
  from.remaining -= 1;
  if (from.remaining < 0 || chain.length >= MAX_VARIABLE_DEPTH || chain.includes(inner)) return parameter;
  const parts = expand(text, from, [...chain, inner]);
  // A variable whose value is only a function call keeps its own name, because the mock block refers to that.
  return parts.length === 1 && typeof parts[0] !== 'string' ? parameter : parts;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The path without scheme, authority, query and fragment. */
function pathOf(marked: string): string {
  const url = marked.replace(/[?#].*$/s, '');
  if (url.startsWith('/')) return url;
  const scheme = SCHEME.exec(url)?.[0] ?? '';
  const rest = fromSlash(url.slice(scheme.length));
  // In `{{scheme}}://{{host}}/path` only the scheme was removed so far.
  return scheme === '' && rest.startsWith('//') ? fromSlash(rest.slice(2)) : rest;
}

function fromSlash(text: string): string {
  const slash = text.indexOf('/');
  return slash < 0 ? '/' : text.slice(slash);
}

/** `parts` alternate between texts and indexes of names. */
function toSegment(
  parts: readonly string[],
  allNames: readonly string[],
): { readonly segment: RouteSegment; readonly shown: string } {
  const names = parts.filter((_, index) => index % 2 === 1).map((number) => allNames[Number(number)] ?? '');
  const texts = parts.filter((_, index) => index % 2 === 0);
  const shown = texts.map((text, index) => text + (index < names.length ? `{${names[index]}}` : '')).join('');
  const [name] = names;
  if (name === undefined) return { segment: { kind: 'plain', text: percentDecoded(texts.join('')) }, shown };
  if (names.length === 1 && texts.every((text) => text === '')) {
    return { segment: { kind: 'parameter', name }, shown };
  }
  return { segment: { kind: 'mixed', texts: texts.map(percentDecoded), names }, shown };
}

function namesOf(segment: RouteSegment): readonly string[] {
  if (segment.kind === 'plain') return [];
  return segment.kind === 'parameter' ? [segment.name] : segment.names;
}
