import { LATENCY_METRICS } from '../../diff/compare-load-tests.js';
import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, type ApiResponse, type ApiRoute } from '../call/route.js';
import { pageFields, readScopeFields, scopeFields } from '../schemas/history-schema.js';
import { stressComparison, stressRun, stressRunPage } from '../schemas/stored-stress-schema.js';

/** Saved and not shown: a page of ours must not come from the address of the API. */
export function htmlFile(page: Uint8Array, name: string): ApiResponse {
  return {
    status: 200,
    text: page,
    type: 'text/html; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  };
}

export const storedStressRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/stress/runs', {
    summary: 'Stored load tests, newest first',
    additive: true,
    query: Type.Object({ ...pageFields, label: Type.Optional(Type.String()), ...readScopeFields }),
    responses: { 200: stressRunPage },
    errors: [400, 503],
    handle: ({ query }, { history }) => history.stressRuns(query),
  }),
  defineRoute('DELETE', '/stress/runs', {
    summary: 'Remove all stored load tests',
    additive: true,
    query: Type.Object(scopeFields),
    responses: { 204: null },
    errors: [400, 403, 503],
    handle: ({ query }, { history }) => history.removeStressRuns(query),
  }),
  defineRoute('GET', '/stress/runs/{id}', {
    summary: 'A stored load test with its result',
    additive: true,
    query: Type.Object({
      histogram: Type.Optional(
        Type.Enum(['true', 'false'], { rule: 'true or false', description: 'With every bucket.' }),
      ),
      ...readScopeFields,
    }),
    responses: { 200: stressRun },
    errors: [400, 404, 503],
    handle: ({ params, query }, { history }) =>
      history.stressRun(params['id'] ?? '', {
        histogram: query.histogram === 'true',
        workspace: query.workspace,
      }),
  }),
  defineRoute('DELETE', '/stress/runs/{id}', {
    summary: 'Remove a stored load test',
    additive: true,
    responses: { 204: null },
    errors: [400, 403, 404, 503],
    handle: ({ params }, { history }) => history.removeStressRun(params['id'] ?? ''),
  }),
  defineRoute('GET', '/stress/runs/{id}/report', {
    summary: 'A stored load test as an HTML page',
    additive: true,
    responses: { 200: 'text' },
    textTypes: ['text/html'],
    errors: [400, 404, 503],
    handle: async ({ params }, { stress }) => {
      const { id = '' } = params;
      return htmlFile(await stress.page(id), `load-test-${id}.html`);
    },
  }),
  defineRoute('GET', '/stress/compare', {
    summary: 'Two stored load tests compared',
    additive: true,
    query: Type.Object({
      baseline: Type.String(),
      current: Type.String(),
      metric: Type.Optional(Type.Enum(LATENCY_METRICS, { rule: `one of ${LATENCY_METRICS.join(', ')}` })),
    }),
    responses: { 200: stressComparison },
    errors: [400, 404, 503],
    handle: ({ query: { baseline, current, metric } }, { stress }) =>
      stress.compare(baseline, current, metric),
  }),
];
