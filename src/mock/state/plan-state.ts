/** Says of each route of a stateful mock server what it has to do with the state. */
import { readSubject } from '../../request-file/expressions/parse-subject.js';
import { allAssertions } from '../../request-file/model/all-checks.js';
import type { MissingResponse, MockRoute } from '../responses/mock-route.js';
import type { RouteResponse } from '../responses/mock-response.js';
import type { RoutePath, RouteSegment } from '../routing/route-path.js';
import {
  addressKey,
  findCollections,
  idTexts,
  isCreating,
  MAX_SEGMENTS,
  pathKey,
  type Collection,
  type Collections,
} from './find-collections.js';
import type { PlannedRequest } from './planned-request.js';
import type { IdSegment, StateRole } from '../responses/state-role.js';

/** The routes in their order, but those that mean a missing item behind those that mean one that is there. */
export function planState(all: readonly PlannedRequest[]): readonly MockRoute[] {
  const followed = followAddresses(all);
  const collections = findCollections(followed);
  const routes = followed.map((planned) => statefulRoute(planned, collections));
  const missing = new Map<string, MissingResponse>();
  for (const route of routes) {
    const key = itemKey(route);
    if (!isMissing(route) || missing.has(key)) continue;
    missing.set(key, { response: route.response, parameters: route.path.parameters });
  }
  const complete = routes.map((route) => withMissing(route, missing.get(itemKey(route))));
  return [...complete.filter((route) => !isMissing(route)), ...complete.filter(isMissing)];
}

/** Addresses of items that were created below other items are followed, too. */
const MAX_FOLLOWED = 4;

function followAddresses(all: readonly PlannedRequest[]): readonly PlannedRequest[] {
  let current = all;
  for (let depth = 0; depth < MAX_FOLLOWED; depth++) {
    const collections = findCollections(current);
    const next = current.map((planned, index) => {
      if (planned !== all[index]) return planned;
      const path = followedPath(planned, collections);
      return path === undefined ? planned : { ...planned, route: { ...planned.route, path } };
    });
    if (next.every((planned, index) => planned === current[index])) break;
    current = next;
  }
  return current;
}

function statefulRoute(planned: PlannedRequest, collections: Collections): MockRoute {
  const { request, route } = planned;
  const found = roleOf(route, collections);
  if (found === undefined) return route;
  const coding = codingOf(route.response);
  const state: StateRole = {
    ...found,
    isDerived: request.mock === null,
    isBodyFree: request.mock === null && isBodyFree(planned),
    ...(coding !== undefined && { coding }),
  };
  const response = withoutCoding(route.response);
  const turns = route.turns?.map(withoutCoding);
  return { ...route, state, response, ...(turns && { turns }) };
}

function codingOf({ headers }: RouteResponse): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === CODING)?.[1];
}

/** The body is complete only when the state has filled it in, and is encoded then. */
function withoutCoding(response: RouteResponse): RouteResponse {
  return { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== CODING) };
}

const CODING = 'content-encoding';

/** `{{create.location}}/lines` goes on from the item that was created there. */
function followedPath(
  { route, startsWith }: PlannedRequest,
  { byAddress }: Collections,
): RoutePath | undefined {
  const { path, file } = route;
  const collectionAt = (name: string): Collection | undefined =>
    byAddress.get(addressKey(file, name)) ?? byAddress.get(addressKey('', name));
  const name = startsWith.find((each) => collectionAt(each) !== undefined);
  const found = name === undefined ? undefined : collectionAt(name);
  if (found === undefined || name === undefined) return undefined;
  const rest = path.shown === '/' ? '' : path.shown;
  const { before, after } = found;
  const parameter = { kind: 'parameter', name } as const;
  const isPlain = before === '' && after === '';
  return {
    shown: `${found.path.shown}/${before}{${name}}${after}${rest}`,
    segments: [
      ...found.path.segments,
      isPlain ? parameter : { kind: 'mixed', texts: [before, after], names: [name] },
      ...(rest === '' ? [] : path.segments),
    ],
    parameters: [...found.path.parameters, name, ...path.parameters],
  };
}

type FoundRole = Omit<StateRole, 'isDerived' | 'isBodyFree'>;

function roleOf(route: MockRoute, { byKey }: Collections): FoundRole | undefined {
  const { segments } = route.path;
  if (segments.length > MAX_SEGMENTS) return undefined;
  const ids: IdSegment[] = [];
  let last: Collection | undefined;
  for (const [at, segment] of segments.entries()) {
    const found = byKey.get(pathKey(withIds(segments.slice(0, at), ids)));
    if (found === undefined) continue;
    const texts = idTexts(segment);
    const isFixed = segment.kind === 'plain' && isItemText(segment.text, found);
    if (!isFixed && (texts?.[0] !== found.before || texts[1] !== found.after)) continue;
    ids.push({ at, before: found.before, after: found.after, isFixed });
    last = found;
  }
  const isItem = ids.at(-1)?.at === segments.length - 1;
  const own = byKey.get(pathKey(withIds(segments, ids)));
  const action = own ? collectionAction(route) : isItem ? itemAction(route) : 'use';
  const of = own ?? last;
  if (of === undefined || (action === 'use' && ids.length === 0)) return undefined;
  const { container, idKey, isShaped, place } = of;
  return { action, ids, container, idKey, isShaped, ...(action === 'create' && { place }) };
}

/** An id that a path writes itself gets the form of a captured one, so that both paths have the same key. */
function withIds(segments: readonly RouteSegment[], ids: readonly IdSegment[]): readonly RouteSegment[] {
  return segments.map((segment, index) => {
    const id = segment.kind === 'plain' ? ids.find(({ at }) => at === index) : undefined;
    return id ? { kind: 'mixed', texts: [id.before, id.after], names: [''] } : segment;
  });
}

function isItemText(text: string, { before, after }: Collection): boolean {
  return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

function collectionAction(route: MockRoute): StateRole['action'] {
  if (isCreating(route)) return 'create';
  return route.method === 'GET' && route.response.status < 300 ? 'list' : 'use';
}

const ITEM_ACTIONS: Readonly<Record<string, StateRole['action']>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'remove',
};

function itemAction({ method, response: { status } }: MockRoute): StateRole['action'] {
  const action = ITEM_ACTIONS[method] ?? 'use';
  return status < 400 || action === 'read' ? action : 'use';
}

const ON_BODY: ReadonlySet<string> = new Set(['body', 'jsonpath', 'xpath', 'regex']);

/** Nothing says what the body of a derived response has. */
function isBodyFree({ request, given }: PlannedRequest): boolean {
  if (given.some(({ subject }) => ON_BODY.has(subject.kind))) return false;
  return !allAssertions(request).some(({ subject }) =>
    ON_BODY.has(readSubject(subject, 0, subject.length, () => false).subject.kind),
  );
}

/** The route of an item that is not there: `GET /orders/{create.id}` with `expect status == 404`. */
function isMissing({ state, response, behaviour }: MockRoute): boolean {
  const isItem = state?.ids.some(({ isFixed }) => !isFixed) === true;
  return isItem && MISSING.has(response.status) && behaviour === undefined;
}

const MISSING: ReadonlySet<number> = new Set([404, 410]);

function itemKey({ method, path }: MockRoute): string {
  return `${method} ${pathKey(path.segments)}`;
}

function withMissing(route: MockRoute, missing: MissingResponse | undefined): MockRoute {
  return route.state === undefined || missing === undefined ? route : { ...route, missing };
}
