/** The redirect that a request expects when its assertions name another address than its own. */
import { percentDecoded } from '../../primitives/text/percent.js';
import type { Request } from '../../request-file/model/model.js';
import { isMatch } from '../routing/match-segment.js';
import { splitSegments, type RoutePath } from '../routing/route-path.js';
import type { Constraint } from '../values/constraint.js';
import { finishResponse } from './mock-response.js';
import type { MockRoute } from './mock-route.js';

/** What `Location` has to be, with its query; undefined where the request reaches its response at once. */
export function redirectTarget(
  { metadata, mock }: Request,
  path: RoutePath,
  constraints: readonly Constraint[],
): string | undefined {
  if (metadata.noRedirect || mock !== null) return undefined;
  for (const { subject, operator, expected } of constraints) {
    if (subject.kind !== 'url' || !NAMES_ADDRESS.has(operator)) continue;
    const target = targetOf(expected.text);
    if (target !== undefined && !leadsTo(path, pathOf(target), operator)) return target;
  }
  return undefined;
}

const NAMES_ADDRESS: ReadonlySet<string> = new Set(['equals', 'endsWith']);

/** Undefined for a part of a path, and for one that is known only when a request arrives. */
function targetOf(text: string): string | undefined {
  const [, target] = /^(?:https?:\/\/[^/?#]*)?(\/[^#]*)/i.exec(text) ?? [];
  return target === undefined || target.includes('{{') || !/^[\x21-\x7e]*$/.test(target) ? undefined : target;
}

function pathOf(target: string): string {
  return target.replace(/\?.*$/s, '');
}

/** Whether the address of the request can be the one that is expected. */
function leadsTo({ segments }: RoutePath, wanted: string, operator: string): boolean {
  const texts = splitSegments(wanted).map(percentDecoded);
  const own = operator === 'endsWith' ? segments.slice(-texts.length) : segments;
  return own.length === texts.length && own.every((segment, at) => isMatch(segment, texts[at] ?? ''));
}

/** The route that redirects, and the one that gives its response at the new address. */
export function redirectedRoutes(
  route: MockRoute,
  target: string,
): { readonly redirect: MockRoute; readonly end: MockRoute } {
  const isSafe = route.method === 'GET' || route.method === 'HEAD';
  const headers = [['Location', target]] as const;
  const response = finishResponse({ status: isSafe ? 302 : 303, headers, body: '', isJson: false });
  const path = pathOf(target);
  const segments = splitSegments(path).map(
    (text) => ({ kind: 'plain', text: percentDecoded(text) }) as const,
  );
  const { behaviour: _, ...redirect } = route;
  return {
    redirect: { ...redirect, response },
    end: { ...route, method: 'GET', path: { shown: path, segments, parameters: [] }, warnings: [] },
  };
}
