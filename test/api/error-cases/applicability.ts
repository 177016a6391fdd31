import type { Route } from '../../../src/server/call/route.js';
import { nameOf, factsOf, type SubjectRow } from './route-facts.js';
import type { RowId } from './error-cases.js';

/** Whether a route can end with a row: true, or why it cannot. */
export function cell(row: RowId, route: Route): true | string {
  const { path, json, required = [] } = factsOf(route);
  const takesJson = typeof path === 'function' || json !== undefined || 'no JSON is asked for';
  switch (row) {
    case 'H3':
      return route.path !== '/ws' || 'fetch metadata is not looked at here (server.md 2.2)';
    case 'H4':
      return nameOf(route) !== 'GET /health' || 'needs no token (server.md 2.4)';
    case 'H7':
      return route.method !== 'GET' || 'no GET changes anything';
    case 'B1':
    case 'B2':
    case 'B3':
    case 'B5':
    case 'B7':
      return takesJson;
    case 'B4':
      return required.length > 0 || 'no field is required';
    case 'B6':
      return nameOf(route) === 'PUT /config' || 'unknown fields are ignored (server.md 3)';
    case 'P1':
      return path === 'url' || 'no path of a file stands in its URL: an empty field is B4, a blank one P2';
    default:
      return row.startsWith('H') ? true : subjectCell(row as SubjectRow, route);
  }
}

function subjectCell(row: SubjectRow, route: Route): true | string {
  const { rows, path, never = {} } = factsOf(route);
  if (rows.includes(row)) return true;
  if (row === 'C1') return 'the config is not needed';
  if (row === 'I1') return 'no file of the workspace is read or written';
  if (row === 'N1') return 'the store is not asked';
  return path === undefined ? 'no path of a file is sent' : (never[row] ?? '');
}
