/** Finds the collections of a mock server: paths to which a POST gives ids that other paths end or continue with. */
import { readSubject, type Subject } from '../../request-file/expressions/parse-subject.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { allAssertions } from '../../request-file/model/all-checks.js';
import type { Request } from '../../request-file/model/model.js';
import type { RoutePath, RouteSegment } from '../routing/route-path.js';
import type { GivenValue, PlannedRequest } from './planned-request.js';
import type { IdPlace } from '../responses/state-role.js';

export interface Collection {
  readonly path: RoutePath;
  readonly place: IdPlace;
  readonly container: readonly string[];
  readonly idKey: string;
  readonly isShaped: boolean;
  /** The text around an id in a path. */
  readonly before: string;
  readonly after: string;
}

export interface Collections {
  readonly byKey: ReadonlyMap<string, Collection>;
  /** The collection of an item whose address a placeholder of a file stands for, by `addressKey`. */
  readonly byAddress: ReadonlyMap<string, Collection>;
}

export function findCollections(all: readonly PlannedRequest[]): Collections {
  const ids = idSegments(all);
  const addresses = new Set(all.flatMap(({ startsWith }) => startsWith));
  const byKey = new Map<string, Collection>();
  const byAddress = new Map<string, Collection>();
  for (const { request, route, given } of all) {
    if (!isCreating(route)) continue;
    const key = pathKey(route.path.segments);
    const address = given.filter(({ subject }) => isLocation(subject));
    const isFollowed = address.some(({ names }) => names.some((name) => addresses.has(name)));
    const before = byKey.get(key);
    const found = before ?? collectionOf(request, route.path, given, ids.get(key), isFollowed);
    if (found === undefined) continue;
    byKey.set(key, found);
    for (const name of address.flatMap(({ names }) => names)) {
      byAddress.set(addressKey(route.file, name), found);
      getOrAdd(byAddress, addressKey('', name), () => found);
    }
  }
  return { byKey, byAddress };
}

/** Names are those of one file; other files that depend on it use them too. */
export function addressKey(file: string, name: string): string {
  return `${file}\n${name}`;
}

export function isCreating({ method, response: { status } }: PlannedRequest['route']): boolean {
  return method === 'POST' && status >= 200 && status < 300;
}

/** The same for paths that differ in the names of their parameters only. */
export function pathKey(segments: readonly RouteSegment[]): string {
  return JSON.stringify(
    segments.map((segment) => (segment.kind === 'plain' ? segment.text : (idTexts(segment) ?? 0))),
  );
}

/** The texts around the only parameter of a segment. */
export function idTexts(segment: RouteSegment): readonly [before: string, after: string] | undefined {
  if (segment.kind === 'parameter') return ['', ''];
  if (segment.kind === 'plain' || segment.names.length !== 1) return undefined;
  return [segment.texts[0] ?? '', segment.texts[1] ?? ''];
}

/** Longer paths have no items, because every part of them has to be looked at. */
export const MAX_SEGMENTS = 32;

type IdTexts = ReadonlyMap<string, readonly [before: string, after: string]>;

/** The placeholders that stand behind each path. */
function idSegments(all: readonly PlannedRequest[]): ReadonlyMap<string, IdTexts> {
  const found = new Map<string, Map<string, readonly [string, string]>>();
  for (const { route } of all) {
    const { segments } = route.path;
    for (const [at, segment] of segments.slice(0, MAX_SEGMENTS).entries()) {
      const texts = idTexts(segment);
      const name = segment.kind === 'parameter' ? segment.name : nameOf(segment);
      if (texts === undefined || name === undefined) continue;
      const names = getOrAdd(found, pathKey(segments.slice(0, at)), () => new Map());
      getOrAdd(names, name, () => texts);
    }
  }
  return found;
}

function nameOf(segment: RouteSegment): string | undefined {
  return segment.kind === 'mixed' ? segment.names[0] : undefined;
}

function collectionOf(
  request: Request,
  path: RoutePath,
  given: readonly GivenValue[],
  ids: IdTexts | undefined,
  isFollowed: boolean,
): Collection | undefined {
  for (const { names, subject } of given) {
    const place = placeOf(subject);
    const name = names.find((each) => ids?.has(each));
    const [before = '', after = ''] = (name === undefined ? undefined : ids?.get(name)) ?? [];
    if (place && name !== undefined) return { ...collection(request, path, place), before, after };
  }
  if (!isFollowed) return undefined;
  return { ...collection(request, path, { in: 'header', name: 'Location' }), before: '', after: '' };
}

function collection(request: Request, path: RoutePath, place: IdPlace): Omit<Collection, 'before' | 'after'> {
  const last = place.in === 'body' ? place.path.at(-1) : undefined;
  const around = place.in === 'body' ? place.path.slice(0, -1) : [];
  const isObject = typeof last === 'string' && around.every((step) => typeof step === 'string');
  return {
    path,
    place,
    container: isObject ? around : [],
    idKey: isObject ? last : 'id',
    isShaped: isShaped(request, place),
  };
}

/** Undefined for a part of a response that an id cannot be put into. */
function placeOf(subject: Subject): IdPlace | undefined {
  if (subject.kind === 'header') return { in: 'header', name: subject.name };
  if (subject.kind !== 'body' && subject.kind !== 'jsonpath') return undefined;
  const parsed = readPath(subject.kind === 'body' ? subject.path : subject.expression);
  if (!parsed.ok || parsed.steps.length === 0) return undefined;
  const path = parsed.steps.flatMap((step) => {
    if (step.kind === 'key') return step.key;
    return step.kind === 'index' && step.index >= 0 ? step.index : [];
  });
  return path.length === parsed.steps.length ? { in: 'body', path } : undefined;
}

function isLocation(subject: Subject): boolean {
  return subject.kind === 'header' && subject.name.toLowerCase() === 'location';
}

const WITHOUT_FORM: ReadonlySet<string> = new Set(['exists', 'type', 'equals', 'notEquals', 'isEmpty']);

/** Whether assertions say how the id looks. */
function isShaped(request: Request, place: IdPlace): boolean {
  const wanted = JSON.stringify(place);
  return allAssertions(request).some(({ subject, operator }) => {
    if (WITHOUT_FORM.has(operator)) return false;
    const read = readSubject(subject, 0, subject.length, () => false).subject;
    return JSON.stringify(placeOf(read)) === wanted;
  });
}
