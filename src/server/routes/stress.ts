import type { TSchema } from 'typebox';
import { LATENCY_METRICS } from '../../diff/compare-load-tests.js';
import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiResponse, type ApiRoute } from '../call/route.js';
import { pageFields, scopeFields } from '../schemas/history-schema.js';
import { stressComparison, stressRun, stressRunPage } from '../schemas/stored-stress-schema.js';
import {
  newProfile,
  profileChanges,
  stressProfile,
  stressResult,
  stressStart,
  stressStatus,
} from '../schemas/stress-schema.js';

const named = Type.Object({ name: Type.String() });

function state(...words: string[]): TSchema {
  return Type.Object({ status: Type.Enum(words) });
}

/** Saved and not shown: a page of ours must not come from the address of the API. */
function htmlFile(page: Uint8Array, name: string): ApiResponse {
  return {
    status: 200,
    text: page,
    type: 'text/html; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  };
}

export const stressRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/stress/start', {
    summary: 'Start a load test',
    body: stressStart,
    responses: { 200: state('started') },
    errors: [400, 403, 404, 409],
    handle: async ({ body }, { stress }) => respond(await stress.start(body)),
  }),
  defineRoute('POST', '/stress/stop', {
    summary: 'Stop the load test',
    responses: { 200: state('stopping', 'already_stopped') },
    handle: (_, { stress }) => respond(stress.control.stop()),
  }),
  defineRoute('GET', '/stress/status', {
    summary: 'The progress of the load test',
    responses: { 200: stressStatus },
    handle: (_, { stress }) => respond(stress.control.status()),
  }),
  defineRoute('GET', '/stress/result', {
    summary: 'The result of the last load test that ended',
    responses: { 200: stressResult },
    errors: [404],
    handle: (_, { stress }) => respond(stress.control.result()),
  }),
  defineRoute('GET', '/stress/result/report', {
    summary: 'The result of the last load test as an HTML page',
    additive: true,
    responses: { 200: 'text' },
    textTypes: ['text/html'],
    errors: [404],
    handle: async (_, { stress }) => htmlFile(await stress.page(), 'load-test.html'),
  }),
  ...storedRoutes(),
  defineRoute('GET', '/stress/profiles', {
    summary: 'All load profiles',
    responses: { 200: Type.Array(stressProfile) },
    errors: [400],
    handle: async (_, { stress }) => respond(await stress.profiles.list()),
  }),
  defineRoute('POST', '/stress/profiles', {
    summary: 'Create a load profile',
    body: newProfile,
    responses: { 201: named },
    errors: [400, 409, 500],
    handle: async ({ body: { name, ...fields } }, { stress }) => {
      return { status: 201, json: await stress.profiles.create(name, fields) };
    },
  }),
  defineRoute('PUT', '/stress/profiles/{name}', {
    summary: 'Change some fields of a load profile',
    body: profileChanges,
    responses: { 200: named },
    errors: [400, 404, 409, 500],
    handle: async ({ params, body }, { stress }) =>
      respond(await stress.profiles.change(params['name'] ?? '', body)),
  }),
  defineRoute('DELETE', '/stress/profiles/{name}', {
    summary: 'Remove a load profile',
    responses: { 204: null },
    errors: [400, 404, 409, 500],
    handle: ({ params }, { stress }) => stress.profiles.remove(params['name'] ?? ''),
  }),
];

function storedRoutes(): readonly ApiRoute[] {
  return [
    defineRoute('GET', '/stress/runs', {
      summary: 'Stored load tests, newest first',
      additive: true,
      query: Type.Object({ ...pageFields, label: Type.Optional(Type.String()), ...scopeFields }),
      responses: { 200: stressRunPage },
      errors: [400, 503],
      handle: ({ query }, { history }) => history.stressRuns(query),
    }),
    defineRoute('DELETE', '/stress/runs', {
      summary: 'Remove all stored load tests',
      additive: true,
      query: Type.Object(scopeFields),
      responses: { 204: null },
      errors: [400, 503],
      handle: ({ query }, { history }) => history.removeStressRuns(query),
    }),
    defineRoute('GET', '/stress/runs/{id}', {
      summary: 'A stored load test with its result',
      additive: true,
      query: Type.Object({
        histogram: Type.Optional(
          Type.Enum(['true', 'false'], { rule: 'true or false', description: 'With every bucket.' }),
        ),
      }),
      responses: { 200: stressRun },
      errors: [400, 404, 503],
      handle: ({ params, query }, { history }) =>
        history.stressRun(params['id'] ?? '', query.histogram === 'true'),
    }),
    defineRoute('DELETE', '/stress/runs/{id}', {
      summary: 'Remove a stored load test',
      additive: true,
      responses: { 204: null },
      errors: [400, 404, 503],
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
}
