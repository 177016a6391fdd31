/** From the URL of a request to the path that a mock route answers (server.md 11). */
import { findVariable, type FileVariables } from '../../evaluation/variables/find-variable.js';
import { textOf } from '../../evaluation/values/json.js';
import { ownText, processValue, type ScopeSources } from '../../evaluation/variables/scope-sources.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';

/** One segment between two slashes, percent-decoded. */
export type Segment =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | {
      readonly kind: 'mixed';
      /** One more than there are names; the names stand between them. */
      readonly texts: readonly string[];
      readonly names: readonly string[];
    };

export interface RoutePath {
  /** Parameters as `{name}`. */
  readonly shown: string;
  readonly segments: readonly Segment[];
  /** From left to right. */
  readonly parameters: readonly string[];
}

export interface PathSources {
  /** Without captures: what they give is not known before something runs. */
  readonly sources: ScopeSources;
  readonly variables: FileVariables;
}

/** What has no value yet is a parameter, but in front, where it stands for the base address. */
export function routePath(url: string, from: PathSources): RoutePath {
  const names: string[] = [];
  const marked = expand(url, { ...from, left: MOST_EXPANSIONS }, [])
    .map((piece) => {
      if (typeof piece === 'string') return piece.replaceAll(MARK, '');
      return `${MARK}${names.push(piece.parameter) - 1}${MARK}`;
    })
    .join('');
  const segments = cutSegments(pathOf(marked)).map((text) => toSegment(text.split(MARK), names));
  return {
    shown: `/${segments.map(({ shown }) => shown).join('/')}`,
    segments: segments.map(({ segment }) => segment),
    parameters: segments.flatMap(({ segment }) => namesOf(segment)),
  };
}

/** The segments of a path that starts with `/`, undecoded; a slash at its end says nothing. */
export function cutSegments(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(1, end).split('/');
}

export function decodedSegments(path: string): string[] {
  const texts = cutSegments(path);
  return path.includes('%') ? texts.map(decodeSegment) : texts;
}

/** Text with a bad escape stands for itself. */
function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Piece = string | { readonly parameter: string };

interface Expansion extends PathSources {
  /** Variables that double each other would expand for ever. */
  left: number;
}

const MOST_EXPANSIONS = 1000;
const DEEPEST = 32;
/** No path can hold it. */
const MARK = '\0';

function expand(template: string, from: Expansion, chain: readonly string[]): Piece[] {
  return cutTemplate(template).flatMap((piece) =>
    piece.kind === 'text' ? [piece.text] : expandPlaceholder(piece.inner, from, chain),
  );
}

function expandPlaceholder(inner: string, from: Expansion, chain: readonly string[]): Piece[] {
  const parameter: Piece[] = [{ parameter: inner }];
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
  from.left -= 1;
  if (from.left < 0 || chain.length >= DEEPEST || chain.includes(inner)) return parameter;
  const pieces = expand(text, from, [...chain, inner]);
  // A variable that is nothing but `{{$uuid()}}` goes by its own name, which the mock block knows.
  return pieces.length === 1 && typeof pieces[0] !== 'string' ? parameter : pieces;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Without scheme, authority, query and fragment. */
function pathOf(marked: string): string {
  const url = marked.replace(/[?#].*$/s, '');
  if (url.startsWith('/')) return url;
  const scheme = SCHEME.exec(url)?.[0] ?? '';
  const rest = fromSlash(url.slice(scheme.length));
  // `{{scheme}}://{{host}}/path`: what was dropped was the scheme alone.
  return scheme === '' && rest.startsWith('//') ? fromSlash(rest.slice(2)) : rest;
}

function fromSlash(text: string): string {
  const slash = text.indexOf('/');
  return slash < 0 ? '/' : text.slice(slash);
}

/** Texts and numbers of names take turns. */
function toSegment(
  parts: readonly string[],
  known: readonly string[],
): { readonly segment: Segment; readonly shown: string } {
  const names = parts.filter((_, index) => index % 2 === 1).map((number) => known[Number(number)] ?? '');
  const texts = parts.filter((_, index) => index % 2 === 0);
  const shown = texts.map((text, index) => text + (index < names.length ? `{${names[index]}}` : '')).join('');
  const [name] = names;
  if (name === undefined) return { segment: { kind: 'plain', text: decodeSegment(texts.join('')) }, shown };
  if (names.length === 1 && texts.every((text) => text === '')) {
    return { segment: { kind: 'parameter', name }, shown };
  }
  return { segment: { kind: 'mixed', texts: texts.map(decodeSegment), names }, shown };
}

function namesOf(segment: Segment): readonly string[] {
  if (segment.kind === 'plain') return [];
  return segment.kind === 'parameter' ? [segment.name] : segment.names;
}
