import { editDistance } from '../primitives/near-names.js';
import { API_PREFIX, type RequestHead } from './call/request-head.js';
import type { ApiRoute } from './call/route.js';

const MAX_PATH_LENGTH = 200;
/** Edits of one segment, and of all together. */
const MAX_SEGMENT_EDITS = 2;
const MAX_EDITS = 3;

/** Finds the endpoint that a request to an unknown path may mean, such as `GET /api/v1/environments/{name}`. */
export function findNearEndpoint(
  routes: readonly ApiRoute[],
  { method, path }: Pick<RequestHead, 'method' | 'path'>,
): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  // The prefix is often forgotten.
  const inApi = path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path;
  const wanted = inApi
    .replace(/(?:\/|%2f)+/gi, '/')
    .replace(/\/$/, '')
    .split('/');
  let best: { readonly route: ApiRoute; readonly rank: number } | undefined;
  for (const route of routes) {
    const edits = countEdits(route.path.split('/'), wanted);
    if (edits > MAX_EDITS) continue;
    const rank = edits * 2 + (route.method === method ? 0 : 1);
    if (best === undefined || rank < best.rank) best = { route, rank };
  }
  return best && `${best.route.method} ${API_PREFIX}${best.route.path}`;
}

function countEdits(segments: readonly string[], wanted: readonly string[]): number {
  if (segments.at(-1) === '*' ? wanted.length < segments.length : wanted.length !== segments.length)
    return Infinity;
  return segments.reduce((sum, segment, i) => sum + segmentEdits(segment, wanted[i] ?? ''), 0);
}

function segmentEdits(segment: string, wanted: string): number {
  if (segment === '*' || segment.startsWith('{')) return wanted === '' ? Infinity : 0;
  const edits = editDistance(segment, wanted.toLowerCase(), MAX_SEGMENT_EDITS);
  return edits > MAX_SEGMENT_EDITS ? Infinity : edits;
}
