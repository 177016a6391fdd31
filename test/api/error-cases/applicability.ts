import type { ApiRoute } from '../../../src/server/call/route.js';
import { CASE_GROUPS, type ErrorCase } from './error-cases.js';
import { factsOf, nameOf, type SubjectCase } from './route-facts.js';

/** Whether a route can end with this error: true, or why it cannot. */
export function caseApplies(name: ErrorCase, route: ApiRoute): true | string {
  const { path, json, required = [] } = factsOf(route);
  const takesJson = typeof path === 'function' || json !== undefined || 'no JSON is expected';
  switch (name) {
    case 'cross-site request':
      return route.path !== '/ws' || 'fetch metadata is not checked here';
    case 'missing token':
      return nameOf(route) !== 'GET /health' || 'needs no token';
    case 'read-only mode':
      return route.method !== 'GET' || 'no GET changes anything';
    case 'empty body':
    case 'invalid JSON':
    case 'body is no object':
    case 'wrong field':
    case 'forbidden key':
      return takesJson;
    case 'missing field':
      return required.length > 0 || 'no field is required';
    case 'unknown field':
      return nameOf(route) === 'PUT /config' || 'unknown fields are ignored';
    case 'missing path':
      return (
        path === 'url' ||
        'its URL has no path of a file; an empty field is a missing field, a blank one an invalid path'
      );
    default:
      return isSubjectCase(name) ? subjectCaseApplies(name, route) : true;
  }
}

function isSubjectCase(name: ErrorCase): name is SubjectCase {
  const cases: readonly ErrorCase[] = [...CASE_GROUPS.paths, ...CASE_GROUPS.contents];
  return cases.includes(name);
}

function subjectCaseApplies(name: SubjectCase, route: ApiRoute): true | string {
  const { cases, path, impossible = {} } = factsOf(route);
  if (cases.includes(name)) return true;
  if (name === 'invalid config') return 'the config is not needed';
  if (name === 'disk failure') return 'no file of the workspace is read or written';
  if (name === 'history unavailable') return 'the history is not used';
  return path === undefined ? 'no path of a file is sent' : (impossible[name] ?? '');
}
