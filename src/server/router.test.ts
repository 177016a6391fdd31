import { describe, expect, it } from 'vitest';
import type { ApiRoute } from './call/route.js';
import { createRouter } from './router.js';

const find = createRouter([
  route('GET', '/files'),
  route('POST', '/files'),
  route('GET', '/files/*'),
  route('PUT', '/files/*'),
  route('GET', '/files/raw/*'),
  route('GET', '/environments/{name}'),
  route('PUT', '/environments/{name}'),
  route('PUT', '/environments/active'),
  route('GET', '/openapi.json'),
  { ...route('GET', '/ws'), withoutHead: true },
]);

describe('createRouter', () => {
  it.each([
    ['GET', '/files', 'GET /files'],
    ['HEAD', '/files', 'GET /files'],
    ['GET', '/files/a/b.http', 'GET /files/* a/b.http'],
    ['GET', '/files/', 'GET /files/* '],
    ['GET', '/files/raw/a.http', 'GET /files/raw/* a.http'],
    ['GET', '/files/raw/', 'GET /files/raw/* '],
    ['GET', '/files/raw', 'GET /files/* raw'],
    ['GET', '/files/%72aw/a.http', 'GET /files/* %72aw/a.http'],
    ['PUT', '/files/raw/a.http', 'PUT /files/* raw/a.http'],
    ['GET', '/files//x\n%0A', 'GET /files/* /x\n%0A'],
    ['GET', '/environments/active', 'GET /environments/{name} active'],
    ['PUT', '/environments/active', 'PUT /environments/active'],
    ['PUT', '/environments/a%20b', 'PUT /environments/{name} a%20b'],
  ])('%s %s is %s', (method, path, expected) => {
    const found = find(method, path);
    if (found === undefined || !('route' in found)) throw new Error('nothing found');
    const { route: matched, params, rest } = found;
    const taken = matched.path.endsWith('*')
      ? ` ${rest}`
      : matched.path.includes('{')
        ? ` ${params['name']}`
        : '';
    expect(`${matched.method} ${matched.path}${taken}`).toBe(expected);
  });

  it.each([
    ['DELETE', '/files', ['GET', 'HEAD', 'POST']],
    ['POST', '/files/raw/x', ['GET', 'HEAD', 'PUT']],
    ['DELETE', '/environments/active', ['GET', 'HEAD', 'PUT']],
    ['HEAD', '/ws', ['GET']],
    ['GET', '/files2', undefined],
    ['GET', '/openapiXjson', undefined],
    ['GET', '/environments/', undefined],
    ['GET', '/environments/a/b', undefined],
    ['GET', '', undefined],
    ['GET', '/constructor', undefined],
  ])('%s %s offers %j', (method, path, methods) => {
    expect(find(method, path)).toEqual(methods);
  });
});

function route(method: ApiRoute['method'], path: string): ApiRoute {
  return { method, path, summary: '', responses: {}, errors: [], handle: () => ({ status: 200 }) };
}
