/** The names of a parsed file, for hovering. */
import { allCaptures, allSets } from '../../request-file/model/all-checks.js';
import { elementNames } from '../../request-file/model/repeated-request.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { HoverNames, HoverRequest } from './hover-context.js';

export function hoverNames({ requests, variables }: RequestFile): HoverNames {
  return {
    requests: requests.map(hoverRequest),
    variables: variables.map(({ name, value, secret = false, line }) => ({ name, value, secret, line })),
  };
}

export function hoverRequest(request: Request): HoverRequest {
  const { name, method, url, line, metadata } = request;
  const names = elementNames(request);
  return {
    name: name === '' ? `${method} ${url}` : name,
    method,
    url,
    line,
    captures: allCaptures(request).map((capture) => ({ name: capture.name, line: capture.line })),
    sets: allSets(request).map((set) => set.name),
    ...(metadata.data !== undefined && { data: metadata.data }),
    ...(names.length > 0 && { elements: { names, directive: directiveOf(request) } }),
  };
}

function directiveOf({ metadata: { each, loop } }: Request): string {
  return each === undefined ? `@loop ${String(loop)}` : `@each ${each.source}`;
}
