import { SELECT_ALL, type Selection } from '../../runner/plan/options.js';
import type { ExecutionRequest } from './execution-request.js';

/** What clients select; without any choice, all requests. Results hold what was selected and what it depends on. */
export function selectionOf(request: ExecutionRequest): Selection {
  const { requestName = '', requestNames = [], tags = [], excludeTags = [], rows } = request;
  const names = requestName === '' ? requestNames : [requestName, ...requestNames];
  if (names.length + tags.length + excludeTags.length === 0 && rows === undefined) return SELECT_ALL;
  return {
    ...SELECT_ALL,
    tags,
    excludeTags,
    hidesOthers: names.length + tags.length + excludeTags.length > 0,
    ...(names.length > 0 && { exactNames: names }),
    ...(rows && { rows: new Set(rows) }),
  };
}
