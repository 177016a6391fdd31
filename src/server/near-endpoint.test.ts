import { expect, it } from 'vitest';
import { findNearEndpoint } from './near-endpoint.js';
import { ALL_ROUTES } from './routes/all-routes.js';

it.each([
  ['GET', '/api/v1/enviroments', 'GET /api/v1/environments'],
  ['GET', '/api/v1/environment/dev', 'GET /api/v1/environments/{name}'],
  ['PUT', '/api/v1/Environments/dev', 'PUT /api/v1/environments/{name}'],
  ['POST', '/api/v1/excute', 'POST /api/v1/execute'],
  ['GET', '/api/v1/health/', 'GET /api/v1/health'],
  ['GET', '/health', 'GET /api/v1/health'],
  ['GET', '/api/v1//system%2Finfo', 'GET /api/v1/system/info'],
  ['GET', '/api/v1/history/run', 'GET /api/v1/history/runs'],
  ['GET', '/api/v1/nothing/like/this', undefined],
  ['GET', '/', undefined],
  ['GET', `/api/v1/${'x'.repeat(1000)}`, undefined],
])('%s %s may mean %s', (method, path, near) => {
  expect(findNearEndpoint(ALL_ROUTES, { method, path })).toBe(near);
});
