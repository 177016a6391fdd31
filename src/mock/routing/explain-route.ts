/** Says why a request got the response of its route, or why the routes most like it do not match. */
import { matchSegment } from './match-segment.js';
import { findNearRoutes } from './near-routes.js';
import type { Routable } from './match-route.js';
import { decodeSegments, type RouteSegment } from './route-path.js';

/** A route with the place of its request in the files. */
export interface PlacedRoute extends Routable {
  readonly path: Routable['path'] & { readonly shown: string };
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export interface ExplainedRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Why it was not used; empty for the one that was. */
  readonly reason: string;
}

export interface ExplainedSegment {
  /** As the request has it, decoded. */
  readonly text: string;
  readonly kind: 'text' | 'parameter' | 'mixed';
  /** As the route has it, with parameters as `{name}`. */
  readonly written: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

export interface RouteExplanation {
  readonly matched: ExplainedRoute | null;
  /** Of the matched route. */
  readonly segments: readonly ExplainedSegment[];
  /** Routes that match too, but come after the matched one; at most MAX_OTHERS. */
  readonly others: readonly ExplainedRoute[];
  /** The most similar routes, for a request that none matches. */
  readonly nearest: readonly ExplainedRoute[];
  /** Why the matched route was chosen among those of its method and path; left out where nothing was compared. */
  readonly choice?: string;
}

/** What was compared between routes of one method and path. */
export interface ComparedRoutes {
  readonly choice: string;
  /** Why the others were not chosen. */
  readonly reasons: ReadonlyMap<PlacedRoute, string>;
}

const MAX_OTHERS = 10;

export function explainMatch(
  matched: PlacedRoute,
  routes: readonly PlacedRoute[],
  path: string,
  compared?: ComparedRoutes,
): RouteExplanation {
  const texts = decodeSegments(path);
  const others: ExplainedRoute[] = [];
  for (const route of routes) {
    if (others.length === MAX_OTHERS) break;
    if (route === matched || route.method !== matched.method || !matches(route, texts)) continue;
    others.push(explained(route, compared?.reasons.get(route) ?? precedenceReason(matched, route)));
  }
  const segments = matched.path.segments.map((segment, index) => explainSegment(segment, texts[index] ?? ''));
  const explanation = { matched: explained(matched, ''), segments, others, nearest: [] };
  return compared ? { ...explanation, choice: compared.choice } : explanation;
}

/** `failed` are routes whose method and path match, and why they do not respond; the nearest of them first. */
export function explainMiss(
  routes: readonly PlacedRoute[],
  method: string,
  path: string,
  failed: ReadonlyMap<PlacedRoute, string> = new Map(),
): RouteExplanation {
  const texts = decodeSegments(path);
  const near = new Set([...failed.keys(), ...findNearRoutes(routes, method, path)]);
  const nearest = [...near]
    .slice(0, MAX_NEAREST)
    .map((route) => explained(route, failed.get(route) ?? missReasons(route, method, texts).join('; ')));
  return { matched: null, segments: [], others: [], nearest };
}

const MAX_NEAREST = 3;

/** For a response that no route gave, such as that to OPTIONS. */
export const NO_EXPLANATION: RouteExplanation = { matched: null, segments: [], others: [], nearest: [] };

function explained({ method, path, name, file, line }: PlacedRoute, reason: string): ExplainedRoute {
  return { method, path: path.shown, name, file, line, reason };
}

function matches({ path: { segments } }: PlacedRoute, texts: readonly string[]): boolean {
  if (segments.length !== texts.length) return false;
  return segments.every((segment, index) => matchSegment(segment, texts[index] ?? '') !== undefined);
}

function explainSegment(segment: RouteSegment, text: string): ExplainedSegment {
  const values = matchSegment(segment, text) ?? [];
  const names = segment.kind === 'plain' ? [] : segment.kind === 'parameter' ? [segment.name] : segment.names;
  const parameters = names.map((name, index) => ({ name, value: values[index] ?? '' }));
  return {
    text,
    kind: segment.kind === 'plain' ? 'text' : segment.kind,
    written: writtenOf(segment),
    parameters,
  };
}

const RANKS = { plain: 0, mixed: 1, parameter: 2 } as const;
const KIND_NAMES = { plain: 'text', mixed: 'text with a parameter', parameter: 'a parameter' } as const;

/** Segments are compared from the left, then the order of the requests decides. */
function precedenceReason({ path: winner }: PlacedRoute, { path: other }: PlacedRoute): string {
  for (const [index, segment] of winner.segments.entries()) {
    const theirs = other.segments[index];
    if (theirs === undefined || RANKS[segment.kind] === RANKS[theirs.kind]) continue;
    return `segment ${index + 1} is ${KIND_NAMES[theirs.kind]} (${writtenOf(theirs)}), and ${KIND_NAMES[segment.kind]} comes first`;
  }
  return 'its request is written later';
}

function missReasons(
  { method, path: { segments } }: PlacedRoute,
  wanted: string,
  texts: readonly string[],
): string[] {
  const reasons = method === wanted ? [] : [`its method is ${method}, not ${wanted}`];
  for (const [index, segment] of segments.entries()) {
    const text = texts[index];
    if (text === undefined || matchSegment(segment, text) !== undefined) continue;
    reasons.push(`segment ${index + 1} is ${quoted(writtenOf(segment))}, not ${quoted(text)}`);
  }
  if (segments.length !== texts.length) {
    reasons.push(`it has ${segmentCount(segments.length)}, not ${texts.length}`);
  }
  return reasons.slice(0, MAX_REASONS);
}

const MAX_REASONS = 5;
const MAX_TEXT_LENGTH = 200;

function segmentCount(count: number): string {
  return count === 1 ? '1 segment' : `${count} segments`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text);
}

function writtenOf(segment: RouteSegment): string {
  if (segment.kind === 'plain') return segment.text;
  if (segment.kind === 'parameter') return `{${segment.name}}`;
  const { texts, names } = segment;
  return texts.map((text, index) => text + (index < names.length ? `{${names[index]}}` : '')).join('');
}
